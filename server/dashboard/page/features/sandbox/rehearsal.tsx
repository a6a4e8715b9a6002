import { type AnswerOf, client, type InputOf, useResource } from '../../base/api.ts';
import { count } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { LineForm, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Badge, Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';

type Rule = InputOf<'sandbox.addFault'>;
type Faults = AnswerOf<'sandbox.faults'>;

export function RehearsalPage() {
  const { data, problem, reload, change } = useResource('sandbox.faults', {}, { everyMs: 10_000 });
  const state = useResource('sandbox.state', {}, { everyMs: 10_000 });
  const add = async (rules: readonly Rule[]) => {
    for (const rule of rules) {
      const answer = await attempt(() => client.sandbox.addFault(rule));
      if (answer === undefined) return;
      change(() => answer);
    }
    say('The fault is set: the next calls that it fits go wrong.', 'calm');
  };
  const clear = async () => {
    const answer = await attempt(() => client.sandbox.clearFaults());
    if (answer) change(() => answer);
  };
  return (
    <>
      <PageHead
        title="Rehearsal"
        lead="The platforms here are simulated, so that you can see what Slipway does when they misbehave."
      >
        <Button icon="check" disabled={(data?.active.length ?? 0) === 0} onClick={clear}>
          Clear all faults
        </Button>
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      <ul class="cards three">
        {data?.favourites.map(({ title, what, rules }) => (
          <li key={title} class="card favourite">
            <p class="strong">{title}</p>
            <p class="hint">{what}</p>
            <Button icon="bolt" onClick={() => add(rules as readonly Rule[])}>
              Set this fault
            </Button>
          </li>
        ))}
      </ul>
      {data === undefined ? !problem && <Waiting rows={4} /> : <Active faults={data} />}
      {data && <AnyFault known={data.known} onAdd={(rule) => add([rule])} />}
      {state.data && (
        <p class="hint">
          The platforms have answered {count(state.data.requests)} requests with{' '}
          {count(state.data.calls)} calls, and hold {count(state.data.ads)} ads.
        </p>
      )}
    </>
  );
}

function Active({ faults: { active, known } }: { faults: Faults }) {
  if (active.length === 0) return <p class="nothing">Nothing goes wrong at the moment.</p>;
  return (
    <List
      label="Faults in force"
      rows={active}
      columns={[
        [
          'Fault',
          ({ fault }) => (
            <>
              <span class="strong">{fault}</span>
              <span class="hint">{known.find(({ name }) => name === fault)?.what}</span>
            </>
          ),
          'grow',
        ],
        [
          'Where',
          (rule) =>
            [rule.platform, rule.method, rule.path, rule.account].filter(Boolean).join(' ') ||
            'anywhere',
          'ids',
        ],
        ['When', whenOf, 'nowrap'],
        ['Met', ({ seen }) => count(seen), 'number', 'met'],
        [
          'Fired',
          ({ fired }) => <Badge tone={fired > 0 ? 'warn' : 'calm'}>{count(fired)}</Badge>,
          '',
          'fired',
        ],
      ]}
    />
  );
}

const whenOf = ({ nth, times, probability }: Faults['active'][number]): string =>
  [
    nth !== undefined && `from call ${nth}`,
    times !== undefined && (times === 1 ? 'once' : `${times} times`),
    probability !== undefined && `${Math.round(probability * 100)} %`,
  ]
    .filter(Boolean)
    .join(', ') || 'always';

function AnyFault({ known, onAdd }: Pick<Faults, 'known'> & { onAdd: (rule: Rule) => unknown }) {
  const { values, bind } = useValues({ fault: 'transient', times: '1', path: '' });
  const { fault, times, path } = values;
  return (
    <LineForm
      class="card inline-form"
      onSend={() => onAdd({ fault, ...(times && { times: Number(times) }), ...(path && { path }) })}
      icon="bolt"
      button="Set this fault"
    >
      <SelectField
        label="Any other fault"
        hint={known.find(({ name }) => name === fault)?.what ?? ''}
        choices={known.map(({ name }) => [name, name])}
        {...bind('fault')}
      />
      <TextField
        label="On calls to"
        hint="* stands for anything"
        placeholder="*/ads"
        {...bind('path')}
      />
      <TextField label="Times" hint="Empty: always" type="number" min={1} {...bind('times')} />
    </LineForm>
  );
}
