import { describe, expect, test } from 'vitest';
import type { kinds } from '../../../core/features/registry.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { cancelBatch } from '../../../core/launch/cancel.ts';
import { forgetBatches, forgetLoosePages } from '../../../core/launch/forget-batches.ts';
import { readJournal, readPlan } from '../../../core/launch/journal/journal.ts';
import { journalPageKind } from '../../../core/launch/journal/pages.ts';
import { batchKind, journalKind, planKind } from '../../../core/launch/journal/records.ts';
import { loosePagesKind, planPageKind } from '../../../core/launch/plan/pages.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { type BatchStatus, batchStatus, pagedStatus } from '../../../core/launch/show/status.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { crashing } from '../../crashing-store.ts';
import { imageAd } from '../../launch-fixture.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { createStandInFixture } from './stand-in-fixture.ts';

const ADS = 620;
const DAY_MS = 86_400_000;

/**
 * Ads into two ad sets each; those of one in ten show a file of their own, the others share three.
 */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    imageAd({
      adName: `Large ${i}`,
      adSets: [{ value: '1' }, { value: '2' }],
      media: [{ url: `https://cdn.test/${i % 10 === 0 ? `own-${i}` : i % 3}.png` }],
    }),
  );

async function createLargeFixture(options: Parameters<typeof createStandInFixture>[0] = {}) {
  const fixture = await createStandInFixture({ waveSize: 50, ...options });
  const ports = { ...fixture.ports, launchLimits: { ads: 1_000, creations: 5_000 } };
  const launch = async (count = ADS): Promise<string> =>
    String((await submitLaunch(ports, caller, { ads: many(count) })).adBatchId);
  const whole = (id: string): Promise<BatchStatus> => batchStatus(ports, COMPANY, id);
  /** All ads, window by window. */
  const paged = async (id: string, limit: number) => {
    const windows: BatchStatus[] = [];
    for (let offset = 0; offset < ADS; offset += limit)
      windows.push(await pagedStatus(ports, COMPANY, id, { offset, limit }));
    return {
      launchedAds: windows.flatMap(({ launchedAds }) => launchedAds),
      failedAds: windows.flatMap(({ failedAds }) => failedAds),
      last: windows[windows.length - 1]?.pagination,
    };
  };
  return { ...fixture, ports, launch, whole, paged };
}

describe('a launch above the limits that hold by default', () => {
  test('is refused unless the installation takes it, with the limit that holds', async () => {
    const { ports } = await createStandInFixture();
    await expect(submitLaunch(ports, caller, { ads: many(501) })).rejects.toThrow(
      'A launch holds 1 to 500 ads',
    );
    const raised = { ...ports, launchLimits: { ads: 600, creations: 1_200 } };
    await expect(submitLaunch(raised, caller, { ads: many(601) })).rejects.toThrow(
      'A launch holds 1 to 600 ads',
    );
    expect(await submitLaunch(raised, caller, { ads: many(501) })).toMatchObject({
      totalAds: 1_002,
    });
  });

  test('keeps its plan in pages, and is told page by page as it is as a whole: with failures, retried, and undone', async () => {
    let broken = true;
    const { ports, launch, run, whole, paged, made } = await createLargeFixture({
      mood: ({ id, kind, ...operation }) => {
        if (!broken) return 'ok';
        if (kind === 'image')
          return 'media' in operation && operation.media.url.endsWith('/2.png') ? 'rule' : 'ok';
        return id === 'creative:310' || id === 'ad:105:1' ? 'rule' : 'ok';
      },
    });
    const id = await launch();
    const { doc: kept } = (await ports.store.get(planKind, COMPANY, id)) ?? {};
    expect([kept?.ads, kept?.operations, kept?.pages?.count]).toEqual([[], [], 7]);
    expect((await readPlan(ports.store, COMPANY, id)).ads.map(({ index }) => index)).toEqual(
      Array.from({ length: ADS }, (_, i) => i),
    );
    expect(await ports.store.count(loosePagesKind, COMPANY)).toBe(0);

    await run(Number(id));
    const ended = await whole(id);
    expect(ended.failedAds.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(['upload', 'creative', 'ad']),
    );
    for (const limit of [100, 130]) {
      const { launchedAds, failedAds, last } = await paged(id, limit);
      expect(launchedAds).toEqual(ended.launchedAds);
      expect(failedAds).toEqual(ended.failedAds);
      expect(last).toMatchObject({ total: ADS, hasMore: false });
    }

    broken = false;
    await retryBatch(ports, caller, id);
    expect((await paged(id, 100)).failedAds).toEqual([]);
    await run(Number(id));
    const again = await whole(id);
    expect([again.rawStatus, again.successfulAds]).toEqual(['Success', 2 * ADS]);
    expect((await paged(id, 100)).launchedAds).toEqual(again.launchedAds);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2 * ADS);

    await undoBatch(ports, caller, { batchId: id, mode: 'pause' });
    await run(Number(id));
    expect((await paged(id, 100)).launchedAds).toEqual((await whole(id)).launchedAds);
  });

  test('leaves so many at the platform without an answer as are on their way at once, and makes none twice', async () => {
    const { ports, launch, run, whole, made, clock } = await createLargeFixture();
    const id = await launch();
    // In the middle of the creatives, which are sent a thousand at a time.
    const store = crashing(ports.store, { at: 12, when: 'before' });
    const holder = createHolder(clock, 'crashed');
    // A death leaves promises that never settle.
    await Promise.race([
      runBatch({ ...ports, store }, COMPANY, id, { holder }).catch(() => undefined),
      clock.sleep(DAY_MS),
    ]);
    const sent = (await readJournal(ports.store, COMPANY, id)).map(
      ({ sending = [] }) => sending.length,
    );
    expect(Math.max(...sent)).toBeLessThanOrEqual(1_000);
    await run(Number(id));
    expect((await whole(id)).successfulAds).toBe(2 * ADS);
    expect(
      new Set(made.filter(({ kind }) => kind === 'ad').map(({ operation }) => operation)).size,
    ).toBe(2 * ADS);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2 * ADS);
  });

  test('has eight waves at the platform at the same time, and no more requests than those in memory', async () => {
    const { ports, launch, clock } = await createLargeFixture();
    const id = await launch();
    const { primary } = ports.platforms;
    if (primary?.launch === undefined) throw new Error('The platform launches nothing.');
    const { send } = primary.launch;
    let [now, most] = [0, 0];
    const counting: typeof send = async (...sent) => {
      now += 1;
      most = Math.max(most, now);
      const outcomes = await send(...sent);
      now -= 1;
      return outcomes;
    };
    const platforms = {
      ...ports.platforms,
      primary: { ...primary, launch: { ...primary.launch, send: counting } },
    };
    await runBatch({ ...ports, platforms }, COMPANY, id, {
      holder: createHolder(clock, 'counting'),
    });
    expect([most, (await batchStatus(ports, COMPANY, id)).successfulAds]).toEqual([8, 2 * ADS]);
  });

  test('can be cancelled, and the answer tells a page of it', async () => {
    const { ports, launch, run, whole } = await createLargeFixture();
    const id = await launch();
    expect((await cancelBatch(ports, caller, id)).pagination).toMatchObject({
      offset: 0,
      limit: 100,
      total: ADS,
    });
    await run(Number(id));
    expect(await whole(id)).toMatchObject({ rawStatus: 'Cancelled', successfulAds: 0 });
  });

  test('is forgotten at once, and all that is left of it in small steps; pages that no batch has follow after a day', async () => {
    const { ports, launch, run, clock } = await createLargeFixture();
    const id = await launch();
    await run(Number(id));
    const store = crashing(ports.store, { at: 1, when: 'after' });
    const body = { ads: many(ADS), again: true };
    await expect(submitLaunch({ ...ports, store }, caller, body)).rejects.toThrow();
    expect(await ports.store.count(loosePagesKind, COMPANY)).toBe(1);

    await clock.sleep(2 * DAY_MS);
    expect(await forgetBatches(ports, COMPANY, clock.now(), () => undefined)).toBe('more');
    await expect(pagedStatus(ports, COMPANY, id)).rejects.toThrow('There is no such batch here.');
    let steps = 0;
    while ((await forgetLoosePages(ports, COMPANY)) === 'more') steps += 1;
    expect(steps).toBeGreaterThan(2);
    const left = [batchKind, planKind, planPageKind, loosePagesKind, journalKind, journalPageKind];
    for (const kind of left)
      expect([kind.name, await ports.store.count(kind as (typeof kinds)[number], COMPANY)]).toEqual(
        [kind.name, 0],
      );
  });
});
