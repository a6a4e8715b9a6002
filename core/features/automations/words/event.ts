import type { ExecutionRecord } from '../records.ts';
import type { EntityResult } from '../schema/runs.ts';

/** The execution has all. */
const MOST_TOLD = 50;

/** Undefined where webhooks get nothing. */
export function executedEvent(execution: ExecutionRecord): object | undefined {
  const { executionId, ruleId, ruleName, ruleRevision, mode, status, reason, message, counts, rule } = execution;
  const told = execution.results.filter(
    ({ verdict }) => verdict === 'acted' || verdict === 'failed' || verdict === 'wouldHaveActed',
  );
  const flapping = execution.results.filter(({ guard }) => guard === 'flapping');
  if (mode === 'dryRun' || (told.length === 0 && flapping.length === 0 && status !== 'failed')) return undefined;
  const notify = rule.actions.find((action) => action.type === 'notify');
  const text = notify?.type === 'notify' ? notify.text : undefined;
  return {
    ...{ executionId, ruleId, ruleName, ruleRevision, mode, status, counts },
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    results: [...told, ...flapping].slice(0, MOST_TOLD).map((result) => ({
      ...{ entity: result.entity, verdict: result.verdict, explanation: result.explanation },
      ...(result.guard !== undefined && { guard: result.guard }),
      ...(text !== undefined && { text: filled(text, result, ruleName) }),
      actions: result.actions.map(({ type, target, before, wanted, status: done }) => ({
        type,
        target,
        before,
        wanted,
        status: done,
      })),
    })),
  };
}

function filled(text: string, { entity, explanation, verdict }: EntityResult, rule: string): string {
  const values: { readonly [name: string]: string } = {
    ...{ 'entity.name': entity.name, 'entity.id': entity.id, 'entity.level': entity.level, accountId: entity.accountId },
    ...{ explanation, verdict, rule },
  };
  return Object.entries(values).reduce((said, [name, value]) => said.split(`{{${name}}}`).join(value), text);
}
