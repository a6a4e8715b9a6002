import { counted } from '../../../base/counted.ts';
import { defined } from '../../../base/defined.ts';
import type { News } from '../../../events/events.ts';
import type { ExecutionRecord } from '../records.ts';
import type { EntityResult } from '../schema/runs.ts';

const MOST_TOLD = 50;

/** Undefined where webhooks get nothing. */
export function executedEvent(execution: ExecutionRecord): object | undefined {
  const {
    executionId,
    ruleId,
    ruleName,
    ruleRevision,
    mode,
    status,
    reason,
    message,
    counts,
    rule,
  } = execution;
  const told = execution.results.filter(
    ({ verdict }) => verdict === 'acted' || verdict === 'failed' || verdict === 'wouldHaveActed',
  );
  const flapping = execution.results.filter(({ guard }) => guard === 'flapping');
  if (mode === 'dryRun' || (told.length === 0 && flapping.length === 0 && status !== 'failed'))
    return undefined;
  const notify = rule.actions.find((action) => action.type === 'notify');
  const text = notify?.type === 'notify' ? notify.text : undefined;
  return {
    executionId,
    ruleId,
    ruleName,
    ruleRevision,
    mode,
    status,
    counts,
    ...defined({ reason, message }),
    results: [...told, ...flapping].slice(0, MOST_TOLD).map((result) => ({
      entity: result.entity,
      verdict: result.verdict,
      explanation: result.explanation,
      ...defined({ guard: result.guard }),
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

function filled(
  text: string,
  { entity, explanation, verdict }: EntityResult,
  rule: string,
): string {
  const values: { readonly [name: string]: string } = {
    'entity.name': entity.name,
    'entity.id': entity.id,
    'entity.level': entity.level,
    accountId: entity.accountId,
    explanation,
    verdict,
    rule,
  };
  return Object.entries(values).reduce(
    (said, [name, value]) => said.split(`{{${name}}}`).join(value),
    text,
  );
}

/** Undefined for a run that changed nothing and did not fail. */
export function ruleNews(run: ExecutionRecord): News | undefined {
  const { ruleId, ruleName, mode, status, counts } = run;
  const { acted, failed } = counts;
  if (status === 'refused' && run.reason === 'planOutdated')
    return {
      kind: 'approval.waits',
      title: `${ruleName} was approved and did not act`,
      text: run.message ?? '',
      link: `rules/${ruleId}`,
    };
  if (mode === 'simulate' || (acted === 0 && failed === 0 && status !== 'failed')) return undefined;
  const changed =
    acted > 0 ? `${ruleName} changed ${counted(acted, 'object')}` : `${ruleName} changed nothing`;
  const text = failed > 0 ? `${counted(failed, 'change')} failed.` : '';
  return {
    kind: 'rule.acted',
    title: status === 'failed' ? `${ruleName} failed` : changed,
    text,
    link: `rules/${ruleId}`,
  };
}

export const ruleWaitsNews = ({ ruleId, ruleName }: ExecutionRecord): News => ({
  kind: 'approval.waits',
  title: `${ruleName} waits for approval`,
  text: 'The rule wants to act and asks first.',
  link: `rules/${ruleId}`,
});
