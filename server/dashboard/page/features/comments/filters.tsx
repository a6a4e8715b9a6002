import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { CommentFilter, CommentRow } from '../../base/shapes.ts';
import { ago, count, plural } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, type Tone, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { CommentFilterForm } from './filter-form.tsx';

const modes: { readonly [mode in CommentFilter['mode']]: { readonly word: string; readonly tone: Tone } } = {
  'dry-run': { word: 'Dry run', tone: 'warn' },
  on: { word: 'On', tone: 'good' },
  off: { word: 'Off', tone: 'calm' },
};

/** Filters that hide comments by themselves: a dry run first, then what each has hidden. */
export function CommentFiltersPage({ mayChange }: { readonly mayChange: boolean }) {
  const { data, problem, reload } = useResource('commentFilters.list', {}, { everyMs: 60_000 });
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<string>();
  const [deleting, setDeleting] = useState<CommentFilter>();
  const filters = data?.data ?? [];
  const remove = async ({ id, name }: CommentFilter): Promise<void> => {
    setDeleting(undefined);
    if ((await attempt(() => client.commentFilters.delete({ id }))) !== undefined) say(`${name} is deleted.`);
    reload();
  };
  const open = filters.find(({ id }) => id === shown);
  return (
    <>
      <PageHead
        title="Comment filters"
        lead={
          <>
            They hide new comments by themselves. A filter begins as a dry run: what it would hide is told and stays visible.{' '}
            <a href="#/inbox">Back to the inbox</a>
          </>
        }
      >
        {mayChange && (
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            New filter
          </Button>
        )}
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={3} />
      ) : filters.length === 0 ? (
        <Empty icon="inbox" title="No filters yet">
          Words, links, alphabets, or people who write for the first time.
        </Empty>
      ) : (
        <Table
          narrow="stacks"
          label="Comment filters"
          head={['Name', 'Hides', 'State', 'Would have hidden', 'Has hidden', '']}
          numbers={[3, 4]}
        >
          {filters.map((filter) => (
            <tr key={filter.id}>
              <td class="strong">{filter.name}</td>
              <td class="grow">{conditionsOf(filter)}</td>
              <td>
                <Badge tone={modes[filter.mode].tone}>{modes[filter.mode].word}</Badge>
              </td>
              <td class="number" data-name="would have hidden">
                {count(filter.flagged)}
              </td>
              <td class="number" data-name="has hidden">
                {count(filter.hidden)}
              </td>
              <td class="nowrap right">
                <Button kind="quiet" onClick={() => setShown(shown === filter.id ? undefined : filter.id)}>
                  {shown === filter.id ? 'Close' : 'Comments'}
                </Button>
                {mayChange && <Switch filter={filter} onChanged={reload} />}
                {mayChange && (
                  <Button kind="quiet" icon="trash" label={`Delete ${filter.name}`} onClick={() => setDeleting(filter)} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open !== undefined && <Matched key={open.id} filter={open} mayChange={mayChange} />}
      <Dialog title="New filter" open={isCreating} onClose={() => setCreating(false)}>
        <CommentFilterForm
          onCreated={() => {
            setCreating(false);
            reload();
          }}
        />
      </Dialog>
      <Confirm
        verb="Delete"
        name={deleting?.name}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => deleting && void remove(deleting)}
      >
        <p>What it has hidden stays hidden, and can be shown again in the inbox.</p>
      </Confirm>
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

/** Switching on asks once more: from then on it hides. */
function Switch({ filter, onChanged }: { readonly filter: CommentFilter; readonly onChanged: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { id, name, mode, flagged, since } = filter;
  const set = async (next: CommentFilter['mode']): Promise<void> => {
    setAsking(false);
    if ((await attempt(() => client.commentFilters.update({ id, mode: next }))) === undefined) return;
    say(next === 'on' ? `${name} hides new comments from now on.` : `${name} is off.`);
    onChanged();
  };
  if (mode === 'on') return <Button onClick={() => void set('off')}>Switch off</Button>;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Switch on</Button>
      <Dialog title={`Switch ${name} on?`} open={isAsking} onClose={() => setAsking(false)}>
        <p>
          Since {ago(since)} it would have hidden {plural(flagged, 'comment')}. Switched on it hides comments that are written
          from now on. Each can be shown again.
        </p>
        <div class="dialog-actions">
          <Button onClick={() => setAsking(false)}>Not yet</Button>
          <Button kind="primary" onClick={() => void set('on')}>
            Switch on
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Comments that a filter has hidden, or would have. */
function Matched({ filter, mayChange }: { readonly filter: CommentFilter; readonly mayChange: boolean }) {
  const { data, problem, reload } = useResource('comments.list', { filterId: filter.id, limit: 100 });
  const show = async ({ id }: CommentRow): Promise<void> => {
    if ((await attempt(() => client.comments.unhide({ id }))) === undefined) return;
    say('The comment is shown again.');
    reload();
  };
  const rows = data?.data ?? [];
  return (
    <section aria-label={`Comments of ${filter.name}`}>
      <h2 class="section">{filter.name}</h2>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={2} />
      ) : rows.length === 0 ? (
        <p class="hint">It has matched no comment so far.</p>
      ) : (
        <ul class="inbox">
          {rows.map((row) => (
            <li key={row.id} class="comment">
              <div class="comment-body">
                <p class="comment-head">
                  <strong>{row.author.name ?? 'Somebody'}</strong>
                  <span class="hint">{ago(row.createdAt)}</span>
                  <Badge tone={row.hidden ? 'calm' : 'good'}>{row.hidden ? 'Hidden' : 'Visible'}</Badge>
                </p>
                <p>{row.text}</p>
                <p class="hint">For {reasonOf(row, filter.id)}</p>
                {mayChange && row.hidden && row.can.hide && <Button onClick={() => void show(row)}>Show again</Button>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const reasonOf = ({ hiddenBy, flaggedBy }: CommentRow, filterId: string): string =>
  [...(hiddenBy === null ? [] : [hiddenBy]), ...flaggedBy].find((match) => match.filterId === filterId)?.reason ?? 'its words';
