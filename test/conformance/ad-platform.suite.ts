import { describe, expect, test } from 'vitest';
import type { LaunchOperation } from '../../core/ports/platform-launch.ts';
import {
  adOperations,
  creativeOperation,
  done,
  explained,
  failureOf,
  image,
  imageOperation,
  launchOf,
  type PlatformUnderTest,
  sampleAsset,
  sampleMedia,
  sendOne,
  uploads,
  videoOperation,
} from './platform-under-test.ts';

/** What every ad platform must do, whatever it is called. */
export function adPlatformSuite(name: string, open: () => Promise<PlatformUnderTest>): void {
  describe(`${name}: accounts`, () => {
    test('lists its accounts with currency, time zone and status', async () => {
      const { platform, access } = await open();
      const accounts = await platform.accounts.list(access.companyId, access.credentials);
      const mine = accounts.find(({ id }) => id === access.adAccountId);
      expect(mine).toMatchObject({ currency: access.currency, timezone: access.timezone, status: 'active' });
      expect(accounts.map(({ id }) => id)).toEqual([...new Set(accounts.map(({ id }) => id))]);
    });

    test('says that a dead token is dead, in words for people', async () => {
      const { platform, deadAccess } = await open();
      const failure = await failureOf(platform.accounts.list(deadAccess.companyId, deadAccess.credentials));
      expect(failure).toMatchObject({ class: 'auth', retryable: false, platform: platform.definition.id });
      explained(failure);
    });

    test('reads ad sets, all or by name, and leaves out those that do not exist', async () => {
      const { platform, access, adSetIds } = await open();
      const all = await platform.accounts.adSets(access);
      expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([...adSetIds]));
      const some = await platform.accounts.adSets(access, { ids: [adSetIds[1], '999999999999'] });
      expect(some).toEqual([expect.objectContaining({ id: adSetIds[1] })]);
      for (const adSet of all) {
        expect(adSet.name).not.toBe('');
        expect(adSet.campaignName).not.toBe('');
        expect(adSet.capacity).toBeGreaterThan(0);
        expect(adSet.adCount).toBeGreaterThanOrEqual(0);
      }
      const campaigns = await platform.accounts.campaigns(access);
      for (const adSet of all) expect(campaigns.map(({ id }) => id)).toContain(adSet.campaignId);
    });

    test('reads the ad sets of a campaign, with the budgets and the status of the campaign', async () => {
      const { platform, access, adSetIds } = await open();
      const all = await platform.accounts.adSets(access);
      const campaignId = all.find(({ id }) => id === adSetIds[0])?.campaignId ?? '';
      const ofCampaign = await platform.accounts.adSets(access, { campaignIds: [campaignId, '999999999999'] });
      expect(ofCampaign).toEqual(all.filter((adSet) => adSet.campaignId === campaignId));
      const campaigns = new Map((await platform.accounts.campaigns(access)).map((each) => [each.id, each]));
      for (const { campaign, campaignId: id } of all) {
        const { status, dailyBudget, lifetimeBudget } = campaigns.get(id) ?? {};
        expect({ dailyBudget, lifetimeBudget, ...campaign }).toEqual({ status, dailyBudget, lifetimeBudget });
      }
    });

    test('names the identities ads can be shown under', async () => {
      const { platform, access } = await open();
      for (const profile of await platform.accounts.profiles(access)) expect(profile.page).not.toBe('');
    });
  });

  describe(`${name}: media`, () => {
    test('takes an image once, however often it is sent', async (context) => {
      const at = await open();
      if (!at.media.includes('image')) context.skip('no images here');
      const before = (await at.held('image')).length;
      const first = done(await sendOne(at, imageOperation(at)));
      const second = done(await sendOne(at, { ...imageOperation(at), id: 'image:9' }));
      expect(second.ref).toBe(first.ref);
      expect(first.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect((await at.held('image')).length).toBe(before + 1);
    });

    test('fails alone for an image whose address cannot be read, and says what to do', async (context) => {
      const at = await open();
      if (!at.media.includes('image')) context.skip('no images here');
      const broken = { ...imageOperation(at), id: 'image:1', media: image(at.brokenUrl) };
      const [bad, good] = await launchOf(at).send(at.access, [broken, imageOperation(at)]);
      expect(bad).toMatchObject({ state: 'failed', stage: 'download' });
      if (bad?.state === 'failed') explained(bad.failure);
      expect(good?.state).toBe('done');
    });

    test('gives a video out only when it is ready, with a thumbnail', async (context) => {
      const at = await open();
      if (!at.media.includes('video')) context.skip('no videos here');
      const video = done(await sendOne(at, videoOperation(at)));
      const ready = { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: video.ref } as const;
      const states: string[] = [];
      for (let look = 0; look < 50; look += 1) {
        const outcome = await sendOne(at, ready);
        states.push(outcome.state);
        if (outcome.state !== 'waiting') {
          expect(done(outcome).thumbnailUrl).toMatch(/^https?:/);
          expect(done(outcome).ref).toBe(video.ref);
          break;
        }
        await at.clock.sleep(outcome.retryInMs);
      }
      expect(states[0]).toBe('waiting');
      expect(states.at(-1)).toBe('done');
    });
  });

  describe(`${name}: launch`, () => {
    test('accepts a good ad and knows where a person can look at it', async () => {
      const at = await open();
      expect(at.platform.definition.launch?.check(at.ad([sampleMedia(at)]))).toEqual([]);
      expect(launchOf(at).managerUrl(at.access, '123')).toContain('123');
    });

    test('creates each ad once, paused, and answers in order', async () => {
      const at = await open();
      const before = (await at.held('ad')).length;
      const operations = await adOperations(at, 6);
      const refs = (await launchOf(at).send(at.access, operations)).map((outcome) => done(outcome).ref);
      const held = await at.held('ad');
      expect(held.length).toBe(before + 6);
      const names = refs.map((ref) => held.find(({ id }) => id === ref)?.name);
      expect(names).toEqual(operations.map((operation) => (operation.kind === 'ad' ? operation.name : '')));
      for (const ref of refs) expect(held.find(({ id }) => id === ref)?.status).toBe('PAUSED');
    });

    test('costs exactly what it says it costs', async () => {
      const at = await open();
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

    test.each(['answer lost', 'failed but done'] as const)('finds an ad again whose creation ended in: %s', async (trouble) => {
      const at = await open();
      const [operation] = await adOperations(at, 1);
      if (operation === undefined) throw new Error('no operation');
      await at.trouble(trouble, 'ad');
      const lost = await sendOne(at, operation);
      expect(lost.state).toBe('unknown');
      if (lost.state === 'unknown') explained(lost.failure);
      await at.clock.sleep(launchOf(at).settleMs);
      const [found] = await launchOf(at).reconcile(at.access, [operation], []);
      const ref = done(found).ref;
      expect((await at.held('ad')).filter(({ id }) => id === ref)).toHaveLength(1);
      expect(await launchOf(at).reconcile(at.access, [operation], [ref])).toEqual([undefined]);
    });

    test.each(['cut before', 'html'] as const)('finds nothing where nothing was made: %s', async (trouble) => {
      const at = await open();
      const operations = await adOperations(at, 2);
      await at.trouble(trouble, 'ad');
      const outcomes = await launchOf(at).send(at.access, operations);
      for (const outcome of outcomes) expect(['unknown', 'done']).toContain(outcome.state);
      expect(outcomes.some(({ state }) => state === 'unknown')).toBe(true);
      const before = (await at.held('ad')).length;
      await at.clock.sleep(launchOf(at).settleMs);
      const taken = outcomes.flatMap((outcome) => (outcome.state === 'done' ? [outcome.ref] : []));
      const unanswered = operations.filter((_, position) => outcomes[position]?.state === 'unknown');
      const found = await launchOf(at).reconcile(at.access, unanswered, taken);
      const again = unanswered.filter((_, position) => found[position] === undefined);
      for (const outcome of await launchOf(at).send(at.access, again)) done(outcome);
      expect((await at.held('ad')).length).toBe(before + again.length);
    });

    test('tells equal ads apart by count: two made, two found, the third still missing', async () => {
      const at = await open();
      const [operation] = await adOperations(at, 1);
      if (operation === undefined) throw new Error('no operation');
      const wanted = ['a', 'b', 'c'].map((id): LaunchOperation => ({ ...operation, id }));
      for (const each of wanted.slice(0, 2)) done(await sendOne(at, each));
      await at.clock.sleep(launchOf(at).settleMs);
      const found = await launchOf(at).reconcile(at.access, wanted, []);
      const refs = found.flatMap((outcome) => (outcome?.state === 'done' ? [outcome.ref] : []));
      expect(new Set(refs).size).toBe(2);
      expect(found.filter((outcome) => outcome === undefined)).toHaveLength(1);
    });

    test('finds a creative again whose creation was not answered', async (context) => {
      const at = await open();
      if (launchOf(at).creatives !== 'shared') context.skip('creatives are part of the ad here');
      const creative = creativeOperation(at, await sampleAsset(at));
      await at.trouble('answer lost', 'creative');
      expect((await sendOne(at, creative)).state).toBe('unknown');
      await at.clock.sleep(launchOf(at).settleMs);
      const [made] = await launchOf(at).reconcile(at.access, [creative], []);
      expect((await at.held('creative')).map(({ id }) => id)).toContain(done(made).ref);
    });

    test('finds a video again whose upload was not answered', async (context) => {
      const at = await open();
      if (!at.media.includes('video')) context.skip('no videos here');
      await at.trouble('answer lost', 'video');
      const video = videoOperation(at);
      expect((await sendOne(at, video)).state).toBe('unknown');
      await at.clock.sleep(launchOf(at).settleMs);
      const [made] = await launchOf(at).reconcile(at.access, [video], []);
      expect((await at.held('video')).map(({ id }) => id)).toContain(done(made).ref);
    });

    test('a throttle makes nothing and says when to come back', async () => {
      const at = await open();
      const operations = await adOperations(at, 1);
      const before = (await at.held('ad')).length;
      await at.trouble('throttled', 'ad');
      const [outcome] = await launchOf(at).send(at.access, operations);
      expect(outcome).toMatchObject({ state: 'failed', failure: { class: 'throttled', retryable: true } });
      if (outcome?.state === 'failed') expect(outcome.failure.retryAfterMs).toBeGreaterThan(0);
      expect((await at.held('ad')).length).toBe(before);
    });

    test('sends nothing for a worker whose work another may have taken over, and says so', async () => {
      const at = await open();
      const operations = [...uploads(at), ...(await adOperations(at, 2))];
      const before = (await at.held('ad')).length;
      await at.forgetCounts();
      for (const outcome of await launchOf(at).send({ ...at.access, isLeaseHeld: () => false }, operations)) {
        expect(outcome).toMatchObject({ state: 'failed', failure: { class: 'throttled', retryable: true } });
        if (outcome.state === 'failed') explained(outcome.failure);
      }
      expect((await at.held('ad')).length).toBe(before);
      expect(await at.counts()).toEqual({ calls: 0, requests: 0 });
    });

    test('a dead token fails everything with one clear reason, and makes nothing', async () => {
      const at = await open();
      const operations = await adOperations(at, 3);
      const before = (await at.held('ad')).length;
      await at.trouble('token dead', 'ad', 100);
      for (const outcome of await launchOf(at).send(at.access, operations)) {
        expect(outcome).toMatchObject({ state: 'failed', failure: { class: 'auth', retryable: false } });
        if (outcome.state === 'failed') explained(outcome.failure);
      }
      expect((await at.held('ad')).length).toBe(before);
    });
  });

  describe(`${name}: manage and report`, () => {
    test('changes the status of many at once; one that does not exist fails alone', async (context) => {
      const at = await open();
      const edit = at.platform.edit ?? context.skip('nothing can be edited here');
      const outcomes = await launchOf(at).send(at.access, await adOperations(at, 2));
      const [first, second] = outcomes.map((outcome) => done(outcome).ref);
      const ids = [first ?? '', '999999999999', second ?? ''];
      const results = await edit.setStatus(
        at.access,
        ids.map((id) => ({ type: 'ad', id, status: 'ACTIVE' })),
      );
      expect(results.map(({ id }) => id)).toEqual(ids);
      expect(results.map(({ failure }) => failure?.class)).toEqual([undefined, 'missing', undefined]);
      const status = async (id: string | undefined) => (await at.held('ad')).find((ad) => ad.id === id)?.status;
      expect(await status(first)).toBe('ACTIVE');
      await edit.remove(at.access, [{ type: 'ad', id: first ?? '' }]);
      expect(await status(first)).toBeUndefined();
    });

    test('an ad set tells whether it holds an ad that is switched on, whatever its own status', async (context) => {
      const at = await open();
      const edit = at.platform.edit ?? context.skip('nothing can be edited here');
      const operations = await adOperations(at, 1);
      const [outcome] = await launchOf(at).send(at.access, operations);
      const adSetId = operations[0]?.kind === 'ad' ? operations[0].adSet.id : '';
      const read = async () => (await at.platform.accounts.adSets(at.access, { ids: [adSetId] }))[0];
      const set = (type: 'adset' | 'ad', id: string, status: 'ACTIVE' | 'PAUSED') =>
        edit.setStatus(at.access, [{ type, id, status }]);
      expect(await read()).toMatchObject({ hasActiveAds: false, adCount: 1 });
      await set('ad', done(outcome).ref, 'ACTIVE');
      expect(await read()).toMatchObject({ hasActiveAds: true, adCount: 1 });
      await set('adset', adSetId, 'PAUSED');
      expect(await read()).toMatchObject({ hasActiveAds: true, status: 'PAUSED' });
      await set('ad', done(outcome).ref, 'PAUSED');
      expect(await read()).toMatchObject({ hasActiveAds: false, adCount: 1 });
    });

    test('reports days with delivery, row by row, and nothing for days without', async (context) => {
      const at = await open();
      const report = at.platform.report ?? context.skip('no reports here');
      const rows = await report.daily(at.access, { from: at.reportDay, to: at.reportDay, breakdown: 'none' });
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map(({ adId }) => adId)).size).toBe(rows.length);
      for (const row of rows) {
        expect(row).toMatchObject({ day: at.reportDay, country: '' });
        for (const figure of [row.spend, row.impressions, row.clicks, row.results, row.conversions, row.conversionValue]) {
          expect(figure).toBeGreaterThanOrEqual(0);
        }
      }
      expect(await report.daily(at.access, { from: at.quietDay, to: at.quietDay, breakdown: 'none' })).toEqual([]);
    });

    test('countries add up to the whole', async (context) => {
      const at = await open();
      const report = at.platform.report ?? context.skip('no reports here');
      const sum = async (breakdown: 'none' | 'country') => {
        const rows = await report.daily(at.access, { from: at.reportDay, to: at.reportDay, breakdown });
        return rows.reduce((total, row) => total + row.impressions, 0);
      };
      expect(await sum('country')).toBe(await sum('none'));
    });
  });
}
