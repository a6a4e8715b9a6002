import { mapBounded } from '../../../../../core/base/map-bounded.ts';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { type AnswerOf, client, useAnswer } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { figure, plural } from '../../base/words.ts';
import { attempt, Dialog, say } from '../../parts/dialogs.tsx';
import { Button, ProblemNote, Waiting } from '../../parts/parts.tsx';
import type { Proposal } from './changes.ts';

type Check = AnswerOf<'guardrails.check'>;

const MOST_PLANNED = 20;

export function ChangeQuestion({
  asked,
  onClose,
  onAgreed,
}: {
  asked: Proposal | undefined;
  onClose: () => void;
  onAgreed: (proposal: Proposal) => void;
}) {
  return (
    <Dialog title={asked?.title ?? ''} open={asked !== undefined} onClose={onClose}>
      {asked && <Question proposal={asked} onClose={onClose} onAgreed={() => onAgreed(asked)} />}
    </Dialog>
  );
}

function Question({
  proposal,
  onClose,
  onAgreed,
}: {
  proposal: Proposal;
  onClose: () => void;
  onAgreed: () => void;
}) {
  const { data: checks, problem } = useAnswer(
    () =>
      mapBounded(proposal.steps, 3, ({ operation, input }) =>
        client.guardrails.check({ operation, request: { ...input } }),
      ),
    [proposal.steps],
  );
  const names = useNames();
  const refused = [...new Set(checks?.flatMap((check) => spendingRemarks(check).refused))];
  const told = checks?.flatMap((check) => check.warnings ?? []) ?? [];
  const warnings = [...new Set(told.map(({ message }) => message))];
  const sources = [...new Set(told.flatMap(({ source }) => source ?? []))];
  const stakes = stakesOf(checks ?? []);
  const allowed = checks?.every((check) => check.allowed) === true;
  const needsAnother =
    !allowed && checks?.every((check) => check.allowed || check.needs === 'another-key') === true;
  const approvable =
    needsAnother && proposal.notApprovable === undefined && proposal.steps.length <= MOST_PLANNED;
  const plan = async () => {
    const operations = proposal.steps.map(({ operation, input }) => ({
      operation,
      input: { ...input },
    }));
    const planned = await attempt(() => client.approvals.request({ operations }));
    if (planned === undefined) return;
    say('The plan waits for another person.', 'calm');
    onClose();
    go(`approvals/${planned.digest}`);
  };
  const more = rowsOf(proposal) - proposal.lines.length;
  return (
    <>
      <ul class="change-lines">
        {proposal.lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {more > 0 && <li class="hint">and {plural(more, 'more', 'more')}</li>}
      </ul>
      {problem && <ProblemNote problem={problem} />}
      {checks === undefined
        ? !problem && <Waiting rows={1} />
        : allowed && (
            <div class="note warn">
              <p>
                {stakes.length === 0
                  ? 'No further budget starts to deliver.'
                  : `At stake: ${stakes.join('; ')} may start to be spent.`}
              </p>
            </div>
          )}
      {warnings.length > 0 && (
        <ul class="note warn">
          {warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {sources.length > 0 && (
        <details class="hint">
          <summary>{plural(sources.length, 'source')}</summary>
          {sources.map((source) => (
            <p key={source}>{source}</p>
          ))}
        </details>
      )}
      {refused.length > 0 && (
        <div class="note bad" role="alert">
          <div>
            <p>
              {needsAnother
                ? 'This needs the approval of another person:'
                : 'The limits of your company forbid it:'}
            </p>
            <ul>
              {refused.map((message) => (
                <li key={message}>{names.sentence(message)}</li>
              ))}
            </ul>
            {needsAnother && <p>{proposal.notApprovable}</p>}
          </div>
        </div>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        {approvable ? (
          <Button kind="primary" waits onClick={plan}>
            Ask for approval
          </Button>
        ) : (
          <Button kind="primary" disabled={!allowed} onClick={onAgreed}>
            {proposal.verb}
          </Button>
        )}
      </div>
    </>
  );
}

const rowsOf = ({ steps }: Proposal): number =>
  steps.reduce((sum, { rows }) => sum + rows.length, 0);

/** By currency: `120 € a day`. */
function stakesOf(checks: readonly Check[]): readonly string[] {
  const sums = new Map<string, { daily: number; lifetime: number }>();
  for (const { moneyAtStake } of checks)
    for (const { currency, dailyBudget, lifetimeBudget } of moneyAtStake) {
      const sum = sums.get(currency) ?? { daily: 0, lifetime: 0 };
      sums.set(currency, {
        daily: sum.daily + dailyBudget,
        lifetime: sum.lifetime + lifetimeBudget,
      });
    }
  return [...sums].flatMap(([currency, { daily, lifetime }]) => [
    ...(daily > 0 ? [`${figure(daily, 'money', currency)} a day`] : []),
    ...(lifetime > 0 ? [`${figure(lifetime, 'money', currency)} in all`] : []),
  ]);
}
