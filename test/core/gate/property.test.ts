import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { dayAt } from '../../../core/base/time/days.ts';
import { adIn, createGuardFixture, eur, type GuardFixture, seed } from './guard-fixture.ts';
import { budgetOf, delivering, type Held, heldBy, pickFrom } from './held.ts';

/** Small ones, so that random sequences meet all of them. */
const LIMITS = { dailyBudget: 400, startedDailyBudget: 60 };
const FACTOR = 4;
const ZONE = 'Europe/Berlin';

type Move =
  | { readonly do: 'campaign'; readonly budget: number; readonly active: boolean }
  | { readonly do: 'adset'; readonly at: number; readonly budget: number; readonly active: boolean }
  | {
      readonly do: 'copy';
      readonly of: 'campaign' | 'adset';
      readonly at: number;
      readonly count: number;
      readonly active: boolean;
    }
  | {
      readonly do: 'raise';
      readonly of: 'campaign' | 'adset';
      readonly at: number;
      readonly budget: number;
    }
  | {
      readonly do: 'switch';
      readonly of: 'campaign' | 'adset';
      readonly at: number;
      readonly active: boolean;
    }
  | { readonly do: 'launch'; readonly at: number; readonly active: boolean }
  | { readonly do: 'wait'; readonly hours: number };

const at = fc.nat(3);
const of = fc.constantFrom('campaign' as const, 'adset' as const);
const budget = fc.constantFrom(20, 50, 100, 200, 400, 401, 5_000_000);
const active = fc.boolean();
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ do: fc.constant('campaign' as const), budget, active }),
  fc.record({ do: fc.constant('adset' as const), at, budget, active }),
  fc.record({
    do: fc.constant('copy' as const),
    of,
    at,
    count: fc.integer({ min: 1, max: 4 }),
    active,
  }),
  { arbitrary: fc.record({ do: fc.constant('raise' as const), of, at, budget }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('switch' as const), of, at, active }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('launch' as const), at, active }), weight: 2 },
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 5, 11) }),
);

async function carryOut(fixture: GuardFixture, held: Held, step: Move): Promise<void> {
  const pick = (type: 'campaign' | 'adset', index: number): string => pickFrom(held, type, index);
  const status = 'active' in step && step.active ? 'ACTIVE' : 'PAUSED';
  switch (step.do) {
    case 'campaign':
      await fixture.campaign({ dailyBudget: step.budget, status });
      return;
    case 'adset':
      await fixture.adSet({
        campaignId: pick('campaign', step.at),
        dailyBudget: step.budget,
        status,
      });
      return;
    case 'copy': {
      const wanted = { copyCount: step.count, initialStatus: status };
      if (step.of === 'campaign')
        await fixture.copyCampaign({ campaignId: pick('campaign', step.at), ...wanted });
      else await fixture.copyAdSet({ adsetId: pick('adset', step.at), ...wanted });
      return;
    }
    case 'raise':
      await fixture.budget({
        entityType: step.of,
        entityId: pick(step.of, step.at),
        dailyBudget: step.budget,
        confirm: true,
      });
      return;
    case 'switch':
      await fixture.status({
        entityType: step.of,
        entityId: pick(step.of, step.at),
        newStatus: status,
      });
      return;
    case 'launch': {
      const { adBatchId } = await fixture.launch({
        ads: [adIn([pick('adset', step.at)], { status })],
      });
      await fixture.run(adBatchId);
      return;
    }
    case 'wait':
      await fixture.ports.clock.sleep(step.hours * 3_600_000);
  }
}

test('no sequence of creations, copies, rises, activations and launches exceeds a limit', async () => {
  const passed = new Map<string, number>();
  const refused = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 16 }), async (moves) => {
      const fixture = await createGuardFixture();
      await fixture.limits({ risePercent: (FACTOR - 1) * 100, accounts: { [eur]: LIMITS } });
      // On, with more than one operation may start, and nothing in it yet.
      await fixture.rawBudget(eur, 'adset', seed.emptyAdSets(eur, 'traffic')[0] ?? '', 100);
      // Seeded above the limit, so that lowering and copying it are tried too.
      const exempt = new Set([seed.campaign(eur, 'advantage')]);
      const today = () => dayAt(fixture.ports.clock.now(), ZONE);
      let day = today();
      let held = await heldBy(fixture);
      let first = new Map(
        [...held.campaigns, ...held.adsets].map((row) => [row.id, budgetOf(row)]),
      );
      for (const step of moves) {
        const before = delivering(held);
        await carryOut(fixture, held, step).then(
          () => passed.set(step.do, (passed.get(step.do) ?? 0) + 1),
          (error: unknown) => {
            if (!(error instanceof SlipwayError)) throw error;
            for (const { code } of error.details) refused.set(code, (refused.get(code) ?? 0) + 1);
          },
        );
        held = await heldBy(fixture);
        const rows = [...held.campaigns, ...held.adsets];
        if (today() !== day) first = new Map(rows.map((row) => [row.id, budgetOf(row)]));
        day = today();
        for (const row of rows) {
          const known = first.get(row.id) ?? budgetOf(row);
          first.set(row.id, known);
          expect(budgetOf(row)).toBeLessThanOrEqual(known * FACTOR);
          if (!exempt.has(row.id)) expect(budgetOf(row)).toBeLessThanOrEqual(LIMITS.dailyBudget);
        }
        expect(delivering(held) - before).toBeLessThanOrEqual(LIMITS.startedDailyBudget);
      }
    }),
    { numRuns: 40, seed: 22 },
  );
  // The sequences really got somewhere, and really met the gate.
  for (const name of ['campaign', 'adset', 'copy', 'raise', 'switch', 'launch'])
    expect([name, passed.get(name)]).not.toEqual([name, undefined]);
  expect(refused.get('guard_exceeded')).toBeGreaterThan(20);
});
