import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/google/version.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { type GoogleAtSandbox, googleAtSandbox, searchAds } from './google-at-sandbox.ts';

const adOf = (
  at: GoogleAtSandbox,
  more: Partial<LaunchAd> = {},
  fields: object = {},
): LaunchAd => ({
  index: 0,
  path: 'ads[0]',
  platform: 'search-ads',
  adAccountId: at.access.adAccountId,
  type: 'single',
  adName: 'Boats (spring)',
  adSets: [],
  adSetsPath: 'ads[0].adSets',
  paused: true,
  media: [],
  link: 'https://shop.example/',
  ...more,
  platformFields: { headlines: 'One | Two | Three', descriptions: 'First. | Second.', ...fields },
});

const adSetOf = (at: GoogleAtSandbox, number = 0) => ({
  id: searchAds.emptyAdGroups(at.access.adAccountId, 'search')[number] ?? '',
  name: 'Open',
  objective: 'SEARCH',
});

const operationOf = (
  at: GoogleAtSandbox,
  ad: LaunchAd,
  more: Partial<LaunchOperation & { kind: 'ad' }> = {},
) =>
  ({
    kind: 'ad',
    id: 'ad:0',
    batch: 'b1',
    ad,
    name: ad.adName,
    adSet: adSetOf(at),
    assets: [],
    creativeKey: 'single',
    ...more,
  }) as const;

async function launched(at: GoogleAtSandbox, ad: LaunchAd) {
  const [outcome] = (await at.platform.launch?.send(at.access, [operationOf(at, ad)])) ?? [];
  if (outcome?.state !== 'done') throw new Error(JSON.stringify(outcome));
  const held = (await at.objects('google_ads')).find(({ id }) => id === outcome.ref);
  return held as unknown as {
    readonly status: string;
    readonly ad: { readonly [field: string]: unknown };
  };
}

test('an ad has its texts, pins, paths, addresses and tags', async () => {
  const at = googleAtSandbox();
  const ad = adOf(
    at,
    {
      title: 'Zero',
      utmTags: 'utm_source=google&utm_campaign={{campaign.id}}&utm_content={{ad.name}}',
    },
    { pins: 'H1:1 D2:1', path1: 'boats', path2: 'sale', trackingTemplate: '{lpurl}?x=1' },
  );
  expect(at.platform.definition.launch?.check(ad)).toEqual([]);
  const held = await launched(at, ad);
  expect(held.status).toBe('PAUSED');
  expect(held.ad).toMatchObject({
    finalUrls: ['https://shop.example/'],
    finalUrlSuffix: 'utm_source=google&utm_campaign={campaignid}&utm_content=Boats%20(spring)',
    trackingUrlTemplate: '{lpurl}?x=1',
    responsiveSearchAd: {
      headlines: [
        { text: 'Zero', pinnedField: 'HEADLINE_1' },
        { text: 'One' },
        { text: 'Two' },
        { text: 'Three' },
      ],
      descriptions: [{ text: 'First.' }, { text: 'Second.', pinnedField: 'DESCRIPTION_1' }],
      path1: 'boats',
      path2: 'sale',
    },
  });
});

test('what is wrong with an ad is found before anything is sent, at its field', () => {
  const at = googleAtSandbox();
  const faults = (more: Partial<LaunchAd>, fields: object = {}) =>
    at.platform.definition.launch
      ?.check(adOf(at, more, fields))
      .map(({ path, code }) => `${path} ${code}`);
  expect(faults({}, { headlines: 'One | Two' })).toEqual(['ads[0].headlines text_count']);
  expect(faults({}, { headlines: `One | Two | ${'x'.repeat(31)}` })).toEqual([
    'ads[0].headlines text_too_long',
  ]);
  expect(faults({}, { headlines: 'One | Two | {KeyWord:This counts as it stands in} x' })).toEqual(
    [],
  );
  expect(faults({}, { headlines: 'One | Two | one' })).toEqual(['ads[0].headlines repeated_text']);
  expect(faults({}, { descriptions: 'Only one' })).toEqual(['ads[0].descriptions text_count']);
  expect(faults({}, { path2: 'b' })).toEqual(['ads[0].path2 path']);
  expect(faults({}, { pins: 'H9:1' })).toEqual(['ads[0].pins pin']);
  expect(faults({}, { pins: 'D1:3' })).toEqual(['ads[0].pins pin']);
  expect(faults({ cta: 'LEARN_MORE' })).toEqual(['ads[0].cta unsupported_on_platform']);
  expect(faults({ utmTags: 'x={{campaign.name}}' })).toEqual(['ads[0].utmTags unknown_token']);
  expect(faults({ adName: '§'.repeat(40) })).toEqual(['ads[0].adName text_too_long']);
  expect(faults({}, { trackingTemplate: 'shop.example' })).toEqual([
    'ads[0].trackingTemplate tracking_template',
  ]);
});

test('a finding of the policy is told with its topic; an exemption is asked for only where the ad says so', async () => {
  const at = googleAtSandbox();
  const ad = adOf(at, {}, { headlines: 'Trademarked | Two | Three' });
  const [refused] = (await at.platform.launch?.send(at.access, [operationOf(at, ad)])) ?? [];
  expect(refused).toMatchObject({
    state: 'failed',
    failure: {
      class: 'rule',
      code: 'policyFindingError.POLICY_FINDING',
      message: expect.stringContaining('TRADEMARKS_IN_AD_TEXT'),
    },
  });
  const [validated] =
    (await at.platform.launch?.validate?.(at.access, [operationOf(at, ad)])) ?? [];
  expect(validated).toMatchObject({
    state: 'failed',
    failure: { field: expect.stringMatching(/^operations\[0\]\.create\.ad/) },
  });
  const long = adOf(at, {}, { headlines: `One | Two | ${'x'.repeat(31)}` });
  const [told] = (await at.platform.launch?.validate?.(at.access, [operationOf(at, long)])) ?? [];
  expect(told).toMatchObject({
    failure: { message: expect.stringContaining('At ad.responsive_search_ad.headlines[2].text.') },
  });
  const asked = adOf(
    at,
    {},
    { headlines: 'Trademarked | Two | Three', ignorablePolicyTopics: 'TRADEMARKS_IN_AD_TEXT' },
  );
  await launched(at, asked);
});

test('fifty ads in ten ad groups are one request', async () => {
  const at = googleAtSandbox();
  const ad = adOf(at);
  const operations = Array.from({ length: 50 }, (_, n) =>
    operationOf(at, ad, { id: `ad:${n}`, adSet: adSetOf(at, n % 10) }),
  );
  await at.platform.accounts.campaigns(at.access);
  at.requests.length = 0;
  const outcomes = (await at.platform.launch?.send(at.access, operations)) ?? [];
  expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['done']));
  expect(at.requests).toEqual([
    `/google/${version.pinned}/customers/${at.access.adAccountId}/adGroupAds:mutate`,
  ]);
});

test('a quota that is used up says when to come back, and a version that has ended what to set', async () => {
  const at = googleAtSandbox();
  await at.fault({ fault: 'quota-day', times: 1 });
  const [outcome] = (await at.platform.launch?.send(at.access, [operationOf(at, adOf(at))])) ?? [];
  expect(outcome).toMatchObject({
    state: 'failed',
    failure: { class: 'throttled', retryAfterMs: 3_600_000 },
  });
  const old = googleAtSandbox({ version: 'v19' });
  await expect(old.platform.accounts.campaigns(old.access)).rejects.toMatchObject({
    failure: { class: 'blocked', fix: expect.stringContaining('SLIPWAY_GOOGLE_VERSION') },
  });
});

test('the platform counts the operations of a day, and takes more when a day has passed', async () => {
  const at = googleAtSandbox();
  await at.fault({ fault: 'day-limit', limit: 10 });
  const send = (count: number) =>
    at.platform.launch?.send(
      at.access,
      Array.from({ length: count }, (_, n) => operationOf(at, adOf(at), { id: `ad:${n}` })),
    );
  expect((await send(8))?.map(({ state }) => state)).toEqual(
    Array.from({ length: 8 }, () => 'done'),
  );
  expect((await send(3))?.[0]).toMatchObject({
    state: 'failed',
    failure: { class: 'throttled', retryAfterMs: 3_600_000 },
  });
  await at.clock.sleep(25 * 3_600_000);
  expect((await send(3))?.[0]).toMatchObject({ state: 'done' });
});

test('a token that has ended is renewed, once, and the call is carried out', async () => {
  const at = googleAtSandbox();
  await at.clock.sleep(2 * 3_600_000);
  await Promise.all([
    at.platform.accounts.campaigns(at.access),
    at.platform.accounts.campaigns(at.access),
  ]);
  expect(at.requests.filter((path) => path === '/google/token')).toHaveLength(1);
});

test('a budget that several campaigns share is changed only where that is confirmed', async () => {
  const at = googleAtSandbox();
  const id = searchAds.campaign(at.access.adAccountId, 'search');
  const set = (more: object) =>
    at.platform.edit?.setBudget?.(at.access, 'campaign', id, { daily: 60, ...more });
  await expect(set({})).rejects.toMatchObject({
    failure: { class: 'rule', message: expect.stringMatching(/Search, Brand/) },
  });
  await set({ confirmed: true });
  const budgets = (await at.platform.accounts.campaigns(at.access)).flatMap(
    ({ name, dailyBudget }) => [[name, dailyBudget]],
  );
  expect(Object.fromEntries(budgets)).toMatchObject({ Search: 60, Brand: 60, Generic: 500 });
});
