import { expect, test } from 'vitest';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { meta } from '../../../adapters/sandbox/meta/index.ts';
import { campaignId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { sendCreation } from '../../creation.ts';
import { assetsOf, factsOf, refOf } from '../launch-steps.ts';
import { adOf, launchAd, type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';
import { access, json, scripted } from './scripted.ts';

/** Ads that only wait to be sent. */
async function readyAds(
  at: MetaAtSandbox,
  count: number,
): Promise<readonly (LaunchOperation & { kind: 'ad' })[]> {
  const ad = adOf(at);
  const assets = await assetsOf(at, ad);
  const creative = {
    kind: 'creative',
    id: 'creative:0',
    batch: 'b1',
    ad,
    assets,
    creativeKey: 'single',
  } as const;
  const creativeId = refOf((await at.launch.send(at.access, [creative]))[0]);
  const adSets = await Promise.all(
    Array.from({ length: 12 }, (_, number) => factsOf(at, at.adSet('traffic', number))),
  );
  await at.control('POST', 'reset', { counters: true });
  return Array.from({ length: count }, (_, number) => ({
    kind: 'ad',
    id: `ad:${number}`,
    batch: 'b1',
    ad,
    name: `Ad ${number}`,
    adSet: adSets[number % adSets.length] ?? adSets[0] ?? { id: '', name: '', objective: '' },
    assets,
    creativeKey: 'single',
    creativeId,
  }));
}

const ads = (at: MetaAtSandbox) => `/${at.access.adAccountId}/ads`;
const states = async (at: MetaAtSandbox, operations: readonly LaunchOperation[]) =>
  (await at.launch.send(at.access, operations)).map(({ state }) => state);

test('five hundred ads go out in ten requests and come back in order', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 500);
  const refs = (await at.launch.send(at.access, operations)).map(refOf);
  expect(await at.counts()).toEqual({ calls: 500, requests: 10 });
  expect(at.launch.cost(operations)).toEqual({ calls: 500, requests: 10 });
  const names = new Map((await at.held('ads')).map(({ id, name }) => [id, name]));
  expect(refs.map((ref) => names.get(ref))).toEqual(operations.map(({ name }) => name));
});

test('different kinds travel together, and a creative that is read back takes two places', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, { promoCode: 'AUTUMN' });
  const assets = await assetsOf(at, ad);
  const [waiting] = await readyAds(at, 1);
  await at.control('POST', 'reset', { counters: true });
  const operations: readonly LaunchOperation[] = [
    { kind: 'image', id: 'image:5', batch: 'b1', media: image('other') },
    { kind: 'creative', id: 'creative:5', batch: 'b1', ad, assets, creativeKey: 'single' },
    { kind: 'video', id: 'video:5', batch: 'b1', media: video('other') },
    ...(waiting === undefined ? [] : [waiting]),
  ];
  expect(await states(at, operations)).toEqual(['done', 'done', 'done', 'done']);
  expect(await at.counts()).toEqual({ calls: 5, requests: 1 });
  expect(at.launch.cost(operations)).toEqual({ calls: 5, requests: 1 });
});

test('images too heavy for one request go in several', async () => {
  const at = await metaAtSandbox();
  const operations = [1, 2, 3].map((number): LaunchOperation => {
    const media = image(`heavy-${number}-9mb`);
    return { kind: 'image', id: `image:${number}`, batch: 'b1', media };
  });
  expect(await states(at, operations)).toEqual(['done', 'done', 'done']);
  expect(await at.counts()).toEqual({ calls: 3, requests: 2 });
});

test('one bad entry fails alone and says why', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 3);
  const broken = operations.map((operation, position) =>
    position === 1 ? { ...operation, creativeId: '12' } : operation,
  );
  const outcomes = await at.launch.send(at.access, broken);
  expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
  // What an ad refers to may just be too new to be seen, so it is worth repeating.
  expect(outcomes[1]).toMatchObject({
    failure: { class: 'flaky', retryable: true, subcode: '33' },
  });
});

test('a lost answer to a request leaves its entries unknown and the others untouched', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 100);
  await at.fault({ fault: 'answer-lost', method: 'POST', path: ads(at), nth: 70 });
  const outcomes = await states(at, operations);
  expect(outcomes.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'done'));
  expect(outcomes.slice(50)).toEqual(Array.from({ length: 50 }, () => 'unknown'));
  await at.clock.sleep(at.launch.settleMs);
  const found = await at.launch.reconcile(at.access, operations.slice(50), []);
  expect(new Set(found.map(refOf)).size).toBe(50);
});

test('after a lost answer nothing is made twice, whatever was carried out', async () => {
  const at = await metaAtSandbox();
  const before = (await at.held('ads')).length;
  const operations = await readyAds(at, 60);
  await at.fault({ fault: 'failed-but-created', path: ads(at), nth: 10, times: 5 });
  await at.fault({ fault: 'transient', method: 'POST', path: ads(at), nth: 30, times: 5 });
  const first = await at.launch.send(at.access, operations);
  const open = operations.filter((_, position) => first[position]?.state === 'unknown');
  expect(open.length).toBe(10);
  const taken = first.flatMap((outcome) => (outcome.state === 'done' ? [outcome.ref] : []));
  const found = await at.launch.reconcile(at.access, open, taken);
  const again = open.filter((_, position) => found[position] === undefined);
  expect(again.length).toBe(5);
  expect(await states(at, again)).toEqual(again.map(() => 'done'));
  expect((await at.held('ads')).length).toBe(before + 60);
});

test('a token that dies half-way stops everything that was still to be sent', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 600);
  await at.fault({
    fault: 'error',
    code: 190,
    subcode: 463,
    method: 'POST',
    path: ads(at),
    nth: 120,
    times: 10_000,
  });
  const outcomes = await at.launch.send(at.access, operations);
  const failed = outcomes.filter(({ state }) => state !== 'done');
  expect(outcomes.length - failed.length).toBe(119);
  for (const outcome of failed) {
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'auth', fix: /Connect the ad account again/ },
    });
  }
  // Eight requests were on their way side by side; the other four were never sent.
  expect((await at.counts()).requests).toBe(8);
});

test('a throttle stops the account: what comes next is handed back unsent', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 2);
  await at.fault({
    fault: 'error',
    code: 17,
    subcode: 2446079,
    method: 'POST',
    path: ads(at),
    times: 1,
  });
  const [first] = await at.launch.send(at.access, operations.slice(0, 1));
  expect(first).toMatchObject({
    state: 'failed',
    failure: { class: 'throttled', retryAfterMs: 300_000 },
  });
  const [second] = await at.launch.send(at.access, operations.slice(1));
  expect(second).toMatchObject({
    state: 'failed',
    failure: { class: 'throttled', message: /nothing was sent/ },
  });
  expect((await at.counts()).requests).toBe(1);
  expect(at.launch.usage(at.access.adAccountId)).toBe(100);
  await at.clock.sleep(300_000);
  expect(await states(at, operations)).toEqual(['done', 'done']);
});

test('close to the limit requests go one by one, spaced out', async () => {
  const at = await metaAtSandbox();
  const operations = await readyAds(at, 200);
  await at.fault({ fault: 'usage-climb', percent: 90, times: 1 });
  await at.launch.send(at.access, operations.slice(0, 1));
  const started = at.clock.now();
  expect((await states(at, operations.slice(1))).every((state) => state === 'done')).toBe(true);
  // Four requests; every one but the first waits for about half the widest gap of five seconds.
  expect(at.clock.now() - started).toBeGreaterThan(3 * 2_000);
  expect(at.clock.now() - started).toBeLessThan(4 * 5_000);
});

test.each([
  ['full', 250],
  ['limited', 45],
] as const)(
  'under the platform’s %s score model everything is made once, in the end',
  async (tier, count) => {
    const at = await metaAtSandbox();
    const operations = await readyAds(at, count);
    const before = (await at.held('ads')).length;
    await at.control('POST', 'tier', { tier });
    let open = operations;
    for (let round = 0; round < 20 && open.length > 0; round += 1) {
      const outcomes = await at.launch.send(at.access, open);
      const waits = outcomes.map((outcome) => {
        if (outcome.state === 'done') return 0;
        if (outcome.state !== 'failed' || outcome.failure.class !== 'throttled')
          throw new Error(JSON.stringify(outcome));
        return outcome.failure.retryAfterMs ?? 0;
      });
      open = open.filter((_, position) => outcomes[position]?.state !== 'done');
      await at.clock.sleep(Math.max(...waits));
    }
    expect(open).toEqual([]);
    expect((await at.held('ads')).length).toBe(before + count);
  },
);

test('an answer that comes after the time-out is no answer, and what it made is found', async () => {
  const clock = createManualClock();
  const sandbox = seededSandbox(clock, 7, [meta]);
  const after = (ms: number, run: () => void): (() => void) => {
    let wanted = true;
    void clock.sleep(ms).then(() => wanted && run());
    return () => {
      wanted = false;
    };
  };
  const http = createFetchHttp({
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
    after,
  });
  const at = await metaAtSandbox({ http, clock, batchTimeoutMs: 30_000 });
  const control = (path: string, body: object) =>
    sandbox.fetch(
      new Request(`http://x/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) }),
    );
  const operation: LaunchOperation = {
    kind: 'video',
    id: 'video:0',
    batch: 'b1',
    media: video('slow'),
  };
  await control('faults', { fault: 'slow-but-done', ms: 90_000, times: 1 });
  const sending = at.launch.send(at.access, [operation]);
  // Time passes only after the request has reached the platform and sleeps there.
  while (clock.sleeping() < 2) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(31_000);
  expect(await sending).toMatchObject([
    { state: 'unknown', failure: { class: 'transient', message: /30000 ms/ } },
  ]);
  await clock.advance(60_000);
  const [found] = await at.launch.reconcile(at.access, [operation], []);
  expect(found?.state).toBe('done');
});

test('a null in a batch is unknown, unless what it made has been read in the same batch', async () => {
  const { platform } = await scripted(
    json([null, { code: 200, body: '{"id":"77","asset_feed_spec":{}}' }]),
  );
  const at = { access, ids: { page: '1', profile: '2' } } as unknown as MetaAtSandbox;
  const assets = [{ type: 'image', ref: 'h' }] as const;
  const creative = (promoCode?: string): LaunchOperation => ({
    kind: 'creative',
    id: 'creative:0',
    batch: 'b1',
    ad: adOf(at, promoCode === undefined ? {} : { promoCode }),
    assets,
    creativeKey: 'single',
  });
  expect(await platform.launch?.send(access, [creative()])).toMatchObject([{ state: 'unknown' }]);
  expect(await platform.launch?.send(access, [creative('CODE')])).toMatchObject([
    { state: 'done', ref: '77' },
  ]);
});

test('an answer without an id is unknown', async () => {
  const { platform } = await scripted(json([{ code: 200, body: '{"success":true}' }]));
  const [outcome] =
    (await platform.launch?.send(access, [
      { kind: 'video', id: 'v', batch: 'b', media: video('x') },
    ])) ?? [];
  expect(outcome).toMatchObject({ state: 'unknown', failure: { message: /without an id/ } });
});

test('a refusal of the whole batch is the fate of every entry', async () => {
  const { platform } = await scripted(json({ error: { code: 190, error_subcode: 460 } }, 400));
  const operations = [1, 2].map(
    (n): LaunchOperation => ({ kind: 'video', id: `v${n}`, batch: 'b', media: video('x') }),
  );
  for (const outcome of (await platform.launch?.send(access, operations)) ?? []) {
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'auth', message: /changed the password/ },
    });
  }
});

test('the platform’s own check finds faults before anything is made', async () => {
  const at = await metaAtSandbox();
  const good = adOf(at);
  const adSet = await factsOf(at, at.adSet('traffic'));
  const operation = (ad: typeof good, id: string): LaunchOperation => ({
    kind: 'ad',
    id,
    batch: 'b1',
    ad,
    name: 'x',
    adSet,
    assets: [],
    creativeKey: at.launch.creativeKey(ad, adSet),
  });
  const post = [
    { type: 'image', filename: '', effectiveStoryId: at.ids.posts.unpromotable } as const,
  ];
  const before = [(await at.held('ads')).length, (await at.held('adcreatives')).length];
  const outcomes = await at.launch.validate?.(at.access, [
    operation(good, 'a'),
    operation(adOf(at, { type: 'postBoost', media: post }), 'b'),
    operation(adOf(at, { media: [video('v')] }), 'c'),
  ]);
  expect(outcomes).toMatchObject([
    { state: 'done' },
    { state: 'failed', failure: { class: 'rule', subcode: '1487472' } },
    { state: 'done', warnings: [/only after its media/] },
  ]);
  expect([(await at.held('ads')).length, (await at.held('adcreatives')).length]).toEqual(before);
});

test('an ad set where people choose the app to write in gets all of its apps named', async () => {
  const at = await metaAtSandbox();
  const input = {
    campaignId: campaignId(at.access.adAccountId, 'sales'),
    campaign: { objective: 'OUTCOME_SALES', hasBudget: false },
    name: 'Write to us',
    status: 'PAUSED',
    dailyBudget: 20,
    targeting: { geo_locations: { countries: ['US'] } },
    destinationType: 'MESSAGING_SECONDARY_DIRECT_MESSENGER',
    promotedObject: { page_id: at.ids.page },
  } as const;
  const made = await sendCreation(at.platform, at.access, 'adSet', input, 'mark');
  if ('unanswered' in made) throw new Error('The ad set was not made.');
  const { heldCreative } = await launchAd(at, adOf(at, { cta: 'MESSAGE_PAGE' }), made.id);
  expect(heldCreative.asset_feed_spec).toMatchObject({
    optimization_type: 'DOF_MESSAGING_DESTINATION',
    call_to_actions: [
      { type: 'MESSAGE_PAGE', value: { app_destination: 'MESSENGER' } },
      { type: 'INSTAGRAM_MESSAGE', value: { app_destination: 'INSTAGRAM_DIRECT' } },
    ],
  });
});
