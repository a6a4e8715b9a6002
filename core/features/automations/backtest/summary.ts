import type { FoundAccount } from '../../../accounts/find-account.ts';
import { adAccountIdOf } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import { addDays, dayAt } from '../../../base/time/days.ts';
import type { Facts } from '../../../ports/facts.ts';
import { derive } from '../../../report/derive.ts';
import { directionOf, type Judgement } from '../judge/judgement.ts';
import { type Act, reversalsSince } from '../judge/memory.ts';
import type { AccountWorld, Entity } from '../judge/world.ts';
import type { BacktestAnswer, BacktestDay } from '../schema/backtest.ts';
import type { Rule } from '../schema/rule.ts';
import { explain } from '../words/explain.ts';
import { ruleSentence } from '../words/sentence.ts';
import { readSums } from '../world/figures.ts';
import { asksLearning } from '../world/read-world.ts';

export interface SimulatedRun {
  readonly now: number;
  readonly judgement: Judgement;
  /** False where it would have waited for approval. */
  readonly acts: boolean;
  readonly lookAhead: boolean;
  readonly worlds: readonly AccountWorld[];
}

/** Of each day; the counts have all. */
const MOST_TOLD = 50;

const NOTE =
  'Spend avoided and results forgone are what the paused entities really spent and brought after the pause. What would have happened to the others is not known.';

const NOT_LEARNT =
  'Which ad sets were learning then is not known, so the backtest held none of them back for it.';

interface Backtested {
  readonly rule: Rule;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  readonly runs: readonly SimulatedRun[];
  readonly accounts: readonly FoundAccount[];
}

/** Amounts are in each account's own currency. */
export async function summaryOf(
  ports: { readonly facts: Facts },
  companyId: string,
  { rule, zone, from, to, runs, accounts }: Backtested,
): Promise<BacktestAnswer> {
  const days: BacktestDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const runsOfDay = runs.filter(({ now }) => dayAt(now, zone) === day);
    days.push(dayOf(day, runsOfDay));
  }
  const pauses = pausesOf(runs, zone, to);
  const nothing = { spend: 0, results: 0, conversions: 0 };
  const avoided = new Map<string, typeof nothing>();
  for (const { account, level, id, from: first, to: last } of pauses) {
    const sums = (
      await readSums(ports.facts, companyId, { account, level, range: { from: first, to: last } })
    ).get(id);
    const sum = avoided.get(account) ?? { ...nothing };
    sum.spend += sums?.sums.spend ?? 0;
    sum.results += (sums && derive('results', sums)) ?? 0;
    sum.conversions += sums?.sums.conversions ?? 0;
    avoided.set(account, sum);
  }
  const touched = touchedBy(runs);
  const biggest = [...days].sort((a, b) => b.acted - a.acted)[0];
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    success: true,
    from,
    to,
    timezone: zone,
    sentence: ruleSentence(rule),
    runs: runs.length,
    lookAhead: days.some(({ lookAhead }) => lookAhead),
    days,
    entitiesTouched: touched.size,
    flaps: [...touched.values()].filter((acts) => reversalsSince({ acts }, 0) > 0).length,
    biggestDay:
      biggest === undefined || biggest.acted === 0
        ? null
        : { day: biggest.day, acted: biggest.acted },
    accounts: accounts.map(({ key, currency }) => {
      const sum = avoided.get(key) ?? nothing;
      return {
        accountId: adAccountIdOf(key),
        currency,
        spendAvoided: round(sum.spend),
        resultsForgone: round(sum.results),
        conversionsForgone: round(sum.conversions),
      };
    }),
    note: asksLearning(rule) ? `${NOTE} ${NOT_LEARNT}` : NOTE,
  };
}

function dayOf(day: string, runs: readonly SimulatedRun[]): BacktestDay {
  const results = runs.flatMap(({ judgement, acts, worlds, now }) =>
    judgement.results.map((result) => ({ result, acts, worlds, now })),
  );
  const count = (verdict: string): number =>
    results.filter(({ result }) => result.verdict === verdict).length;
  const acting = results.filter(({ result, acts }) => result.verdict === 'acts' && acts);
  return {
    day,
    runs: runs.length,
    lookAhead: runs.some(({ lookAhead }) => lookAhead),
    considered: Math.max(0, ...runs.map(({ judgement }) => judgement.considered)),
    matched: runs.reduce((sum, { judgement }) => sum + judgement.matched, 0),
    acted: acting.length,
    skipped: count('skipped'),
    notMatched: count('notMatched'),
    unknown: count('unknown'),
    awaitingApproval: runs.filter(({ acts }) => !acts).length,
    actions: acting.slice(0, MOST_TOLD).map(({ result, worlds, now }) => {
      const { account, level, id, name } = result.entity;
      const world = worlds.find(({ key }) => key === account);
      const money = { currency: world?.currency ?? '', decimals: world?.decimals };
      return {
        at: new Date(now).toISOString(),
        entity: { accountId: adAccountIdOf(account), level, id, name },
        explanation: explain(result, money, 'would'),
        changes: result.actions.map(({ type, target, before, wanted }) => ({
          type,
          id: target.id,
          ...defined({ before, wanted }),
        })),
      };
    }),
  };
}

/** From the day after the pause until the resume or the end. */
function pausesOf(runs: readonly SimulatedRun[], zone: string, to: string) {
  const open = new Map<string, { readonly entity: Entity; readonly from: string }>();
  const pauses: (Pick<Entity, 'account' | 'level' | 'id'> & {
    readonly from: string;
    readonly to: string;
  })[] = [];
  const close = (key: string, last: string): void => {
    const paused = open.get(key);
    open.delete(key);
    if (paused === undefined || paused.from > last) return;
    const { account, level, id } = paused.entity;
    pauses.push({ account, level, id, from: paused.from, to: last });
  };
  for (const { judgement, acts, now } of runs)
    for (const { entity, actions } of acts ? judgement.results : []) {
      const key = `${entity.account}/${entity.id}`;
      const day = dayAt(now, zone);
      // The day of the pause is partly spent: only certain savings count.
      if (actions.some(({ type }) => type === 'pause'))
        open.set(key, { entity, from: addDays(day, 1) });
      if (actions.some(({ type }) => type === 'resume')) close(key, day);
    }
  for (const key of [...open.keys()]) close(key, to);
  return pauses;
}

function touchedBy(runs: readonly SimulatedRun[]) {
  const touched = new Map<string, Pick<Act, 'at' | 'direction'>[]>();
  for (const { judgement, acts, now } of runs)
    for (const { entity, actions } of acts ? judgement.results : [])
      for (const action of actions) {
        if (action.type === 'notify') continue;
        const key = `${entity.account}/${action.target.id}`;
        touched.set(key, [
          ...(touched.get(key) ?? []),
          { at: now, direction: directionOf(action) },
        ]);
      }
  return touched;
}
