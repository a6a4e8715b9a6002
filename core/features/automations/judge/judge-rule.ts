import { judgeCondition, type Traced } from './conditions.ts';
import { decideAll } from './decide.ts';
import type { Judgement, Result, RuleRun } from './judgement.ts';
import { statusesOf } from './judgement.ts';
import { lastOf } from './memory.ts';
import type { Judged } from './numbers.ts';
import { compareText, ranked } from './rank.ts';
import { type Calendar, calendarOf } from './windows.ts';
import type { AccountWorld, Entity } from './world.ts';

/** Pure. */
export function judgeRule(run: RuleRun, worlds: readonly AccountWorld[]): Judgement {
  const inScope = worlds.flatMap((account) => scoped(run, account));
  const considered = inScope.slice(0, run.rule.scope.limit);
  const judgements = considered.map((judged) => {
    const trace: Traced[] = [];
    return { judged, truth: judgeCondition(judged, run.rule.when, 'when', trace), trace };
  });
  const matched = judgements.filter(({ truth }) => truth === 'true').map(({ judged }) => judged);
  const places = run.rule.rank === undefined ? undefined : ranked(run.rule.rank, matched);
  const decided = decideAll(run, matched, places, considered);
  const results = judgements.map(({ judged, truth, trace }): Result => {
    const { entity } = judged;
    if (truth !== 'true')
      return { entity, verdict: truth === 'false' ? 'notMatched' : 'unknown', trace, actions: [] };
    const place = places?.get(judged);
    const rank = place && { position: place.position, of: place.of, value: place.value };
    const { held, actions } = decided.get(judged) ?? { held: undefined, actions: [] };
    const verdict = actions.length > 0 ? 'acts' : 'skipped';
    const result: Result =
      rank === undefined
        ? { entity, verdict, trace, actions }
        : { entity, verdict, trace, rank, actions };
    return actions.length > 0 || held === undefined ? result : { ...result, ...held };
  });
  const changing = results.filter(({ actions }) =>
    actions.some(({ type }) => type !== 'notify'),
  ).length;
  return {
    results,
    considered: considered.length,
    matched: matched.length,
    beyondLimit: inScope.length - considered.length,
    // One may always be changed: a share of a few is less than one.
    isShareTooLarge:
      changing >
      Math.max(1, Math.floor((considered.length * run.rule.guards.maxSharePerRunPercent) / 100)),
  };
}

function scoped(run: RuleRun, account: AccountWorld): Judged[] {
  const { rule, now } = run;
  const { level, ids, parentIds, where } = rule.scope;
  const statuses = statusesOf(rule);
  const calendar: Calendar = calendarOf(now, account.timezone, {
    days: rule.guards.settleDays,
    until: account.settledUntil,
  });
  const siblings = activeByParent(account.entities, level);
  return account.entities
    .filter(
      (entity) =>
        entity.level === level &&
        statuses.includes(entity.status) &&
        (ids === undefined || ids.includes(entity.id)) &&
        (run.ids === undefined || run.ids.includes(entity.id)) &&
        (parentIds === undefined || parentIds.includes(entity.parentId ?? '')),
    )
    .map((entity): Judged => {
      const last = lastOf(
        run.remembered(entity.account, entity.id),
        (act) => act.ruleId === run.ruleId,
      );
      const active = siblings.get(entity.parentId ?? '') ?? 0;
      const since = { createdAt: entity.createdAt, lastActionAt: last?.at };
      return {
        rule,
        account,
        entity,
        calendar,
        since,
        activeSiblings: entity.status === 'ACTIVE' ? active - 1 : active,
      };
    })
    .filter(
      (judged) =>
        where === undefined || judgeCondition(judged, where, 'scope.where', []) === 'true',
    )
    .sort((a, b) => compareText(a.entity.id, b.entity.id));
}

function activeByParent(entities: readonly Entity[], level: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { level: own, status, parentId = '' } of entities)
    if (own === level && status === 'ACTIVE') counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  return counts;
}
