import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/google/version.ts';
import { image } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd, LaunchMedia } from '../../../core/ports/launch-ad.ts';
import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { errorOf, type GoogleAtSandbox, googleAtSandbox, searchAds } from './google-at-sandbox.ts';

const account = searchAds.accounts.usd;
const customer = `customers/${account}`;
const group = searchAds.assetGroup(account);
const adSet = { id: group, name: 'Boats', objective: 'PERFORMANCE_MAX' };
const youtube = (id: string): LaunchMedia & { url: string } => ({
  type: 'video',
  url: `https://www.youtube.com/watch?v=${id}`,
  filename: 'watch',
});

const adOf = (media: readonly LaunchMedia[], more: Partial<LaunchAd> = {}): LaunchAd => ({
  index: 0,
  path: 'ads[0]',
  platform: 'search-ads',
  adAccountId: account,
  type: 'single',
  adName: 'Boat',
  adSets: [{ id: group, label: '' }],
  adSetsPath: 'ads[0].adSets',
  paused: false,
  media,
  ...more,
});

const faultsOf = (at: GoogleAtSandbox, ad: LaunchAd, adSets = [adSet]) =>
  at.platform.definition.launch?.check(ad, adSets).map(({ path, code }) => `${path} ${code}`);

const refOf = (outcome: Outcome | undefined): string => {
  if (outcome?.state !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.ref;
};

/** Uploads what an ad shows, and answers the operation that puts it into the asset group. */
async function prepared(
  at: GoogleAtSandbox,
  ad: LaunchAd,
  number = 0,
): Promise<LaunchOperation & { kind: 'ad' }> {
  const [media] = ad.media;
  if (media?.url === undefined) throw new Error('no media');
  const kind = media.type === 'video' ? ('video' as const) : ('image' as const);
  const upload = {
    kind,
    id: `${kind}:${number}`,
    batch: 'b1',
    media: { ...media, url: media.url },
  };
  const [made] = (await at.platform.launch?.send(at.access, [upload])) ?? [];
  const ref = refOf(made);
  const ready = { kind: 'ready', id: `ready:${number}`, batch: 'b1', videoId: ref } as const;
  const [seen] =
    kind === 'video' ? ((await at.platform.launch?.send(at.access, [ready])) ?? []) : [made];
  return {
    kind: 'ad',
    id: `ad:${number}`,
    batch: 'b1',
    ad,
    name: ad.adName,
    adSet,
    creativeKey: ad.type,
    assets: [{ type: kind, ref: refOf(seen) }],
  };
}

test('images go by their shape, logos by their name and videos by their address', async () => {
  const at = googleAtSandbox({ usd: true });
  const ads = [
    adOf([image('wide-1200x628', { ratio: 1200 / 628 })]),
    adOf([image('square-1200x1200', { ratio: 1 })]),
    adOf([image('tall-960x1200', { ratio: 0.8 })]),
    adOf([image('logo-512x512', { ratio: 1 })], { platformFields: { assetType: 'logo' } }),
    adOf([youtube('dQw4w9WgXcQ')], { paused: true }),
  ];
  for (const ad of ads) expect(faultsOf(at, ad)).toEqual([]);
  const operations = [];
  for (const [number, ad] of ads.entries()) operations.push(await prepared(at, ad, number));
  at.requests.length = 0;
  const outcomes = (await at.platform.launch?.send(at.access, operations)) ?? [];
  expect(outcomes.map((outcome) => refOf(outcome).split('~')[2])).toEqual([
    'MARKETING_IMAGE',
    'SQUARE_MARKETING_IMAGE',
    'PORTRAIT_MARKETING_IMAGE',
    'LOGO',
    'YOUTUBE_VIDEO',
  ]);
  expect(at.requests).toEqual([`/google/${version.pinned}/${customer}/assetGroupAssets:mutate`]);
  const { data } = (await at.platform.inspect?.ads(at.access, { adSetId: group, limit: 50 })) ?? {
    data: [],
  };
  expect(
    data
      .filter(({ id }) => outcomes.some((each) => refOf(each) === id))
      .map(({ status }) => status),
  ).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED']);
});

test('what is wrong with an asset is found before anything is sent', () => {
  const at = googleAtSandbox({ usd: true });
  const square = image('square', { ratio: 1 });
  expect(faultsOf(at, adOf([image('unknown')]))).toEqual([
    'ads[0].media[0] placement_ratio_unknown',
  ]);
  expect(faultsOf(at, adOf([image('thin', { ratio: 3 })]))).toEqual([
    'ads[0].media[0] placement_ratio',
  ]);
  expect(faultsOf(at, adOf([square], { platformFields: { assetType: 'HEADLINE' } }))).toEqual([
    'ads[0].assetType asset_type',
  ]);
  expect(faultsOf(at, adOf([square], { platformFields: { headlines: 'A | B | C' } }))).toEqual([
    'ads[0].headlines unsupported_on_platform',
  ]);
  expect(faultsOf(at, adOf([]))).toEqual(['ads[0].media missing_field']);
  expect(
    faultsOf(at, adOf([{ type: 'video', url: 'https://cdn.example/a.mp4', filename: 'a.mp4' }])),
  ).toEqual(['ads[0].media[0].url youtube_video']);
  expect(faultsOf(at, adOf([square]), [adSet, { ...adSet, id: '2', objective: 'SEARCH' }])).toEqual(
    ['ads[0].adSets mixed_ad_groups'],
  );
  expect(faultsOf(at, adOf([square]), [{ ...adSet, objective: 'SEARCH' }])).toContain(
    'ads[0].media unsupported_on_platform',
  );
});

test.each(['answer-lost', 'failed-but-created'])('nothing is made twice: %s', async (fault) => {
  const at = googleAtSandbox({ usd: true });
  const ad = adOf([image('square-1200x1200', { ratio: 1 })]);
  const [media] = ad.media;
  const upload = {
    kind: 'image',
    id: 'image:0',
    batch: 'b1',
    media: { ...media, url: media?.url ?? '' },
  } as LaunchOperation;
  await at.fault({ fault, path: '*/assets:mutate', times: 1 });
  const [lost] = (await at.platform.launch?.send(at.access, [upload])) ?? [];
  expect(lost?.state).toBe('unknown');
  const operation = await prepared(at, ad);
  expect(
    (await at.objects('google_assets')).filter(({ name }) => String(name).startsWith('slipway ')),
  ).toHaveLength(1);
  await at.fault({ fault, path: '*/assetGroupAssets:mutate', times: 1 });
  const [unknown] = (await at.platform.launch?.send(at.access, [operation])) ?? [];
  expect(unknown?.state).toBe('unknown');
  const found = await at.platform.launch?.reconcile(at.access, [operation], []);
  const again = await at.platform.launch?.send(at.access, [operation]);
  expect(again).toMatchObject([
    { state: 'done', ref: refOf(found?.[0]), warnings: [expect.stringContaining('already')] },
  ]);
  expect(
    (await at.objects('google_asset_group_assets')).filter(({ id }) =>
      String(id).includes(refOf(found?.[0])),
    ),
  ).toHaveLength(1);
});

test('the same content under another name is used as it is', async () => {
  const at = googleAtSandbox({ usd: true });
  const ad = adOf([image('square-1200x1200', { ratio: 1 })]);
  const first = await prepared(at, ad);
  const [asset] = (await at.objects('google_assets')).filter(({ name }) =>
    String(name).startsWith('slipway '),
  );
  const rename = {
    update: { resourceName: String(asset?.resourceName), name: 'Renamed' },
    updateMask: 'name',
  };
  expect((await at.ask('assets:mutate', { operations: [rename] })).status).toBe(200);
  expect((await prepared(at, ad)).assets).toEqual(first.assets);
});

test('one asset that is refused keeps no other from its group, and a plan tells it at its media', async () => {
  const at = googleAtSandbox({ usd: true });
  const good = await prepared(at, adOf([image('square-1200x1200', { ratio: 1 })]));
  // The name says another shape than the file has.
  const bad = await prepared(at, adOf([image('wrong-700x500', { ratio: 1 })]), 1);
  const tiny = await prepared(at, adOf([image('tiny-200x200', { ratio: 1 })]), 2);
  const validated = await at.platform.launch?.validate?.(at.access, [good, bad]);
  expect(validated).toMatchObject([{ state: 'done' }, { state: 'failed', adField: 'media[0]' }]);
  const outcomes = await at.platform.launch?.send(at.access, [bad, good, tiny]);
  expect(outcomes).toMatchObject([
    { state: 'failed', failure: { class: 'rule', code: 'imageError.ASPECT_RATIO_NOT_ALLOWED' } },
    { state: 'done' },
    {
      state: 'failed',
      failure: { code: 'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE' },
    },
  ]);
});

test('an asset in a group, and the group, are paused, renamed and removed like ads and ad groups', async () => {
  const at = googleAtSandbox({ usd: true });
  const [made] =
    (await at.platform.launch?.send(at.access, [
      await prepared(at, adOf([image('s-1200x1200', { ratio: 1 })])),
    ])) ?? [];
  const id = refOf(made);
  const { edit, inspect } = at.platform;
  expect(
    await edit?.setStatus(at.access, [
      { type: 'ad', id, status: 'PAUSED' },
      { type: 'adset', id: group, status: 'ACTIVE' },
    ]),
  ).toEqual([{ id }, { id: group }]);
  expect(await inspect?.entities(at.access, [{ type: 'ad', id }, { id: group }])).toMatchObject([
    { type: 'ad', status: 'PAUSED', adSetId: group },
    { type: 'adset', status: 'ACTIVE', name: 'Boats' },
  ]);
  await edit?.rename?.(at.access, [{ type: 'adset', id: group, name: 'Ships' }]);
  expect((await at.platform.accounts.adSets(at.access, { ids: [group] }))[0]).toMatchObject({
    name: 'Ships',
    adCount: 11,
  });
  expect(await edit?.remove(at.access, [{ type: 'ad', id }])).toEqual([{ id }]);
  const links = await at.search(
    `SELECT asset_group_asset.resource_name FROM asset_group_asset WHERE asset_group_asset.field_type = 'LOGO' AND asset_group_asset.status != 'REMOVED'`,
  );
  const logo = links.body.results[0].assetGroupAsset.resourceName.split('/').pop();
  expect(await edit?.remove(at.access, [{ type: 'ad', id: logo }])).toMatchObject([
    { id: logo, failure: { class: 'rule', code: 'assetGroupError.NOT_ENOUGH_LOGO_ASSET' } },
  ]);
});

test('the platform wants a whole asset group, of assets that fit their places', async () => {
  const at = googleAtSandbox({ usd: true });
  const campaign = `${customer}/campaigns/${searchAds.assetCampaign(account)}`;
  const create = {
    resourceName: `${customer}/assetGroups/-1`,
    campaign,
    name: 'Half',
    finalUrls: ['https://shop.example/'],
  };
  const half = await at.ask('googleAds:mutate', {
    mutateOperations: [{ assetGroupOperation: { create } }],
  });
  expect(errorOf(half.body)).toBe('assetGroupError.NOT_ENOUGH_HEADLINE_ASSET');
  const [text] = (await at.objects('google_assets')).filter((each) => 'textAsset' in each);
  const link = {
    assetGroup: `${customer}/assetGroups/${group}`,
    asset: String(text?.resourceName),
    fieldType: 'LOGO',
  };
  const wrong = await at.ask('assetGroupAssets:mutate', { operations: [{ create: link }] });
  expect(errorOf(wrong.body)).toBe('assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE');
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((words) => ({
    create: { textAsset: { text: `Long ${words}` } },
  }));
  const made = await at.ask('assets:mutate', { operations: names });
  const many = made.body.results.map(({ resourceName }: { resourceName: string }) => ({
    create: { ...link, asset: resourceName, fieldType: 'LONG_HEADLINE' },
  }));
  expect(errorOf((await at.ask('assetGroupAssets:mutate', { operations: many })).body)).toBe(
    'resourceCountLimitExceededError.RESOURCE_LIMIT',
  );
});
