import { useState } from 'preact/hooks';
import {
  type AnswerOf,
  type ApiError,
  client,
  type InputOf,
  type RowOf,
  useResource,
} from '../../base/api.ts';
import { ago, count, plural } from '../../base/words.ts';
import { act, attempt, Dialog, say } from '../../parts/dialogs.tsx';
import { Check, Checks, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ActionList, useCreate } from '../../parts/list-page.tsx';
import {
  Badge,
  Button,
  Empty,
  Loaded,
  PageHead,
  ProblemNote,
  type Tone,
} from '../../parts/parts.tsx';
import type { CommentRow } from './row.ts';

type CommentFilter = RowOf<'commentFilters.list'>;

const MODES: { readonly [mode in CommentFilter['mode']]: readonly [word: string, tone: Tone] } = {
  'dry-run': ['Dry run', 'warn'],
  on: ['On', 'good'],
  off: ['Off', 'calm'],
};

export function CommentFiltersPage({ mayChange }: { mayChange: boolean }) {
  const filters = useResource('commentFilters.list', {}, { everyMs: 60_000 });
  const [shown, setShown] = useState<string>();
  const { create } = useCreate('New filter', filters.reload, (done) => (
    <CommentFilterForm onCreated={done} />
  ));
  const open = filters.data?.data.find(({ id }) => id === shown);
  return (
    <>
      <PageHead
        title="Comment filters"
        lead={
          <>
            Filters hide new comments. A new filter is a dry run: it lists what it would hide, and
            hides nothing. <a href="#/inbox">Back to the inbox</a>
          </>
        }
      >
        {mayChange && create}
      </PageHead>
      <ActionList
        of={filters}
        lines={3}
        empty={
          <Empty icon="inbox" title="No filters yet">
            Words, links, alphabets, or people who write for the first time.
          </Empty>
        }
        label="Comment filters"
        columns={[
          ['Name', ({ name }) => name, 'strong'],
          ['Hides', conditionsOf, 'grow'],
          ['State', ({ mode }) => <Badge tone={MODES[mode][1]}>{MODES[mode][0]}</Badge>],
          ['Would have hidden', ({ flagged }) => count(flagged), 'number', 'would have hidden'],
          ['Has hidden', ({ hidden }) => count(hidden), 'number', 'has hidden'],
        ]}
        actions={(filter) => (
          <>
            <Button
              kind="quiet"
              onClick={() => setShown(shown === filter.id ? undefined : filter.id)}
            >
              {shown === filter.id ? 'Close' : 'Comments'}
            </Button>
            {mayChange && <Switch filter={filter} onChanged={filters.reload} />}
          </>
        )}
        mayChange={mayChange}
        ending={{
          call: ({ id }) => client.commentFilters.delete({ id }),
          note: 'What it has hidden stays hidden, and can be shown again in the inbox.',
        }}
      />
      {open !== undefined && <Matched key={open.id} filter={open} mayChange={mayChange} />}
    </>
  );
}

function conditionsOf({ words, links, scripts, firstTime, when }: CommentFilter): string {
  const parts = [
    ...(words.length > 0 ? [words.map((word) => `“${word}”`).join(', ')] : []),
    ...(links ? ['links'] : []),
    ...(scripts.length > 0 ? [`${scripts.join(', ')} letters`] : []),
    ...(firstTime ? ['first comments of people'] : []),
  ];
  return parts.join(when === 'all' ? ' and ' : ' or ');
}

function Switch({ filter, onChanged }: { filter: CommentFilter; onChanged: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { id, name, mode, flagged, since } = filter;
  const set = (next: CommentFilter['mode']) => {
    setAsking(false);
    const said = next === 'on' ? `${name} hides new comments from now on.` : `${name} is off.`;
    return act(() => client.commentFilters.update({ id, mode: next }), said, onChanged);
  };
  if (mode === 'on') return <Button onClick={() => set('off')}>Switch off</Button>;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Switch on</Button>
      <Dialog title={`Switch ${name} on?`} open={isAsking} onClose={() => setAsking(false)}>
        <p>
          Since {ago(since)} it would have hidden {plural(flagged, 'comment')}. Switched on it hides
          comments that are written from now on. Each can be shown again.
        </p>
        <div class="dialog-actions">
          <Button onClick={() => setAsking(false)}>Not yet</Button>
          <Button kind="primary" onClick={() => set('on')}>
            Switch on
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Matched({ filter, mayChange }: { filter: CommentFilter; mayChange: boolean }) {
  const comments = useResource('comments.list', { filterId: filter.id, limit: 100 });
  return (
    <section aria-label={`Comments of ${filter.name}`}>
      <h2 class="section">{filter.name}</h2>
      <Loaded of={comments} rows={2} empty={<p class="hint">It has matched no comment so far.</p>}>
        {({ data }) => (
          <ul class="inbox">
            {data.map((row) => (
              <li key={row.id} class="comment">
                <div class="comment-body">
                  <p class="comment-head">
                    <strong>{row.author.name ?? 'Unknown'}</strong>
                    <span class="hint">{ago(row.createdAt)}</span>
                    <Badge tone={row.hidden ? 'calm' : 'good'}>
                      {row.hidden ? 'Hidden' : 'Visible'}
                    </Badge>
                  </p>
                  <p>{row.text}</p>
                  <p class="hint">For {reasonOf(row, filter.id)}</p>
                  {mayChange && row.hidden && row.can.hide && (
                    <Button
                      onClick={() =>
                        act(
                          () => client.comments.unhide({ id: row.id }),
                          'The comment is shown again.',
                          comments.reload,
                        )
                      }
                    >
                      Show again
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const reasonOf = ({ hiddenBy, flaggedBy }: CommentRow, filterId: string): string =>
  [...(hiddenBy === null ? [] : [hiddenBy]), ...flaggedBy].find(
    (match) => match.filterId === filterId,
  )?.reason ?? 'its words';

type Conditions = Omit<InputOf<'commentFilters.try'>, 'days'>;
type Trial = AnswerOf<'commentFilters.try'>;
type Script = NonNullable<Conditions['scripts']>[number];

const SCRIPTS: { readonly [S in Script]: string } = {
  latin: 'Latin',
  cyrillic: 'Cyrillic',
  greek: 'Greek',
  arabic: 'Arabic',
  hebrew: 'Hebrew',
  devanagari: 'Devanagari',
  thai: 'Thai',
  han: 'Chinese characters',
  kana: 'Japanese kana',
  hangul: 'Korean',
};

const SHOWN = 5;

function CommentFilterForm({ onCreated }: { onCreated: () => void }) {
  const { values, bind, kept } = useValues(
    {
      name: '',
      words: '',
      links: false,
      firstTime: false,
      scripts: [] as readonly Script[],
      when: 'any' as 'any' | 'all',
    },
    'comment filter',
  );
  const [trial, setTrial] = useState<Trial>();
  const [refused, setRefused] = useState<ApiError>();
  const { name, links, firstTime, scripts, when } = values;
  const conditions = (): Conditions => {
    const words = values.words.split('\n').flatMap((word) => word.trim() || []);
    return {
      ...(words.length > 0 && { words }),
      ...(links && { links }),
      ...(firstTime && { firstTime }),
      ...(scripts.length > 0 && { scripts: [...scripts] }),
      when,
    };
  };
  const tryOut = async () => {
    setRefused(undefined);
    setTrial(await attempt(() => client.commentFilters.try(conditions()), setRefused));
  };
  return (
    <Form
      kept={kept}
      send={() => client.commentFilters.create({ name, ...conditions() })}
      onDone={() => {
        say(`${name} runs dry: nothing is hidden until you switch it on.`);
        onCreated();
      }}
      button="Save as dry run"
      others={
        <Button waits onClick={tryOut}>
          Try it
        </Button>
      }
    >
      <TextField label="Name" required maxLength={100} placeholder="Scams" {...bind('name')} />
      <TextField
        label="Words"
        hint="One a line; whole words, large or small letters"
        rows={3}
        {...bind('words')}
      />
      <fieldset class="choices">
        <legend>Also comments with</legend>
        <Check class="" {...bind('links')}>
          a link
        </Check>
        <Check class="" {...bind('firstTime')}>
          an author who writes for the first time
        </Check>
        <Checks
          choices={(Object.keys(SCRIPTS) as Script[]).map((script) => [
            script,
            `mostly ${SCRIPTS[script]}`,
          ])}
          {...bind('scripts')}
        />
      </fieldset>
      <SelectField
        label="It matches where"
        choices={{ any: 'one of these is so', all: 'all of these are so' }}
        {...bind('when')}
      />
      {trial && <Tried trial={trial} />}
      {refused && <ProblemNote problem={refused} />}
    </Form>
  );
}

const Tried = ({ trial: { checked, matched, data } }: { trial: Trial }) => (
  <div class="note calm" role="status">
    <div>
      <p>
        It would hide {matched} of {plural(checked, 'comment')} of the last 30 days. Nothing was
        hidden.
      </p>
      <ul>
        {data.slice(0, SHOWN).map(({ id, text, reason }) => (
          <li key={id}>
            {text} <span class="hint">for {reason}</span>
          </li>
        ))}
      </ul>
    </div>
  </div>
);
