import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEffectPlan } from '../../../core/effects/plan.ts';
import { COMPANY } from '../../launch-house.ts';
import { mortal } from '../../mortal-store.ts';
import { type Answer, createPlanHouse, PLAN } from './plan-house.ts';

const texts = ['one', 'two', 'three'];
const phases = async (house: Awaited<ReturnType<typeof createPlanHouse>>) =>
  (await readEffectPlan(house.store, COMPANY, PLAN))?.effects.map(({ phase }) => phase);

describe('a plan of effects', () => {
  test('is carried out once, whatever the platform leaves unanswered', async () => {
    const house = await createPlanHouse(
      (text, sends) => (sends > 1 ? 'ok' : text === 'one' ? 'lost' : text === 'two' ? 'silent' : 'ok'),
      {
        lagMs: 2_000,
      },
    );
    await house.plan(texts);
    await house.runToEnd();
    expect(house.there.map(({ text }) => text).sort()).toEqual([...texts].sort());
    expect(await phases(house)).toEqual(['done', 'done', 'done']);
  });

  test('waits out a throttle, gives up what a rule forbids, and lets the others pass', async () => {
    const house = await createPlanHouse((text, sends) => (text === 'one' ? 'rule' : sends < 4 ? 'throttled' : 'ok'));
    await house.plan(texts);
    await house.runToEnd();
    expect(house.there.map(({ text }) => text).sort()).toEqual(['three', 'two']);
    expect(await phases(house)).toEqual(['failed', 'done', 'done']);
  });

  test('leaves each effect once when its worker dies at any commit', async () => {
    for (let at = 1; at <= 12; at += 1)
      for (const when of ['before', 'after'] as const) {
        const house = await createPlanHouse((text, sends) => (text === 'two' && sends === 1 ? 'lost' : 'ok'), { lagMs: 1_500 });
        await house.plan(texts);
        void house.run(mortal(house.store, { at, when }), house.worker('dead')).catch(() => undefined);
        await house.clock.sleep(30_000);
        await house.runToEnd();
        expect([at, when, house.there.map(({ text }) => text).sort()]).toEqual([at, when, [...texts].sort()]);
      }
  });

  test('never makes a second one, in any order of answers and deaths', async () => {
    const answer = fc.constantFrom<Answer>('ok', 'lost', 'silent', 'throttled');
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 12 }),
        fc.array(fc.record({ at: fc.integer({ min: 1, max: 9 }), when: fc.constantFrom('before' as const, 'after' as const) }), {
          maxLength: 3,
        }),
        async (answers, deaths) => {
          let asked = 0;
          const house = await createPlanHouse(() => answers[asked++] ?? 'ok', { lagMs: 1_000 });
          await house.plan(texts);
          for (const death of deaths) {
            void house.run(mortal(house.store, death), house.worker('dead')).catch(() => undefined);
            await house.clock.sleep(20_000);
          }
          await house.runToEnd();
          const there = house.there.map(({ text }) => text);
          expect(new Set(there).size).toBe(there.length);
          expect(await phases(house)).toEqual(['done', 'done', 'done']);
        },
      ),
      { numRuns: 60 },
    );
  });
});
