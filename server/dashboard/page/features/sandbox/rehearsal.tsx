import { useState } from 'preact/hooks';
import type { InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Faults } from '../../base/shapes.ts';
import { count } from '../../base/words.ts';
import { Badge, Button, Field, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Rule = InputOf<'sandbox.addFault'>;

export function RehearsalPage() {
  const { data, problem, reload, change } = useResource('sandbox.faults', {}, { everyMs: 10_000 });
  const state = useResource('sandbox.state', {}, { everyMs: 10_000 });
  const add = async (rules: readonly Rule[]): Promise<void> => {
    for (const rule of rules) {
      const answer = await attempt(() => client.sandbox.addFault(rule));
      if (answer === undefined) return;
      change(() => answer);
    }
    say('The fault is set: the next calls that it fits go wrong.', 'calm');
  };
  const clear = async (): Promise<void> => {
    const answer = await attempt(() => client.sandbox.clearFaults());
    if (answer) change(() => answer);
  };
  return (
    <>
      <PageHead
        title="Rehearsal"
        lead="The platforms here are simulated, so that you can see what Slipway does when they misbehave."
      >
        <Button icon="check" disabled={(data?.active.length ?? 0) === 0} onClick={() => void clear()}>
          Clear all faults
        </Button>
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      <ul class="cards three">
        {data?.favourites.map(({ title, what, rules }) => (
          <li key={title} class="card favourite">
            <p class="strong">{title}</p>
            <p class="hint">{what}</p>
            <Button
              icon="bolt" // The service offers what it takes.
              onClick={() => void add(rules as readonly Rule[])}
            >
              Set this fault
            </Button>
          </li>
        ))}
      </ul>
      {data === undefined ? !problem && <Waiting rows={4} /> : <Active faults={data} />}
      {data && <AnyFault known={data.known} onAdd={(rule) => void add([rule])} />}
      {state.data && (
        <p class="hint">
          The platforms have answered {count(state.data.requests)} requests with {count(state.data.calls)} calls, and hold{' '}
          {count(state.data.ads)} ads.
        </p>
      )}
    </>
  );
}

function Active({ faults }: { readonly faults: Faults }) {
  if (faults.active.length === 0) return <p class="nothing">Nothing goes wrong at the moment.</p>;
  return (
    <Table narrow="stacks" label="Faults in force" head={['Fault', 'Where', 'When', 'Met', 'Fired']} numbers={[3]}>
      {faults.active.map((rule, i) => (
        <tr key={i}>
          <td class="grow">
            <span class="strong">{rule.fault}</span>
            <span class="hint">{faults.known.find(({ name }) => name === rule.fault)?.what}</span>
          </td>
          <td class="ids">{[rule.platform, rule.method, rule.path, rule.account].filter(Boolean).join(' ') || 'anywhere'}</td>
          <td class="nowrap">{whenOf(rule)}</td>
          <td class="number" data-name="met">
            {count(rule.seen)}
          </td>
          <td data-name="fired">
            <Badge tone={rule.fired > 0 ? 'warn' : 'calm'}>{count(rule.fired)}</Badge>
          </td>
        </tr>
      ))}
    </Table>
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

function AnyFault({ known, onAdd }: { readonly known: Faults['known']; readonly onAdd: (rule: Rule) => void }) {
  const [fault, setFault] = useState('transient');
  const [times, setTimes] = useState('1');
  const [path, setPath] = useState('');
  return (
    <form
      class="card inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ fault, ...(times && { times: Number(times) }), ...(path && { path }) });
      }}
    >
      <Field label="Any other fault" hint={known.find(({ name }) => name === fault)?.what ?? ''}>
        <select value={fault} onChange={(event) => setFault(event.currentTarget.value)}>
          {known.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <TextField label="On calls to" hint="* stands for anything" value={path} placeholder="*/ads" onText={setPath} />
      <TextField label="Times" hint="Empty: always" type="number" min={1} value={times} onText={setTimes} />
      <Button type="submit" icon="bolt">
        Set this fault
      </Button>
    </form>
  );
}
