import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ATTEMPTS } from '../../../core/effects/policy.ts';
import { foldEntries } from '../../../core/effects/state.ts';
import { type Fate, play, type Story } from './engine-world.ts';

const fate = fc.constantFrom<Fate>(
  'ok',
  'ok',
  'lost',
  'late',
  'silent',
  'throttled',
  'transient',
  'rule',
);

const stories: fc.Arbitrary<Story> = fc.record({
  steps: fc.array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: 1, maxLength: 6 }).map((all) =>
    all.map((after, i) => ({
      after: i === 0 ? [] : [...new Set(after.map((each) => each % i))],
    })),
  ),
  fates: fc.array(fate, { maxLength: 20 }),
  questions: fc.array(fc.boolean(), { maxLength: 8 }),
  deaths: fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: 8 }),
      isKept: fc.boolean(),
      requestLeft: fc.boolean(),
      clockStepMs: fc.integer({ min: -7_200_000, max: 7_200_000 }),
    }),
    { maxLength: 6 },
  ),
  waveSize: fc.integer({ min: 1, max: 4 }),
  lagMs: fc.integer({ min: 0, max: 12_000 }),
});

test('whatever platform, clocks and deaths do, each step happens once or is told not to have happened', async () => {
  let [steps, deaths] = [0, 0];
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { states, made, sent, steps: all } = await play(story);
      for (const { id, dependsOn } of all) {
        const state = states.get(id);
        const there = made.filter((each) => each.id === id);
        // It has come to an end, and the platform holds at most one.
        expect(['done', 'failed']).toContain(state?.phase);
        expect(there.length).toBeLessThanOrEqual(1);
        if (state?.phase === 'done')
          expect(there.map(({ ref }) => ref)).toEqual([state.result?.ref]);
        // What is told to have failed is not there, unless it is told that it may be.
        else expect(there.length === 0 || state?.maybeMade).toBe(true);
        // Only what was sent as often as it may be, without any answer, stays in doubt.
        if (state?.maybeMade)
          expect(sent.filter((each) => each === id).length).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
        // Nothing leaves before what it needs.
        if (dependsOn.some((each) => states.get(each)?.phase === 'failed'))
          expect(sent).not.toContain(id);
      }
      steps += all.length;
      deaths += story.deaths.length;
    }),
    { numRuns: 2_000 },
  );
  // The stories are no idyll.
  expect(steps).toBeGreaterThan(4_000);
  expect(deaths).toBeGreaterThan(2_000);
});

test('every prefix of a journal can be folded, and folding on is folding from the beginning', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { steps, journal, states } = await play(story);
      for (let length = 0; length <= journal.length; length += 1) {
        const prefix = foldEntries(steps, journal.slice(0, length));
        expect([...prefix.keys()]).toEqual([...states.keys()]);
      }
      expect(foldEntries(steps, journal)).toEqual(states);
    }),
    { numRuns: 200 },
  );
});

test('the same story is played the same way', async () => {
  for (const story of fc.sample(stories, { numRuns: 50, seed: 20_261_118 })) {
    const [first, second] = [await play(story), await play(story)];
    expect(second.journal).toEqual(first.journal);
  }
});
