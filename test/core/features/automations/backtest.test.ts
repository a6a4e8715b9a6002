import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../adapters/runtime/manual-clock.ts';
import { addDays } from '../../../../core/base/time/days.ts';
import { nextTime } from '../../../../core/base/time/schedule.ts';
import { backtest } from '../../../../core/features/automations/backtest/backtest.ts';
import { beginScheduled } from '../../../../core/features/automations/execute/order.ts';
import { runExecution } from '../../../../core/features/automations/execute/run.ts';
import { executeRule, readExecution } from '../../../../core/features/automations/executions.ts';
import { createRule, toggleRule } from '../../../../core/features/automations/rules.ts';
import { newRule } from '../../../../core/features/automations/schema/automations.ts';
import { storedRule } from '../../../../core/features/automations/show-rules.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { queryReport } from '../../../../core/report/query-report.ts';
import { createTestService } from '../../../test-service.ts';
import { createLatePlatform, FIRST_DAY, type LateWorld } from './late-platform.ts';
import { free } from './rule-fixture.ts';

const ZONE = 'Europe/Berlin';

/** Lives through a period with a rule switched on; then all late conversions come in. */
async function live(world: LateWorld, rule: object, from: string, to: string) {
  const clock = createManualClock(Date.parse(`${from}T00:00:00+01:00`) - 3_600_000, { auto: true });
  const { module } = createLatePlatform(clock, world);
  const service = await createTestService({ clock, platforms: [module], simulations: [] });
  const { ports, caller, companyId } = service;
  const { id } = await createRule(ports, caller, v.parse(newRule, rule));
  await executeRule(ports, caller, { ruleId: id, body: { dryRun: true } });
  await toggleRule(ports, caller, { id, enabled: true, mode: 'act' });
  const holder = createHolder(clock, 'worker');
  const { doc } = await storedRule(ports.store, companyId, id);
  const end = Date.parse(`${addDays(to, 1)}T00:00:00+01:00`);
  const said: { readonly at: string; readonly verdicts: readonly string[] }[] = [];
  for (
    let at = nextTime(doc.rule.schedule, clock.now(), ZONE);
    at !== undefined && at < end;
    at = nextTime(doc.rule.schedule, at, ZONE)
  ) {
    await clock.sleep(at - clock.now());
    const begun = await beginScheduled(ports, companyId, { ruleId: id, record: doc, due: at });
    for (
      let done = await runExecution(ports, companyId, begun?.executionId ?? '', { holder });
      done !== undefined;
    )
      done = await clock
        .sleep(done.againAt - clock.now())
        .then(() => runExecution(ports, companyId, begun?.executionId ?? '', { holder }));
    const { results } = await readExecution(ports, companyId, begun?.executionId ?? '');
    const changes = results.flatMap(({ actions }) =>
      actions
        .filter(({ status }) => status === 'confirmed')
        .map(({ target, before, wanted }) => `${target.id} ${before} ${wanted}`),
    );
    said.push({ at: new Date(at).toISOString(), verdicts: changes });
  }
  await clock.sleep(20 * 86_400_000);
  const range = { accountIds: 'act_1', startDate: addDays(from, -12), endDate: to, groupBy: 'day' };
  await queryReport(
    ports,
    companyId,
    v.parse((await import('../../../../core/report/schema/report.ts')).reportQueryRequest, range),
  );
  return { ports, companyId, ruleId: id, said };
}

const day = fc.record({
  spend: fc.integer({ min: 0, max: 60 }),
  conversions: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
});
const worlds = fc.array(fc.array(day, { minLength: 24, maxLength: 24 }), {
  minLength: 1,
  maxLength: 4,
});
const rules = fc.record({
  days: fc.integer({ min: 1, max: 5 }),
  endOffsetDays: fc.integer({ min: 0, max: 2 }),
  settleDays: fc.integer({ min: 0, max: 2 }),
  target: fc.integer({ min: 5, max: 40 }),
  cooldownHours: fc.constantFrom(0, 20, 48),
  at: fc.constantFrom(['08:00'], ['06:00', '15:00']),
  action: fc.constantFrom(
    { type: 'pause' },
    { type: 'budget', change: { percent: 20 } },
    { type: 'budget', change: { percent: -10 } },
  ),
  is: fc.constantFrom('>', '<'),
});

const ruleFrom = ({
  days,
  endOffsetDays,
  settleDays,
  target,
  cooldownHours,
  at,
  action,
  is,
}: typeof rules extends fc.Arbitrary<infer R> ? R : never) => ({
  name: 'Late',
  windows: { w: { days, endOffsetDays } },
  scope: { level: 'adset', accountIds: ['act_1'] },
  when: { left: { metric: 'costPerResult', window: 'w' }, is, right: target },
  actions: [action],
  schedule: { at },
  guards: { ...free, cooldownHours, settleDays, minSpend: 0, maxBudgetRisePercentPerDay: 30 },
});

/** What the backtest says it would have done, moment by moment. */
const told = (answer: Awaited<ReturnType<typeof backtest>>) => {
  const byMoment = new Map<string, string[]>();
  for (const { actions } of answer.days)
    for (const { at, changes } of actions)
      byMoment.set(at, [
        ...(byMoment.get(at) ?? []),
        ...changes.map(({ id, before, wanted }) => `${id} ${before} ${wanted}`),
      ]);
  return byMoment;
};

describe('a backtest', () => {
  test('of a period is what the live run did in it, with conversions that arrive late', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, rules, async (world, given) => {
        const [from, to] = [addDays(FIRST_DAY, 12), addDays(FIRST_DAY, 18)];
        const { ports, companyId, ruleId, said } = await live(world, ruleFrom(given), from, to);
        const answer = await backtest(ports, companyId, { ruleId, from, to });
        expect(answer.lookAhead).toBe(false);
        expect(answer.runs).toBe(said.length);
        const would = told(answer);
        for (const { at, verdicts } of said)
          expect([at, would.get(at) ?? []]).toEqual([at, verdicts]);
      }),
      { numRuns: 12 },
    );
  });

  test('shows the false kills of a rule that judges days before their conversions are in', async () => {
    // Each day costs 30 and brings three conversions, all of them two days later: ten each, in
    // truth.
    const world = [Array.from({ length: 24 }, () => ({ spend: 30, conversions: [2, 2, 2] }))];
    const hasty = ruleFrom({
      days: 3,
      endOffsetDays: 1,
      settleDays: 0,
      target: 12,
      cooldownHours: 0,
      at: ['08:00'],
      action: { type: 'pause' },
      is: '>',
    });
    const [from, to] = [addDays(FIRST_DAY, 12), addDays(FIRST_DAY, 14)];
    const { ports, companyId, ruleId } = await live(world, hasty, from, to);
    const answer = await backtest(ports, companyId, { ruleId, from, to });
    expect(answer.days.map(({ acted }) => acted)).toEqual([1, 0, 0]);
    expect(answer).toMatchObject({
      lookAhead: false,
      entitiesTouched: 1,
      flaps: 0,
      accounts: [{ spendAvoided: 60, resultsForgone: 6 }],
    });
    const patient = v.parse(newRule, { ...hasty, guards: { ...hasty.guards, settleDays: 2 } });
    const { enabled: _e, mode: _m, ...rule } = patient;
    expect(
      (await backtest(ports, companyId, { rule, from, to })).days.map(({ acted }) => acted),
    ).toEqual([0, 0, 0]);
  });

  test('says where it had to look ahead', async () => {
    const world = [Array.from({ length: 24 }, () => ({ spend: 30, conversions: [0] }))];
    const given = ruleFrom({
      days: 3,
      endOffsetDays: 1,
      settleDays: 0,
      target: 20,
      cooldownHours: 0,
      at: ['08:00'],
      action: { type: 'pause' },
      is: '>',
    });
    const { ports, companyId, ruleId } = await live(
      world,
      given,
      addDays(FIRST_DAY, 12),
      addDays(FIRST_DAY, 12),
    );
    const answer = await backtest(ports, companyId, {
      ruleId,
      from: addDays(FIRST_DAY, 10),
      to: addDays(FIRST_DAY, 12),
    });
    expect(answer.days.map(({ lookAhead }) => lookAhead)).toEqual([true, true, false]);
  });
});
