import { describe, expect, test } from 'vitest';
import { applovin } from '../../../adapters/platforms/applovin/index.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService } from '../../test-service.ts';
import { factsOf, refOf, sendOne } from '../launch-steps.ts';
import {
  type ApplovinAtSandbox,
  adOf,
  adOperation,
  applovinAtSandbox,
  appNetwork,
} from './applovin-at-sandbox.ts';

const SETS = 'applovin_creative_sets';
const made = async (at: ApplovinAtSandbox, outcome: Outcome | undefined) => {
  const ref = refOf(outcome);
  return (await at.objects(SETS)).find(({ id }) => id === ref);
};
const bodies = (at: ApplovinAtSandbox, path: string) =>
  at.sentTo(path).map(({ body }) => JSON.parse(body));
const own = (at: ApplovinAtSandbox) => async () =>
  (await at.objects(SETS)).filter(({ campaign_id }) => campaign_id === at.campaign());

describe('an ad', () => {
  test('of an app is a creative set in its campaign, paused, with its file and nothing that has no field there', async () => {
    const at = await applovinAtSandbox();
    const ad = adOf(at, {
      title: 'T',
      description: 'D',
      cta: 'INSTALL',
      link: 'https://shop.example',
    });
    const operation = await adOperation(at, ad);
    const set = await made(at, await sendOne(at, operation));
    expect(set).toMatchObject({
      name: 'Autumn in Berlin',
      campaign_ids: [at.campaign()],
      status: 'PAUSED',
      type: 'APP',
    });
    expect(bodies(at, 'creative_set/create')).toEqual([
      {
        type: 'APP',
        campaign_id: at.campaign(),
        name: 'Autumn in Berlin',
        status: 'PAUSED',
        assets: operation.assets.map(({ ref: id }) => ({ id })),
      },
    ]);
  });

  test('of a web shop leads to its address with its tags', async () => {
    const app = await applovinAtSandbox();
    const at = { ...app, access: app.web };
    const [campaign = ''] = appNetwork.empty(at.web.adAccountId);
    const ad = adOf(at, { link: 'https://shop.example/a#b', utmTags: 'utm_source=x' });
    const set = await made(app, await sendOne(at, await adOperation(at, ad, { campaign })));
    expect(set).toMatchObject({
      type: 'WEB',
      creative_set_url: 'https://shop.example/a?utm_source=x#b',
    });
  });

  test('that is to deliver is live, and is not looked at', async () => {
    const at = await applovinAtSandbox();
    const operation = await adOperation(at, adOf(at, { paused: false }));
    at.sent.length = 0;
    expect(await made(at, await sendOne(at, operation))).toMatchObject({ status: 'LIVE' });
    expect(at.sent.map(({ path }) => path)).toEqual(['creative_set/create']);
  });

  test('with a video waits for it, and names it by the id it has then', async () => {
    const at = await applovinAtSandbox();
    const ref = refOf(
      await sendOne(at, { kind: 'video', id: 'video:0', batch: 'b1', media: video('film') }),
    );
    const look = () => sendOne(at, { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: ref });
    expect(await look()).toMatchObject({ state: 'waiting' });
    await at.clock.sleep(3_000);
    const ready = refOf(await look());
    expect((await at.objects('applovin_videos')).map(({ id }) => id)).toContain(ready);
  });

  test('the request carries the key as it is, and the account in the query', async () => {
    const at = await applovinAtSandbox();
    await sendOne(at, await adOperation(at, adOf(at)));
    for (const { headers, url } of at.sent) {
      expect(headers.get('authorization')).toBe(at.access.credentials.apiKey);
      expect(new URL(url).searchParams.get('account_id')).toBe(at.access.adAccountId);
      expect(url).not.toContain(at.access.credentials.apiKey);
    }
  });
});

describe('an end card', () => {
  const endCard = (value: string) => ({
    media: [video('film')],
    platformFields: { endCard: value },
  });

  test('of the library is named after the video', async () => {
    const at = await applovinAtSandbox();
    const card = appNetwork.endCard(at.access.adAccountId);
    const set = await made(at, await sendOne(at, await adOperation(at, adOf(at, endCard(card)))));
    expect(set?.assets).toEqual([expect.anything(), { id: card }]);
  });

  test('by its address is put into the library once, however many ads and batches show it', async () => {
    const at = await applovinAtSandbox();
    const operation = await adOperation(at, adOf(at, endCard('https://shop.example/card.html')));
    const more = [0, 1, 2].map(
      (i): LaunchOperation => ({ ...operation, id: `ad:${i}:0`, name: `Ad ${i}` }),
    );
    at.sent.length = 0;
    const outcomes = await at.launch.send(at.access, more);
    await at.launch.send(at.access, [{ ...operation, id: 'ad:9:0', name: 'Ad 9', batch: 'b2' }]);
    expect(at.sentTo('asset/upload')).toHaveLength(1);
    const cards = (await at.objects('applovin_pages')).filter(({ name }) =>
      String(name).startsWith('card-'),
    );
    expect(cards).toHaveLength(1);
    for (const outcome of outcomes)
      expect((await made(at, outcome))?.assets).toEqual([expect.anything(), { id: cards[0]?.id }]);
  });

  test('that cannot be read fails its ad with the cause, and no other', async () => {
    const at = await applovinAtSandbox();
    const good = await adOperation(at, adOf(at));
    const bad = {
      ...good,
      id: 'ad:1:0',
      name: 'Bad',
      ad: adOf(at, { platformFields: { endCard: 'https://shop.example/missing' } }),
    };
    const [first, second] = await at.launch.send(at.access, [good, bad]);
    expect([first?.state, second?.state]).toEqual(['done', 'failed']);
    expect(second).toMatchObject({
      failure: { message: expect.stringContaining('does not answer') },
    });
  });

  test('that is none of the account is refused by the platform', async () => {
    const at = await applovinAtSandbox();
    const foreign = appNetwork.endCard(at.web.adAccountId);
    const outcome = await sendOne(at, await adOperation(at, adOf(at, endCard(foreign))));
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'invalid', message: expect.stringContaining(foreign) },
    });
  });
});

describe('a launch of many', () => {
  const files = (
    at: ApplovinAtSandbox,
    media: readonly (ReturnType<typeof image> | ReturnType<typeof video>)[],
  ) =>
    at.launch.send(
      at.access,
      media.map(
        (each, i): LaunchOperation => ({
          kind: each.type === 'video' ? 'video' : 'image',
          id: `${each.type}:${i}`,
          batch: 'b1',
          media: each,
        }),
      ),
    );

  test('of 50 ads with ten pictures: an upload, a look at it, the sets, and a look at those', async () => {
    const at = await applovinAtSandbox();
    const adSet = await factsOf(at, at.campaign());
    at.sent.length = 0;
    const refs = (
      await files(
        at,
        Array.from({ length: 10 }, (_, i) => image(`picture-${i}`)),
      )
    ).map(refOf);
    const ads = Array.from(
      { length: 50 },
      (_, i): LaunchOperation => ({
        kind: 'ad',
        id: `ad:${i}:0`,
        name: `Ad ${i}`,
        batch: 'b1',
        ad: adOf(at),
        adSet,
        creativeKey: 'single',
        assets: [{ type: 'image', ref: refs[i % 10] ?? '' }],
      }),
    );
    for (const outcome of await at.launch.send(at.access, ads)) refOf(outcome);
    const count = (path: string): number => at.sentTo(path).length;
    expect(
      ['asset/upload', 'asset/upload_result', 'creative_set/create', 'creative_set/list'].map(
        count,
      ),
    ).toEqual([1, 1, 50, 1]);
    expect(at.sent).toHaveLength(53);
    const uploads = Array.from(
      { length: 10 },
      (_, i): LaunchOperation => ({
        kind: 'image',
        id: `image:${i}`,
        batch: 'b1',
        media: image(`picture-${i}`),
      }),
    );
    expect(at.launch.cost([...uploads, ...ads])).toEqual({ calls: 53, requests: 53 });
    expect((await own(at)()).map(({ status }) => status)).toEqual(
      Array.from({ length: 50 }, () => 'PAUSED'),
    );
  });

  test('pictures travel with the videos, and a file that is known is not sent again', async () => {
    const at = await applovinAtSandbox();
    const outcomes = await files(at, [
      video('one'),
      image('a'),
      video('two'),
      image('b'),
      image('a'),
    ]);
    expect(at.sentTo('asset/upload')).toHaveLength(1);
    expect([outcomes[1], outcomes[4]].map(refOf)[0]).toBe(refOf(outcomes[4]));
    at.sent.length = 0;
    await at.launch.send(at.access, [
      { kind: 'image', id: 'image:9', batch: 'b2', media: image('a') },
    ]);
    expect(at.sent).toEqual([]);
    const looks = [outcomes[0], outcomes[2]].map(
      (outcome, i): LaunchOperation => ({
        kind: 'ready',
        id: `ready:${i}`,
        batch: 'b1',
        videoId: refOf(outcome),
      }),
    );
    await at.clock.sleep(3_000);
    at.sent.length = 0;
    for (const outcome of await at.launch.send(at.access, looks)) refOf(outcome);
    expect(at.sent.map(({ path }) => path)).toEqual(['asset/upload_result']);
  });

  test('forty files go in one upload, the next in another', async () => {
    const at = await applovinAtSandbox();
    for (const outcome of await files(
      at,
      Array.from({ length: 41 }, (_, i) => image(`p-${i}`)),
    ))
      refOf(outcome);
    expect(at.sentTo('asset/upload')).toHaveLength(2);
  });

  test('a dead key ends it after the requests under way', async () => {
    const at = await applovinAtSandbox();
    const operation = await adOperation(at, adOf(at));
    await at.fault({ fault: 'token-revoked', path: '/creative_set/create', nth: 1 });
    const ads = Array.from(
      { length: 40 },
      (_, i): LaunchOperation => ({ ...operation, id: `ad:${i}:0`, name: `Ad ${i}` }),
    );
    for (const outcome of await at.launch.send(at.access, ads))
      expect(outcome).toMatchObject({ failure: { class: 'auth' } });
    expect(at.sentTo('creative_set/create').length).toBeLessThanOrEqual(6);
  });
});

describe('a launch of the service', () => {
  const launched = async (count: number, files: readonly string[]) => {
    const service = await createTestService({ platforms: [applovin] });
    const { app } = appNetwork.accounts;
    const [campaign = ''] = appNetwork.empty(app);
    const { plan, launch, batches } = operationsOf(service.ports, service.caller);
    const ads = Array.from({ length: count }, (_, i) => ({
      adName: `Ad ${i}`,
      adAccountId: app,
      adSets: [campaign],
      media: [{ url: `https://cdn.example/${files[i % files.length]}` }],
    }));
    const { cost } = (await plan({ ads })) as unknown as {
      readonly cost: { readonly platformCalls: number };
    };
    await service.control('POST', 'reset', { counters: true });
    const { adBatchId } = await launch({ ads });
    await service.run(adBatchId);
    const { status } = await batches.status({ id: adBatchId });
    const { calls } = (await service.control('GET', 'state')) as {
      readonly calls: { readonly [call: string]: number };
    };
    return { status, calls, planned: cost.platformCalls };
  };
  const sum = (calls: { readonly [call: string]: number }): number =>
    Object.values(calls).reduce((all, each) => all + each, 0);

  test('of 50 ads with ten pictures takes the least calls there are, as the plan says', async () => {
    const { status, calls, planned } = await launched(
      50,
      Array.from({ length: 10 }, (_, i) => `picture-${i}.png`),
    );
    expect(status).toBe('success');
    expect(calls).toEqual({
      'POST asset/upload': 1,
      'GET asset/upload_result': 1,
      'POST creative_set/create': 50,
      'GET creative_set/list': 1,
    });
    expect(planned).toBe(sum(calls));
  });

  test('of 50 ads with pictures and videos does not hold up the pictures: one question more for all videos, one for their sets', async () => {
    const { status, calls, planned } = await launched(50, [
      'a.png',
      'b.png',
      'one.mp4',
      'two.mp4',
      'three.mp4',
    ]);
    expect(status).toBe('success');
    expect(calls).toEqual({
      'POST asset/upload': 1,
      'GET asset/upload_result': 2,
      'POST creative_set/create': 50,
      'GET creative_set/list': 2,
    });
    expect(planned).toBe(sum(calls));
  });
});

describe('the breaker', () => {
  const refusedAds = async (at: ApplovinAtSandbox, count: number) => {
    const operation = await adOperation(at, adOf(at));
    await at.fault({
      fault: 'error',
      path: '/creative_set/create',
      status: 400,
      message: 'Not like this.',
    });
    at.sent.length = 0;
    return Array.from(
      { length: count },
      (_, i): LaunchOperation => ({ ...operation, id: `ad:${i}:0`, name: `Ad ${i}` }),
    );
  };
  const refusals = (at: ApplovinAtSandbox): number => at.sentTo('creative_set/create').length;

  test('stops long before the platform would lock the account, and goes on when the errors are old', async () => {
    const at = await applovinAtSandbox({ mostErrors: 10 });
    const outcomes = await at.launch.send(at.access, await refusedAds(at, 60));
    // Those under way side by side come on top.
    expect(refusals(at)).toBeGreaterThanOrEqual(10);
    expect(refusals(at)).toBeLessThanOrEqual(16);
    expect(outcomes.filter(({ state }) => state === 'done')).toEqual([]);
    const held = outcomes.filter(
      (outcome) => 'failure' in outcome && outcome.failure.class === 'throttled',
    );
    expect(held.length).toBeGreaterThan(40);
    for (const outcome of held)
      expect(outcome).toMatchObject({ state: 'failed', failure: { retryable: true } });
    await at.clearFaults();
    const before = refusals(at);
    await at.clock.sleep(5 * 60_000 + 1_000);
    const [again] = await refusedAds(at, 1);
    await at.clearFaults();
    if (again !== undefined) refOf(await sendOne(at, again));
    expect(before).toBeLessThanOrEqual(16);
  });

  test('counts files that the platform could not use, as the platform does', async () => {
    const at = await applovinAtSandbox({ mostErrors: 3 });
    await at.fault({ fault: 'file-refused' });
    for (let i = 0; i < 6; i += 1)
      await sendOne(at, { kind: 'image', id: `image:${i}`, batch: 'b1', media: image(`bad-${i}`) });
    expect(at.sentTo('asset/upload').length).toBeLessThanOrEqual(3);
  });

  test('an account that is locked is not asked again before the lock ends', async () => {
    const at = await applovinAtSandbox();
    const operation = await adOperation(at, adOf(at));
    await at.fault({ fault: 'locked', path: '/creative_set/create', nth: 1 });
    const locked = await sendOne(at, operation);
    expect(locked).toMatchObject({
      state: 'failed',
      failure: {
        class: 'throttled',
        code: '100007',
        retryable: true,
        message: expect.stringContaining('locked'),
      },
    });
    if (!('failure' in locked)) throw new Error('it was made');
    expect(locked.failure.retryAfterMs).toBeGreaterThan(23 * 3_600_000);
    at.sent.length = 0;
    expect(await sendOne(at, operation)).toMatchObject({ failure: { class: 'throttled' } });
    expect(at.sent).toEqual([]);
    await at.clock.sleep(24 * 3_600_000 + 60_000);
    refOf(await sendOne(at, operation));
  });

  test('one account that is stopped holds up no other', async () => {
    const at = await applovinAtSandbox();
    await at.fault({ fault: 'locked', path: '/campaign/list', nth: 1 });
    await expect(at.platform.accounts.campaigns(at.access)).rejects.toMatchObject({
      failure: { code: '100007' },
    });
    expect((await at.platform.accounts.campaigns(at.web)).length).toBeGreaterThan(0);
  });
});

describe('an ad whose answer is lost', () => {
  test.each(['answer-lost', 'failed-but-created', 'html-but-done', 'empty-body'])(
    'is found: %s',
    async (fault) => {
      const at = await applovinAtSandbox();
      const operation = await adOperation(at, adOf(at));
      await at.fault({ fault, path: '/creative_set/create', nth: 1 });
      expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
      await at.clock.sleep(at.launch.settleMs);
      const [found] = await at.launch.reconcile(
        at.access,
        [{ ...operation, firstSentAt: at.clock.now() - 60_000 } as LaunchOperation],
        [],
      );
      const sets = await own(at)();
      expect([refOf(found), sets.length]).toEqual([sets[0]?.id, 1]);
    },
  );

  test('and that was never made is not found', async () => {
    const at = await applovinAtSandbox();
    const operation = await adOperation(at, adOf(at));
    await at.fault({ fault: 'connection-cut', path: '/creative_set/create', nth: 1 });
    expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
    await at.clock.sleep(at.launch.settleMs);
    expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([undefined]);
  });

  test('a video that arrived without a word is found by its name', async () => {
    const at = await applovinAtSandbox();
    const operation: LaunchOperation = {
      kind: 'video',
      id: 'video:0',
      batch: 'b1',
      media: video('film'),
    };
    await at.fault({ fault: 'answer-lost', path: '/asset/upload', nth: 1 });
    expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
    await at.clock.sleep(at.launch.settleMs);
    const [found] = await at.launch.reconcile(at.access, [operation], []);
    expect((await at.objects('applovin_videos')).map(({ id }) => id)).toContain(refOf(found));
  });
});
