import { useEffect, useState } from 'preact/hooks';
import { spendingRemarks } from '../../../../../../core/gate/words.ts';
import { type AnswerOf, client, type InputOf, problemOf } from '../../../base/api.ts';
import { go } from '../../../base/route.ts';
import { plural } from '../../../base/words.ts';
import { attempt, Dialog, say } from '../../../parts/dialogs.tsx';
import { Button, Waiting } from '../../../parts/parts.tsx';
import { fieldWord, textOf } from './cells.ts';

type Plan = AnswerOf<'changes.plan'>;
type Changes = InputOf<'changes.apply'>['changes'];

interface PlanProps {
  /** Undefined: the dialog is closed. */
  changes: Changes | undefined;
  timezoneOf: (adAccountId: string) => string;
  onPlanned: (planned: Plan['changes']) => void;
  onPost: (body: InputOf<'changes.apply'>) => Promise<string | undefined>;
  onClose: () => void;
}

/** What would be done, object by object, with what it costs. Nothing is sent before Post. */
export function EditPlan(props: PlanProps) {
  return (
    <Dialog title="Changes" open={props.changes !== undefined} onClose={props.onClose}>
      {props.changes && <Planned {...props} changes={props.changes} />}
    </Dialog>
  );
}

function Planned({
  changes,
  timezoneOf,
  onPlanned,
  onPost,
  onClose,
}: PlanProps & { changes: Changes }) {
  const [plan, setPlan] = useState<Plan>();
  const [needs, setNeeds] = useState<'nothing' | 'another' | 'no'>('no');
  const [problem, setProblem] = useState<string>();
  const read = async () => {
    setPlan(undefined);
    setNeeds('no');
    try {
      const planned = await client.changes.plan({ changes, confirm: true });
      setPlan(planned);
      onPlanned(planned.changes);
      if (spendingRemarks(planned).refused.length === 0) return setNeeds('nothing');
      const check = await client.guardrails.check({
        operation: 'changes.apply',
        request: { changes, confirm: true },
      });
      setNeeds(check.allowed ? 'nothing' : check.needs === 'another-key' ? 'another' : 'no');
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblem(details[0]?.message ?? message);
    }
  };
  useEffect(() => void read(), []);
  if (plan === undefined)
    return problem === undefined ? (
      <Waiting rows={3} />
    ) : (
      <div class="note bad" role="alert">
        <p>{problem}</p>
      </div>
    );
  const { starts, refused } = spendingRemarks(plan);
  const post = async () => {
    const refusal = await onPost({ changes, confirm: true, planDigest: plan.digest });
    if (refusal === undefined) return onClose();
    setProblem(refusal);
    // What stands there now is not what was agreed to.
    await read();
  };
  const ask = async () => {
    const input = { changes, confirm: true };
    const planned = await attempt(() =>
      client.approvals.request({ operations: [{ operation: 'changes.apply', input }] }),
    );
    if (planned === undefined) return;
    say('The plan waits for another person.', 'calm');
    onClose();
    go(`approvals/${planned.digest}`);
  };
  return (
    <>
      <p role="status">{summaryOf(plan)}</p>
      {problem !== undefined && (
        <div class="note bad" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <ul class="edit-plan">
        {plan.changes.map((change) => (
          <Change
            key={`${change.adAccountId} ${change.level} ${change.id}`}
            change={change}
            timezone={timezoneOf(change.adAccountId)}
          />
        ))}
      </ul>
      {costsOf(plan).map(({ cost, of }) => (
        <p key={cost} class="hint">
          <span dir="auto">{of}</span>: {cost}
        </p>
      ))}
      <div class="note warn">
        <p>
          {starts.length === 0
            ? 'No further budget starts to deliver.'
            : `Starts to spend: ${starts.join('; ')}.`}
        </p>
      </div>
      {refused.length > 0 && (
        <div class="note bad" role="alert">
          <div>
            <p>
              {needs === 'another'
                ? 'This needs the approval of another person:'
                : 'The limits of your company forbid it:'}
            </p>
            <ul>
              {refused.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>Back</Button>
        {needs === 'another' ? (
          <Button kind="primary" waits onClick={ask}>
            Ask for approval
          </Button>
        ) : (
          <Button
            kind="primary"
            waits
            disabled={plan.counts.change === 0 || needs !== 'nothing'}
            onClick={post}
          >
            Post
          </Button>
        )}
      </div>
    </>
  );
}

const summaryOf = ({ counts: { change, conflict, refused, nothing } }: Plan): string =>
  [
    `${plural(change, 'object')} to change`,
    ...(conflict > 0 ? [`${plural(conflict, 'conflict')} with what others did`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(nothing > 0 ? [`${nothing} as wanted already`] : []),
  ].join(', ');

const MOST_NAMED = 3;

/** Each sentence once, with what it is about. */
function costsOf({ changes }: Plan): readonly { readonly cost: string; readonly of: string }[] {
  const found = new Map<string, string[]>();
  for (const { costs = [], name, id } of changes)
    for (const cost of costs) found.set(cost, [...(found.get(cost) ?? []), name ?? id]);
  return [...found].map(([cost, names]) => ({
    cost,
    of: names.length > MOST_NAMED ? plural(names.length, 'object') : names.join(', '),
  }));
}

function Change({ change, timezone }: { change: Plan['changes'][number]; timezone: string }) {
  const { name, id, does, conflicts = [], reason, plan } = change;
  const shown = (field: string, value: unknown): string => textOf(field, value, timezone) || '–';
  return (
    <li class={plan}>
      {does.map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
      {plan === 'nothing' && <p dir="auto">“{name ?? id}” is so already.</p>}
      {reason !== undefined && (
        <p class="bad-text" dir="auto">
          “{name ?? id}”: {reason}
        </p>
      )}
      {conflicts.map(({ field, was, live, wanted }) => (
        <p key={field} class="warn-text" dir="auto">
          {fieldWord(field)} of “{name ?? id}” was {shown(field, was)} and is {shown(field, live)}{' '}
          now. {shown(field, wanted)} is not sent: go back and decide.
        </p>
      ))}
    </li>
  );
}
