import { describe, expect } from 'vitest';
import {
  adOperations,
  creativeOperation,
  type Declaring,
  done,
  explained,
  launchedAds,
  launchOf,
  offered,
  sampleAssets,
  sampleMedia,
  sendOne,
  unknownId,
  uploads,
} from '../platform-under-test.ts';

export function launchSuite({ testOf }: Declaring): void {
  describe('launch', () => {
    testOf()('accepts a good ad and knows where a person can look at it', async (at) => {
      const ad = at.ad(sampleMedia(at));
      expect(at.platform.definition.launch?.check(ad)).toEqual([]);
      // Whoever the ad runs for owns the posts it may boost.
      expect([ad.page, undefined]).toContain(at.platform.definition.launch?.postOwner?.(ad));
      expect(launchOf(at).managerUrl(at.access, '123')).toContain('123');
    });

    testOf()('creates each ad once, paused, and answers in order', async (at) => {
      const before = (await at.held('ad')).length;
      const operations = await adOperations(at, 6);
      const refs = (await launchOf(at).send(at.access, operations)).map(
        (outcome) => done(outcome).ref,
      );
      const held = await at.held('ad');
      expect(held.length).toBe(before + 6);
      const names = refs.map((ref) => held.find(({ id }) => id === ref)?.name);
      expect(names).toEqual(
        operations.map((operation) => (operation.kind === 'ad' ? operation.name : '')),
      );
      for (const ref of refs) expect(held.find(({ id }) => id === ref)?.status).toBe('PAUSED');
    });

    testOf()('switches an ad on only where that was asked for', async (at) => {
      const [operation] = await adOperations(at, 1);
      if (operation?.kind !== 'ad') throw new Error('no operation');
      const { ref } = done(
        await sendOne(at, { ...operation, ad: { ...operation.ad, paused: false } }),
      );
      expect((await at.held('ad')).find(({ id }) => id === ref)?.status).toBe('ACTIVE');
    });

    testOf()('one ad that is refused fails alone, with what to do', async (at) => {
      const [first, second, third] = await adOperations(at, 3);
      if (second?.kind !== 'ad' || first === undefined || third === undefined)
        throw new Error('no operations');
      const before = (await at.held('ad')).length;
      const bad = { ...second, adSet: { ...second.adSet, id: unknownId } };
      const outcomes = await launchOf(at).send(at.access, [first, bad, third]);
      expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
      if (outcomes[1]?.state === 'failed') explained(outcomes[1].failure);
      expect((await at.held('ad')).length).toBe(before + 2);
    });

    testOf()('costs exactly what it says it costs', async (at) => {
      const launch = launchOf(at);
      const operations = uploads(at);
      await at.forgetCounts();
      await launch.send(at.access, operations);
      expect(await at.counts()).toEqual(launch.cost(operations));
      // More than one request holds, as far as the two ad sets have room.
      const room = (await at.platform.accounts.adSets(at.access, { ids: at.adSetIds })).reduce(
        (sum, each) => sum + each.capacity,
        0,
      );
      const ads = await adOperations(at, Math.min(60, room));
      await at.forgetCounts();
      await launch.send(at.access, ads);
      expect(await at.counts()).toEqual(launch.cost(ads));
    });

    testOf()('a throttle makes nothing and says when to come back', async (at) => {
      const operations = await adOperations(at, 1);
      const before = (await at.held('ad')).length;
      await at.trouble('throttled', 'ad');
      const [outcome] = await launchOf(at).send(at.access, operations);
      expect(outcome).toMatchObject({
        state: 'failed',
        failure: { class: 'throttled', retryable: true },
      });
      if (outcome?.state === 'failed') expect(outcome.failure.retryAfterMs).toBeGreaterThan(0);
      expect((await at.held('ad')).length).toBe(before);
    });

    testOf()(
      'sends nothing for a worker whose work another may have taken over, and says so',
      async (at) => {
        const operations = [...uploads(at), ...(await adOperations(at, 2))];
        const before = (await at.held('ad')).length;
        await at.forgetCounts();
        for (const outcome of await launchOf(at).send(
          { ...at.access, isLeaseHeld: () => false },
          operations,
        )) {
          expect(outcome).toMatchObject({
            state: 'failed',
            failure: { class: 'throttled', retryable: true },
          });
          if (outcome.state === 'failed') explained(outcome.failure);
        }
        expect((await at.held('ad')).length).toBe(before);
        expect(await at.counts()).toEqual({ calls: 0, requests: 0 });
      },
    );

    testOf()(
      'a dead token fails everything with one clear reason, and makes nothing',
      async (at) => {
        const operations = await adOperations(at, 3);
        const before = (await at.held('ad')).length;
        await at.trouble('token dead', 'ad', 100);
        for (const outcome of await launchOf(at).send(at.access, operations)) {
          expect(outcome).toMatchObject({
            state: 'failed',
            failure: { class: 'auth', retryable: false },
          });
          if (outcome.state === 'failed') explained(outcome.failure);
        }
        expect((await at.held('ad')).length).toBe(before);
      },
    );

    testOf()(
      'says beforehand how it works: how much at once, and how long what it sent may stay unseen',
      async (at) => {
        const { waveSize, settleMs, answerMs, firstLookMs, leavesMarks } = launchOf(at);
        expect(waveSize).toBeGreaterThan(0);
        for (const time of [settleMs, answerMs, firstLookMs]) expect(time).toBeGreaterThan(0);
        expect(typeof leavesMarks).toBe('boolean');
      },
    );

    testOf()(
      'tells the share of the call budget that is used, per cent, once answers have told it',
      async (at) => {
        expect(launchOf(at).usage(at.access.adAccountId)).toBeUndefined();
        await launchedAds(at, 1);
        // A platform may never tell.
        const used = launchOf(at).usage(at.access.adAccountId) ?? 0;
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThan(100);
      },
    );

    testOf('launch.platformNow')(
      'tells the time of the platform, in milliseconds, once answers have told it',
      async (at) => {
        const { platformNow } = at.platform.launch;
        expect(platformNow()).toBeUndefined();
        await at.platform.accounts.campaigns(at.access);
        expect(Math.abs((platformNow() ?? 0) - at.clock.now())).toBeLessThan(2_000);
        await at.clock.sleep(60_000);
        expect(Math.abs((platformNow() ?? 0) - at.clock.now())).toBeLessThan(2_000);
      },
    );

    testOf('launch.validate')(
      'checks whole ads without making anything, each for itself and in order',
      async (at) => {
        const { validate } = at.platform.launch;
        const [good, other] = await adOperations(at, 2);
        if (good?.kind !== 'ad' || other === undefined) throw new Error('no operations');
        const bad = { ...good, id: 'ad:bad', adSet: { ...good.adSet, id: unknownId } };
        const before = (await at.held('ad')).length;
        const outcomes = await validate(at.access, [good, bad, other]);
        expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
        if (outcomes[1]?.state === 'failed') explained(outcomes[1].failure);
        expect((await at.held('ad')).length).toBe(before);
      },
    );

    testOf('launch.validatesPlansOf')(
      'where every plan asks it, it checks that many ads in one request',
      async (at) => {
        const most = at.platform.launch.validatesPlansOf;
        const [good] = await adOperations(at, 1);
        if (good === undefined) throw new Error('no operations');
        const many = Array.from({ length: Math.min(most, 300) }, (_, n) => ({
          ...good,
          id: `ad:${n}`,
        }));
        const before = (await at.counts()).requests;
        await launchOf(at).validate?.(at.access, many, { timeoutMs: 10_000 });
        expect((await at.counts()).requests - before).toBe(1);
      },
    );

    testOf('launch.dayQuota')(
      'counts the operations of a day as the platform does, for every process',
      async (at) => {
        offered('launch.dayQuota', launchOf(at).dayQuota);
        const used = async () => (await at.reopened().launch?.dayQuota?.(at.access))?.used ?? 0;
        expect((await launchOf(at).dayQuota?.(at.access))?.used).toBe(0);
        const operations = await adOperations(at, 3);
        const before = await used();
        await at.forgetCounts();
        await launchOf(at).send(at.access, operations);
        expect((await used()) - before).toBe((await at.counts()).calls);
      },
    );

    testOf('launch.removeCreatives', 'edit.remove')(
      'removes creatives of a batch alone, and keeps what an ad shows',
      async (at) => {
        const { removeCreatives } = at.platform.launch;
        const { edit } = at.platform;
        const creative = creativeOperation(at, await sampleAssets(at));
        const others = done(await sendOne(at, { ...creative, id: 'creative:1', batch: 'b2' })).ref;
        const [ad] = await adOperations(at, 1);
        const shown = ad?.kind === 'ad' ? (ad.creativeId ?? '') : '';
        const adId = done(await sendOne(at, ad ?? unreachable())).ref;
        const unused = done(await sendOne(at, { ...creative, id: 'creative:2' })).ref;
        const request = { ids: [unused, others, unknownId, shown], batch: 'b1', gone: [] };
        const results = await removeCreatives(at.access, request);
        expect(results.map(({ state }) => state)).toEqual(['removed', 'kept', 'removed', 'kept']);
        for (const result of results)
          if (result.state === 'kept') expect(result.why.length).toBeGreaterThan(10);
        const held = async () => (await at.held('creative')).map(({ id }) => id);
        expect(await held()).toEqual(expect.arrayContaining([others, shown]));
        expect(await held()).not.toContain(unused);
        await edit.remove(at.access, [{ type: 'ad', id: adId }]);
        const again = await removeCreatives(at.access, { ...request, gone: [adId] });
        expect(again.map(({ state }) => state)).toEqual(['removed', 'kept', 'removed', 'removed']);
        expect(await held()).not.toContain(shown);
      },
    );
  });
}

function unreachable(): never {
  throw new Error('there is always one');
}
