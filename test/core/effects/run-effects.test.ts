import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { effectsOf, readEffectPlan } from '../../../core/effects/plan.ts';
import { crashing } from '../../crashing-store.ts';
import { COMPANY } from '../../test-service.ts';
import { type Answer, createPlanFixture, PLAN } from './plan-fixture.ts';

const texts = ['one', 'two', 'three'];
const phases = async (fixture: Awaited<ReturnType<typeof createPlanFixture>>) => {
  const plan = await readEffectPlan(fixture.store, COMPANY, PLAN);
  return plan && effectsOf(plan.doc).map(({ phase }) => phase);
};

describe('a plan of effects', () => {
  test('is carried out once, whatever the platform leaves unanswered', async () => {
    const fixture = await createPlanFixture(
      (text, sends) =>
        sends > 1 ? 'ok' : text === 'one' ? 'lost' : text === 'two' ? 'silent' : 'ok',
      {
        lagMs: 2_000,
      },
    );
    await fixture.plan(texts);
    await fixture.runToEnd();
    expect(fixture.there.map(({ text }) => text).sort()).toEqual([...texts].sort());
    expect(await phases(fixture)).toEqual(['done', 'done', 'done']);
  });

  test('waits out a throttle, gives up what a rule forbids, and lets the others pass', async () => {
    const fixture = await createPlanFixture((text, sends) =>
      text === 'one' ? 'rule' : sends < 4 ? 'throttled' : 'ok',
    );
    await fixture.plan(texts);
    await fixture.runToEnd();
    expect(fixture.there.map(({ text }) => text).sort()).toEqual(['three', 'two']);
    expect(await phases(fixture)).toEqual(['failed', 'done', 'done']);
  });

  test('ends in doubt where the search finds that others have decided since, and lets the others pass', async () => {
    const fixture = await createPlanFixture((text) => (text === 'one' ? 'silent' : 'ok'), {
      onFind: () => {
        throw new SlipwayError('conflict', 'A person has changed it since.');
      },
    });
    await fixture.plan(texts);
    await fixture.runToEnd();
    const plan = await readEffectPlan(fixture.store, COMPANY, PLAN);
    expect(plan && effectsOf(plan.doc)).toMatchObject([
      { phase: 'failed', isOpen: true, failure: { message: 'A person has changed it since.' } },
      { phase: 'done' },
      { phase: 'done' },
    ]);
  });

  test('leaves each effect once when its worker dies at any commit', async () => {
    for (let at = 1; at <= 12; at += 1)
      for (const when of ['before', 'after'] as const) {
        const fixture = await createPlanFixture(
          (text, sends) => (text === 'two' && sends === 1 ? 'lost' : 'ok'),
          {
            lagMs: 1_500,
          },
        );
        await fixture.plan(texts);
        void fixture
          .run(crashing(fixture.store, { at, when }), fixture.worker('dead'))
          .catch(() => undefined);
        await fixture.clock.sleep(30_000);
        await fixture.runToEnd();
        expect([at, when, fixture.there.map(({ text }) => text).sort()]).toEqual([
          at,
          when,
          [...texts].sort(),
        ]);
      }
  });

  test('never makes a second one, in any order of answers and deaths', async () => {
    const answer = fc.constantFrom<Answer>('ok', 'lost', 'silent', 'throttled');
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 12 }),
        fc.array(
          fc.record({
            at: fc.integer({ min: 1, max: 9 }),
            when: fc.constantFrom('before' as const, 'after' as const),
          }),
          {
            maxLength: 3,
          },
        ),
        async (answers, deaths) => {
          let asked = 0;
          const fixture = await createPlanFixture(() => answers[asked++] ?? 'ok', { lagMs: 1_000 });
          await fixture.plan(texts);
          for (const death of deaths) {
            void fixture
              .run(crashing(fixture.store, death), fixture.worker('dead'))
              .catch(() => undefined);
            await fixture.clock.sleep(20_000);
          }
          await fixture.runToEnd();
          const there = fixture.there.map(({ text }) => text);
          expect(new Set(there).size).toBe(there.length);
          expect(await phases(fixture)).toEqual(['done', 'done', 'done']);
        },
      ),
      { numRuns: 60 },
    );
  });
});
