import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { foldEntries } from '../../../core/effects/state.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import type { RunPorts } from '../../../core/launch/journal/append.ts';
import { readBatch, readJournal, readPlan } from '../../../core/launch/journal/journal.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { countAds } from '../../../core/launch/show/present.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { crashing } from '../../crashing-store.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform, type Mood } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

/** Runs a batch through a series of deaths and then to its end; answers what the platform holds. */
async function launchThrough(
  deaths: readonly { at: number; when: 'before' | 'after' }[],
  mood: (operation: { readonly id: string; readonly kind: string }, sends: number) => Mood,
  ads: number,
) {
  const store = createMemoryStore();
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const fixture = await createLaunchFixture({
    store,
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, { mood, lagMs: 2_000, waveSize: 3 });
      return { primary: standIn.platform };
    },
  });
  const body = {
    ads: Array.from({ length: ads }, (_, i) =>
      imageAd({
        adSets: ['1', '2'],
        media: [{ url: `https://cdn.test/${i % 2}.${i % 4 === 3 ? 'mp4' : 'png'}` }],
      }),
    ),
  };
  const answer = await submitLaunch(fixture.ports, caller, body);
  const id = String(answer.adBatchId);
  for (const [life, { at, when }] of deaths.entries()) {
    const ports = { ...fixture.ports, store: crashing(store, { at, when }) };
    // A death leaves promises that never settle, as a killed process leaves nothing behind at all.
    await Promise.race([
      untilEnded(ports, id, `life-${life}`).catch(() => undefined),
      fixture.clock.sleep(1_200_000),
    ]);
  }
  await fixture.run(answer.adBatchId);
  return {
    fixture,
    id,
    made: standIn?.made ?? [],
    status: await batchStatus(fixture.ports, COMPANY, id),
    total: ads * 2,
  };
}

/** Runs the batch as its job would, as often as it asks for. */
async function untilEnded(ports: RunPorts, id: string, name: string): Promise<void> {
  const holder = createHolder(ports.clock, name);
  for (;;) {
    const done = await runBatch(ports, COMPANY, id, { holder });
    if (done === undefined) return;
    await ports.clock.sleep(done.againAt - ports.clock.now());
  }
}

const once = (operations: readonly string[]): void =>
  expect([...new Set(operations)].sort()).toEqual([...operations].sort());

describe('a worker that dies', () => {
  test('at every commit of a launch, before it or after it, leaves nothing doubled and nothing lost', async () => {
    for (let at = 1; at <= 24; at++) {
      for (const when of ['before', 'after'] as const) {
        const { made, status, total } = await launchThrough([{ at, when }], () => 'ok', 3);
        const ads = made.filter(({ kind }) => kind === 'ad').map(({ operation }) => operation);
        once(ads);
        expect([at, when, ads.length, status.rawStatus, status.successfulAds]).toEqual([
          at,
          when,
          total,
          'Success',
          total,
        ]);
        once(made.filter(({ kind }) => kind === 'creative').map(({ operation }) => operation));
      }
    }
  });

  test('again and again, on a platform that throttles, forgets to answer and refuses at random, neither', async () => {
    const death = fc.record({
      at: fc.integer({ min: 1, max: 30 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    });
    const weather = fc.array(
      fc.constantFrom<Mood>(
        'ok',
        'ok',
        'ok',
        'ok',
        'lost',
        'unanswered',
        'flaky',
        'throttled',
        'missing',
      ),
      { minLength: 5, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(death, { maxLength: 6 }),
        weather,
        fc.integer({ min: 1, max: 6 }),
        async (deaths, moods, count) => {
          let turn = 0;
          const mood = (operation: { readonly kind: string }, sends: number): Mood => {
            const next = moods[turn++ % moods.length] ?? 'ok';
            // Good in the end: what is refused for ever is not the subject here. Uploads are known
            // at once everywhere.
            return sends > 4 || (next === 'missing' && operation.kind !== 'ad') ? 'ok' : next;
          };
          const { made, status, total, fixture, id } = await launchThrough(deaths, mood, count);
          const ads = made.filter(({ kind }) => kind === 'ad').map(({ operation }) => operation);
          once(ads);
          expect([ads.length, status.rawStatus]).toEqual([total, 'Success']);
          expect(new Set(status.launchedAds.map(({ adId }) => adId))).toEqual(
            new Set(made.filter(({ kind }) => kind === 'ad').map((ad) => ad.id)),
          );

          // The head is only a summary: the plan and the journal alone say the same.
          const plan = await readPlan(fixture.store, COMPANY, id);
          const counts = countAds(
            plan,
            foldEntries(plan.operations, await readJournal(fixture.store, COMPANY, id)),
          );
          expect((await readBatch(fixture.store, COMPANY, id)).doc).toMatchObject(counts);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('two workers at once: one runs the batch, the other is turned away', async () => {
    const { fixture, id } = await (async () => {
      const assembled = await createLaunchFixture({
        platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
      });
      const answer = await submitLaunch(assembled.ports, caller, { ads: [imageAd()] });
      return { fixture: assembled, id: String(answer.adBatchId) };
    })();
    const results = await Promise.all(
      ['a', 'b'].map((name) =>
        runBatch(fixture.ports, COMPANY, id, { holder: createHolder(fixture.clock, name) }),
      ),
    );
    expect(results.filter((done) => done === undefined)).toHaveLength(1);
    expect(results.filter((done) => done !== undefined)).toHaveLength(1);
  });
});
