import { describe, expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { PlatformError } from '../../../../core/base/errors.ts';
import { beginScheduled } from '../../../../core/features/automations/execute/order.ts';
import { runExecution } from '../../../../core/features/automations/execute/run.ts';
import {
  approveExecution,
  declineExecution,
  executeRule,
  listExecutions,
  readExecution,
  waitingExecutions,
} from '../../../../core/features/automations/executions.ts';
import { executionKind, memoryKind } from '../../../../core/features/automations/records.ts';
import { deleteRule, toggleRule, updateRule } from '../../../../core/features/automations/rules.ts';
import { readRule, storedRule } from '../../../../core/features/automations/show-rules.ts';
import { stopRules } from '../../../../core/features/automations/stop.ts';
import { undoExecution } from '../../../../core/features/automations/undo.ts';
import { notificationKind } from '../../../../core/features/notifications/records.ts';
import { deliveryKind } from '../../../../core/features/webhooks/records.ts';
import { createWebhook } from '../../../../core/features/webhooks/webhooks.ts';
import { updateBudget } from '../../../../core/manage/edit/update-budget.ts';
import { updateObject } from '../../../../core/manage/update/update-object.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { crashing } from '../../../crashing-store.ts';
import { ACCOUNT, createRuleFixture, free, ruleOf } from './rule-fixture.ts';

const [first = '', second = ''] = seed.emptyAdSets(ACCOUNT, 'traffic');
const some = (members: object = {}) =>
  ruleOf({ scope: { level: 'adset', accountIds: [ACCOUNT], ids: [first, second] }, ...members });
const window = { offset: 0, limit: 50 };
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error) => error.details?.[0]?.code ?? error.code,
  );

const away = {
  platform: 'primary',
  class: 'transient',
  message: 'Away.',
  fix: 'Wait.',
  retryable: true,
  traceId: '',
} as const;

describe('a run', () => {
  test('turns a relative change into absolute amounts, once, and says what it did', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    const before = await fixture.budgets();
    const ran = await fixture.act(rule.id);
    expect(ran).toMatchObject({ status: 'done', counts: { considered: 2, acted: 2, failed: 0 } });
    const after = await fixture.budgets();
    for (const id of [first, second])
      expect(after.get(id)).toBe(Math.round((before.get(id) ?? 0) * 1.1));
    expect(ran.results[0]?.explanation).toMatch(
      /raised from 50\.00 EUR to 55\.00 EUR: daily budget 50\.00 EUR is above 0\.00 EUR\.$/,
    );
    await fixture.run(ran.executionId);
    expect(await fixture.budgets()).toEqual(after);
  });

  test('of one scheduled time happens once, whoever begins it and however often the clock is set', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    await fixture.enable(rule.id);
    const runs = async () =>
      (
        await listExecutions(fixture.ports, fixture.companyId, { ruleId: rule.id, window })
      ).items.filter(({ trigger }) => trigger.kind === 'schedule');
    expect(await fixture.tick(rule.id)).toBeDefined();
    expect(await runs()).toEqual([]);
    await fixture.clock.sleep(3_600_000);
    await Promise.all([fixture.tick(rule.id), fixture.tick(rule.id)]);
    const [only, ...others] = await runs();
    expect(others).toEqual([]);
    await fixture.run(only?.executionId ?? '');
    const after = await fixture.budgets();
    // Back by an hour and on again: the same moment is due once more.
    fixture.clock.step(-3_700_000);
    await fixture.tick(rule.id);
    fixture.clock.step(3_700_000);
    await fixture.tick(rule.id);
    expect(await runs()).toHaveLength(1);
    expect(await fixture.budgets()).toEqual(after);
  });

  test('does not wait for a platform that refuses what an earlier send has done', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    const { primary } = fixture.ports.platforms;
    const often = { ...away, class: 'throttled', retryAfterMs: 3_600_000 } as const;
    const setBudget: NonNullable<NonNullable<typeof primary>['edit']>['setBudget'] = async (
      ...change
    ) => {
      await primary?.edit?.setBudget?.(...change);
      throw new PlatformError(often);
    };
    const platforms = {
      ...fixture.ports.platforms,
      primary: { ...primary, edit: { ...primary?.edit, setBudget } },
    };
    const ports = { ...fixture.ports, platforms: platforms as typeof fixture.ports.platforms };
    await fixture.dry(rule.id);
    const { executionId } = await executeRule(ports, fixture.caller, {
      ruleId: rule.id,
      body: { dryRun: false },
    });
    const done = await runExecution(ports, fixture.companyId, executionId, {
      holder: createHolder(fixture.clock, 'worker'),
    });
    expect(done).toBeUndefined();
    expect(await readExecution(ports, fixture.companyId, executionId)).toMatchObject({
      status: 'done',
      counts: { acted: 2 },
    });
    const budgets = await fixture.budgets();
    expect([budgets.get(first), budgets.get(second)]).toEqual([5500, 5500]);
  });

  test('is not held up by a clock that ran ahead and was set back', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    await fixture.enable(rule.id);
    fixture.clock.step(5 * 3_600_000 + 1_800_000);
    await fixture.tick(rule.id);
    fixture.clock.step(-5 * 3_600_000 - 1_800_000);
    await fixture.clock.sleep(3_600_000);
    await fixture.tick(rule.id);
    const { items } = await listExecutions(fixture.ports, fixture.companyId, {
      ruleId: rule.id,
      window,
    });
    const due = items.flatMap(({ trigger }) => trigger.scheduledFor ?? []);
    expect(due).toEqual([
      new Date(Math.floor(fixture.clock.now() / 3_600_000) * 3_600_000).toISOString(),
    ]);
  });

  test('that was missed is left out, or run once, and never caught up one by one', async () => {
    for (const missed of ['skip', 'runOnce'] as const) {
      const fixture = await createRuleFixture();
      const rule = await fixture.create(some({ schedule: { everyMinutes: 60, missed } }));
      await fixture.enable(rule.id);
      await fixture.clock.sleep(50 * 3_600_000 + 30 * 60_000);
      await fixture.tick(rule.id);
      const { items } = await listExecutions(fixture.ports, fixture.companyId, {
        ruleId: rule.id,
        window,
      });
      expect(items.filter(({ trigger }) => trigger.kind === 'schedule')).toHaveLength(
        missed === 'skip' ? 0 : 1,
      );
    }
  });

  test('never compounds when its worker dies at any commit', async () => {
    for (let at = 1; at <= 24; at += 1)
      for (const when of ['before', 'after'] as const) {
        const fixture = await createRuleFixture();
        const rule = await fixture.create(some());
        await fixture.enable(rule.id);
        const due = fixture.clock.now();
        const { doc } = await storedRule(fixture.store, fixture.companyId, rule.id);
        const begun = await beginScheduled(fixture.ports, fixture.companyId, {
          ruleId: rule.id,
          record: doc,
          due,
        });
        const ports = { ...fixture.ports, store: crashing(fixture.store, { at, when }) };
        void runExecution(ports, fixture.companyId, begun?.executionId ?? '', {
          holder: createHolder(fixture.clock, 'dead'),
        }).catch(() => undefined);
        await fixture.clock.sleep(90_000);
        const ran = await fixture.run(begun?.executionId ?? '');
        expect([at, when, ran.status, ran.counts.acted]).toEqual([at, when, 'done', 2]);
        const budgets = await fixture.budgets();
        expect([at, when, budgets.get(first), budgets.get(second)]).toEqual([at, when, 5500, 5500]);
      }
  });

  test('leaves alone what somebody has changed between its judgement and its turn', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    await fixture.dry(rule.id);
    const { doc } = await storedRule(fixture.store, fixture.companyId, rule.id);
    const begun = await beginScheduled(fixture.ports, fixture.companyId, {
      ruleId: rule.id,
      record: { ...doc, enabled: true, mode: 'act' },
      due: fixture.clock.now(),
    });
    await toggleRule(fixture.ports, fixture.caller, { id: rule.id, enabled: true, mode: 'act' });
    // The worker dies right after the plan is written; then a person changes one of the two.
    const holder = createHolder(fixture.clock, 'dead');
    const plan = { ...fixture.ports, store: dyingAfterPlan(fixture.store) };
    void runExecution(plan, fixture.companyId, begun?.executionId ?? '', { holder }).catch(
      () => undefined,
    );
    await fixture.clock.sleep(90_000);
    const request = {
      businessId: ACCOUNT,
      entityType: 'adset',
      entityId: first,
      dailyBudget: 42,
    } as const;
    await updateBudget(fixture.ports, fixture.caller, request);
    const ran = await fixture.run(begun?.executionId ?? '');
    expect(ran.status).toBe('partial');
    const [changed] = ran.results.filter(({ entity }) => entity.id === first);
    expect(changed).toMatchObject({
      verdict: 'failed',
      actions: [{ status: 'refused', code: 'changedSince' }],
    });
    const budgets = await fixture.budgets();
    expect([budgets.get(first), budgets.get(second)]).toEqual([4200, 5500]);
  });

  test('passes the limits of the company like every other write', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(
      some({
        actions: [{ type: 'budget', of: 'self', change: { set: 20_000 } }],
        guards: { ...free, maxBudgetRisePercentPerDay: 10_000 },
      }),
    );
    await fixture.dry(rule.id);
    const ran = await fixture.act(rule.id);
    expect(ran.status).toBe('failed');
    expect(ran.results[0]?.actions[0]).toMatchObject({ status: 'refused', code: 'guard_exceeded' });
    expect((await fixture.budgets()).get(first)).toBe(5000);
  });
});

const dyingAfterPlan = (store: Parameters<typeof crashing>[0]) => {
  let dead = false;
  return {
    ...store,
    commit: async (writes: Parameters<typeof store.commit>[0]) => {
      if (dead) return new Promise<undefined>(() => {});
      const done = await store.commit(writes);
      if (writes.some(({ kind }) => kind.name === 'effect-plan')) {
        dead = true;
        return new Promise<undefined>(() => {});
      }
      return done;
    },
  };
};

describe('a dry run', () => {
  test('changes nothing, starts no cooldown, and is what lets a rule act', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some({ guards: { ...free, cooldownHours: 24 } }));
    expect(
      await code(
        toggleRule(fixture.ports, fixture.caller, { id: rule.id, enabled: true, mode: 'act' }),
      ),
    ).toBe('dry_run_required');
    const before = await fixture.budgets();
    const dry = await fixture.dry(rule.id);
    expect(dry).toMatchObject({ mode: 'dryRun', counts: { wouldHaveActed: 2, acted: 0 } });
    expect(await fixture.budgets()).toEqual(before);
    expect((await fixture.store.find(memoryKind, fixture.companyId)).items).toEqual([]);
    expect((await fixture.act(rule.id)).counts.acted).toBe(2);
    expect((await fixture.act(rule.id)).results.map(({ guard }) => guard)).toEqual([
      'cooldown',
      'cooldown',
    ]);
    const changed = await updateRule(fixture.ports, fixture.caller, rule.id, {
      revision: 1,
      name: 'Other',
    });
    expect(changed).toMatchObject({ revision: 2, mode: 'simulate' });
    expect(
      await code(
        toggleRule(fixture.ports, fixture.caller, { id: rule.id, enabled: true, mode: 'act' }),
      ),
    ).toBe('dry_run_required');
  });
});

describe('several rules', () => {
  test('that are due at once act in the order of their priorities, and the weaker names the stronger', async () => {
    const fixture = await createRuleFixture();
    const schedule = { everyMinutes: 60 };
    const weak = await fixture.create(
      some({ name: 'Weak', priority: 100, schedule, guards: { ...free, cooldownHours: 24 } }),
    );
    const strong = await fixture.create(
      some({
        name: 'Strong',
        priority: 900,
        schedule,
        actions: [{ type: 'pause' }],
        guards: { ...free, cooldownHours: 24 },
      }),
    );
    await fixture.enable(weak.id);
    await fixture.enable(strong.id);
    await fixture.clock.sleep(3_600_000);
    // The weaker one is looked at first: it begins the stronger one and waits for it.
    await fixture.tick(weak.id);
    const scheduled = async (id: string) =>
      (await listExecutions(fixture.ports, fixture.companyId, { ruleId: id, window })).items.find(
        ({ trigger }) => trigger.kind === 'schedule',
      )?.executionId ?? '';
    const holder = createHolder(fixture.clock, 'w');
    expect(
      await runExecution(fixture.ports, fixture.companyId, await scheduled(weak.id), { holder }),
    ).toBeDefined();
    expect((await fixture.run(await scheduled(strong.id))).counts.acted).toBe(2);
    const second_ = await fixture.run(await scheduled(weak.id));
    // What was paused is no longer in the scope of a rule for what is on.
    expect(second_.counts.acted).toBe(0);
    const other = await fixture.create(
      some({
        name: 'Also',
        priority: 100,
        scope: {
          level: 'adset',
          accountIds: [ACCOUNT],
          ids: [first],
          status: ['ACTIVE', 'PAUSED'],
        },
      }),
    );
    expect((await fixture.dry(other.id)).results[0]).toMatchObject({
      guard: 'conflict',
      conflictWith: 'Strong',
    });
  });
});

describe('a run that waits', () => {
  test('acts once it is approved, if exactly that would still be done', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some({ guards: { ...free, maxSharePerRunPercent: 10 } }));
    const waiting = await fixture.act(rule.id);
    expect(waiting).toMatchObject({ status: 'awaitingApproval', reason: 'shareTooLarge' });
    expect((await fixture.budgets()).get(first)).toBe(5000);
    expect(
      await code(
        approveExecution(fixture.ports, fixture.caller, {
          executionId: waiting.executionId,
          planDigest: 'other',
        }),
      ),
    ).toBe('plan_outdated');
    await approveExecution(fixture.ports, fixture.caller, {
      executionId: waiting.executionId,
      planDigest: waiting.planDigest ?? '',
    });
    expect(await fixture.run(waiting.executionId)).toMatchObject({
      status: 'done',
      counts: { acted: 2 },
    });
    const again = await fixture.act(rule.id);
    const request = {
      businessId: ACCOUNT,
      entityType: 'adset',
      entityId: first,
      dailyBudget: 42,
    } as const;
    await updateBudget(fixture.ports, fixture.caller, request);
    await approveExecution(fixture.ports, fixture.caller, {
      executionId: again.executionId,
      planDigest: again.planDigest ?? '',
    });
    expect(await fixture.run(again.executionId)).toMatchObject({
      status: 'refused',
      reason: 'planOutdated',
    });
    // The approver hears of it.
    const { items } = await fixture.ports.store.find(notificationKind, fixture.companyId, {
      limit: 20,
    });
    expect(items.map(({ doc }) => doc.title)).toContain(
      `${again.ruleName} was approved and did not act`,
    );
  });

  test('is listed with those of other rules, and is declined once', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some({ guards: { ...free, maxSharePerRunPercent: 10 } }));
    const { executionId, planDigest = '' } = await fixture.act(rule.id);
    const waiting = async () =>
      (await waitingExecutions(fixture.ports, fixture.companyId, window)).items;
    expect(await waiting()).toMatchObject([
      { executionId, ruleName: rule.name, status: 'awaitingApproval' },
    ]);
    const decline = () => declineExecution(fixture.ports, fixture.caller, executionId);
    expect(await decline()).toMatchObject({ status: 'refused', reason: 'declined' });
    expect(await decline()).toMatchObject({ reason: 'declined' });
    expect(await waiting()).toEqual([]);
    expect(
      await code(approveExecution(fixture.ports, fixture.caller, { executionId, planDigest })),
    ).toBe('not_waiting');
    expect((await fixture.budgets()).get(first)).toBe(5000);
  });
});

describe('an undo', () => {
  test('sets back what is as the run left it, and says of the rest why not', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(
      some({
        actions: [{ type: 'budget', of: 'self', change: { percent: 10 } }, { type: 'notify' }],
      }),
    );
    const ran = await fixture.act(rule.id);
    const request = {
      businessId: ACCOUNT,
      entityType: 'adset',
      entityId: first,
      dailyBudget: 42,
    } as const;
    await updateBudget(fixture.ports, fixture.caller, request);
    const { executionId } = await undoExecution(fixture.ports, fixture.caller, ran.executionId);
    const undone = await fixture.run(executionId);
    expect(undone).toMatchObject({
      mode: 'undo',
      undoOf: ran.executionId,
      status: 'done',
      counts: { acted: 1, skipped: 1 },
    });
    const budgets = await fixture.budgets();
    expect([budgets.get(first), budgets.get(second)]).toEqual([4200, 5000]);
    const original = await readExecution(fixture.ports, fixture.companyId, ran.executionId);
    expect(original).toMatchObject({ status: 'undone', undoneBy: executionId });
    const undoOf = (id: string) =>
      original.results.find(({ entity }) => entity.id === id)?.actions.map(({ undo }) => undo);
    expect(undoOf(first)).toMatchObject([
      { possible: false, why: 'changedSince' },
      { possible: false, why: 'notifyOnly' },
    ]);
    expect(undoOf(second)).toMatchObject([
      { possible: true, note: expect.stringContaining('highest budget') },
      {},
    ]);
    expect(undone.results.map(({ explanation }) => explanation).join(' ')).toMatch(
      /not: a person has changed it since/,
    );
    expect(await code(undoExecution(fixture.ports, fixture.caller, ran.executionId))).toBe(
      'already_undone',
    );
  });
});

describe('an undo that does not succeed', () => {
  test('is refused where an entity cannot be read, and takes none for deleted', async () => {
    const fixture = await createRuleFixture();
    const ran = await fixture.act((await fixture.create(some())).id);
    const { primary } = fixture.ports.platforms;
    const entities = async (_: unknown, objects: readonly { readonly id: string }[]) =>
      objects.map(({ id }) => ({ id, failure: away }));
    const platforms = {
      ...fixture.ports.platforms,
      primary: { ...primary, inspect: { ...primary?.inspect, entities } },
    };
    const unread = { ...fixture.ports, platforms: platforms as typeof fixture.ports.platforms };
    expect(await code(undoExecution(unread, fixture.caller, ran.executionId))).toBe(
      'platform_error',
    );
    const { executionId } = await undoExecution(fixture.ports, fixture.caller, ran.executionId);
    expect(await fixture.run(executionId)).toMatchObject({ status: 'done', counts: { acted: 2 } });
  });

  test('can be asked for again: where nothing could be undone, and where a change was refused', async () => {
    const fixture = await createRuleFixture();
    const ran = await fixture.act((await fixture.create(some())).id);
    const set = (entityId: string, dailyBudget: number) =>
      updateBudget(fixture.ports, fixture.caller, {
        businessId: ACCOUNT,
        entityType: 'adset',
        entityId,
        dailyBudget,
      });
    for (const id of [first, second]) await set(id, 42);
    expect(await undoExecution(fixture.ports, fixture.caller, ran.executionId)).toMatchObject({
      status: 'refused',
    });
    for (const id of [first, second]) await set(id, 55);
    const { executionId } = await undoExecution(fixture.ports, fixture.caller, ran.executionId);
    expect(await code(undoExecution(fixture.ports, fixture.caller, ran.executionId))).toBe(
      'already_undone',
    );
    // The platform takes four changes of a budget an hour.
    await fixture.clock.sleep(3_600_000);
    // A person changes one of them before its turn.
    await set(first, 60);
    expect(await fixture.run(executionId)).toMatchObject({
      status: 'partial',
      counts: { acted: 1, failed: 1 },
    });
    await set(first, 55);
    const again = await undoExecution(fixture.ports, fixture.caller, ran.executionId);
    expect(await fixture.run(again.executionId)).toMatchObject({
      status: 'done',
      counts: { acted: 1 },
    });
    const budgets = await fixture.budgets();
    expect([budgets.get(first), budgets.get(second)]).toEqual([5000, 5000]);
    expect(await readExecution(fixture.ports, fixture.companyId, ran.executionId)).toMatchObject({
      status: 'undone',
      undoneBy: again.executionId,
    });
  });
});

describe('a rule', () => {
  test('that fails again and again is switched off, and a switch stops all', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(
      some({
        guards: { ...free, disableAfterFailures: 2 },
        actions: [{ type: 'budget', of: 'self', change: { set: 20_000 } }],
      }),
    );
    await fixture.enable(rule.id);
    await fixture.act(rule.id);
    expect((await readRule(fixture.ports, fixture.companyId, rule.id)).enabled).toBe(true);
    await fixture.act(rule.id);
    expect(await readRule(fixture.ports, fixture.companyId, rule.id)).toMatchObject({
      enabled: false,
      lastRun: { status: 'disabledAfterFailures' },
    });
    await stopRules(fixture.ports, fixture.caller, true);
    expect(await code(fixture.act(rule.id))).toBe('rules_stopped');
    expect((await readRule(fixture.ports, fixture.companyId, rule.id)).stopped).toBe(true);
  });

  test('that was deleted leaves its runs, and is changed by one revision at a time', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    const dry = await fixture.dry(rule.id);
    expect(
      await code(updateRule(fixture.ports, fixture.caller, rule.id, { revision: 7, name: 'x' })),
    ).toBe('stale_revision');
    await deleteRule(fixture.ports, fixture.caller, rule.id);
    expect(await code(readRule(fixture.ports, fixture.companyId, rule.id))).toBe('not_found');
    expect(
      (await readExecution(fixture.ports, fixture.companyId, dry.executionId)).executionId,
    ).toBe(dry.executionId);
    expect(
      (await listExecutions(fixture.ports, fixture.companyId, { ruleId: rule.id, window })).total,
    ).toBe(1);
  });

  test('skips with a reason where its figures are too old', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(
      some({
        windows: { w: { days: 3 } },
        when: { left: { metric: 'spend', window: 'w' }, is: '>=', right: 0 },
        guards: { ...free, freshMinutes: 30 },
      }),
    );
    expect((await fixture.dry(rule.id)).status).toBe('done');
    await fixture.clock.sleep(2 * 3_600_000);
    await fixture.fault({
      fault: 'error',
      method: 'GET',
      path: '*/insights',
      code: 2,
      status: 500,
    });
    expect(await fixture.dry(rule.id)).toMatchObject({ status: 'skipped', reason: 'staleFigures' });
  });

  test('is tried beside its own clock; what was seen is what it is now, or was not seen', async () => {
    const fixture = await createRuleFixture();
    const rule = await fixture.create(some());
    await fixture.enable(rule.id);
    const between = (work: () => Promise<unknown>) => {
      let isOpen = true;
      const commit: typeof fixture.store.commit = async (writes) => {
        if (isOpen && writes.some(({ kind }) => kind.name === executionKind.name)) {
          isOpen = false;
          await work();
        }
        return fixture.store.commit(writes);
      };
      return { ...fixture.ports, store: { ...fixture.store, commit } };
    };
    const update = (revision: number) =>
      updateRule(fixture.ports, fixture.caller, rule.id, { revision, priority: 400 + revision });
    await update(1);
    const ticking = between(() => fixture.tick(rule.id));
    expect(
      await executeRule(ticking, fixture.caller, { ruleId: rule.id, body: { dryRun: true } }),
    ).toMatchObject({
      status: 'done',
    });
    expect(
      await toggleRule(fixture.ports, fixture.caller, { id: rule.id, enabled: true, mode: 'act' }),
    ).toMatchObject({
      revision: 2,
    });
    const changing = between(() => update(2));
    expect(
      await executeRule(changing, fixture.caller, { ruleId: rule.id, body: { dryRun: true } }),
    ).toMatchObject({
      ruleRevision: 2,
    });
    const act = toggleRule(fixture.ports, fixture.caller, {
      id: rule.id,
      enabled: true,
      mode: 'act',
    });
    expect(await code(act)).toBe('dry_run_required');
  });

  test('leaves alone what the platform still learns to deliver, unless it is told not to look', async () => {
    const fixture = await createRuleFixture();
    const { skipLearning: _, ...guards } = free;
    const rule = await fixture.create(some({ guards }));
    const audience = { accountId: ACCOUNT, adSetId: first, location: { countries: ['CA'] } };
    await updateObject(fixture.ports, fixture.caller, { level: 'adSet', body: audience });
    const [young] = (await fixture.dry(rule.id)).results;
    expect(young).toMatchObject({ verdict: 'skipped', guard: 'learning' });
    expect(young?.explanation).toMatch(/the platform is still learning how to deliver it/);
    // A week after the change it has learnt.
    await fixture.clock.sleep(8 * 86_400_000);
    expect((await fixture.dry(rule.id)).results[0]).toMatchObject({ verdict: 'wouldHaveActed' });
  });

  test('tells webhooks what it did, in the words of its explanation', async () => {
    const fixture = await createRuleFixture();
    await createWebhook(fixture.ports, fixture.caller, {
      url: 'https://example.com/hook',
      events: ['automation.executed'],
    });
    const rule = await fixture.create(
      some({
        actions: [
          { type: 'pause' },
          { type: 'notify', text: '{{rule}}: {{entity.name}}: {{explanation}}' },
        ],
      }),
    );
    const ran = await fixture.act(rule.id);
    const { items } = await fixture.store.find(deliveryKind, fixture.companyId);
    expect(items).toHaveLength(1);
    const [delivery] = items.map(
      ({ doc }) =>
        doc as { event: string; data: { results?: { text: string; explanation: string }[] } },
    );
    const told = delivery?.data.results?.[0];
    expect(delivery?.event).toBe('automation.executed');
    expect(told?.explanation).toBe(ran.results[0]?.explanation);
    expect(told?.text).toMatch(
      /^Ten percent: .*: Paused, reported: daily budget 50\.00 EUR is above 0\.00 EUR\.$/,
    );
    expect(
      (await fixture.store.find(executionKind, fixture.companyId, { where: { phase: 'ended' } }))
        .items,
    ).toHaveLength(2);
  });
});
