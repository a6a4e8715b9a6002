import * as v from 'valibot';
import { meta } from '../../../../adapters/platforms/meta/index.ts';
import { createManualClock } from '../../../../adapters/runtime/manual-clock.ts';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { runExecution } from '../../../../core/features/automations/execute/run.ts';
import { executeRule, readExecution } from '../../../../core/features/automations/executions.ts';
import { createRule, toggleRule } from '../../../../core/features/automations/rules.ts';
import { newRule } from '../../../../core/features/automations/schema/automations.ts';
import { runRuleClock } from '../../../../core/features/automations/timer.ts';
import type { Store } from '../../../../core/ports/store.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { createTestService } from '../../../test-service.ts';

export const ACCOUNT = seed.accounts.eur;

/** Guards that hold nothing back, so that a test can set the one it is about. */
export const free = {
  cooldownHours: 0,
  minAgeHours: 0,
  skipChangedWithinHours: 0,
  skipLearning: false,
  maxSharePerRunPercent: 100,
  maxChangesPerEntityPerDay: 1000,
  maxBudgetRisePercentPerDay: 10_000,
  maxEntitiesPerRun: 500,
  flapping: { reversals: 100 },
};

/** A rule over the ad sets of an account that hold a daily budget. */
export const ruleOf = (members: object = {}) => ({
  name: 'Ten percent',
  scope: { level: 'adset', accountIds: [ACCOUNT] },
  when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
  actions: [{ type: 'budget', of: 'self', change: { percent: 10 } }],
  schedule: { everyMinutes: 60 },
  guards: free,
  ...members,
});

/** One platform with its simulation, and rules carried out as their jobs would be. */
export async function createRuleFixture(options: { readonly store?: Store } = {}) {
  const clock = createManualClock(undefined, { auto: true });
  const service = await createTestService({
    ...options,
    clock,
    platforms: [meta],
    times: { primary: { settleMs: 2_000, answerMs: 3_000 } },
  });
  const { ports, caller, companyId } = service;
  const holder = createHolder(clock, 'worker');
  const run = async (executionId: string) => {
    for (let i = 0; i < 500; i++) {
      const done = await runExecution(ports, companyId, executionId, { holder });
      if (done === undefined) return readExecution(ports, companyId, executionId);
      await clock.sleep(Math.max(1, done.againAt - clock.now()));
    }
    throw new Error('The run never ended.');
  };
  return {
    ...service,
    run,
    create: (rule: object) => createRule(ports, caller, v.parse(newRule, rule)),
    dry: (id: string, body: object = {}) =>
      executeRule(ports, caller, { ruleId: id, body: { dryRun: true, ...body } }),
    /** Looks, then runs the rule and waits for its end. */
    async act(id: string, body: object = {}) {
      await executeRule(ports, caller, { ruleId: id, body: { dryRun: true } });
      const { executionId } = await executeRule(ports, caller, {
        ruleId: id,
        body: { dryRun: false, ...body },
      });
      return run(executionId);
    },
    async enable(id: string) {
      await executeRule(ports, caller, { ruleId: id, body: { dryRun: true } });
      return toggleRule(ports, caller, { id, enabled: true, mode: 'act' });
    },
    tick: (id: string) => runRuleClock(ports, companyId, id),
    /** Daily budgets as the platform holds them, in its smallest unit, by ad set. */
    async budgets() {
      const held = await service.held('adsets');
      return new Map(
        held.flatMap(({ id, daily_budget }) =>
          daily_budget === undefined ? [] : [[id, Number(daily_budget)] as const],
        ),
      );
    },
  };
}
