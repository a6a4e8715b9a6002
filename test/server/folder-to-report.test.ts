import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createCloudFolders } from '../../adapters/media/cloud-folders.ts';
import { createSharedLinks } from '../../adapters/media/drive-folders.ts';
import { createPublicFetch } from '../../adapters/media/public-fetch.ts';
import { formatCsv } from '../../core/base/csv.ts';
import { type Client, createClient } from '../adapters/sandbox/client.ts';
import { png } from '../samples/media.ts';
import { useCommandLine } from './cli-fixture.ts';
import type { Called } from './harness.ts';

const FOLDER = '1AbCdEfGhIjKlMnOp';
const pictures = new Map<string, Uint8Array<ArrayBuffer>>();

/** A folder of Drive with the pictures, in two pages. */
async function drive(address: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(address);
  if (new Headers(init.headers).get('authorization') !== 'Bearer a-token')
    return new Response(null, { status: 401 });
  const id = pathname.slice('/drive/v3/files/'.length);
  if (id !== '') return new Response(pictures.get(id));
  if (!searchParams.get('q')?.startsWith(`'${FOLDER}' in parents`))
    return Response.json({ files: [] });
  const all = [...pictures.keys()].map((name) => ({ id: name, name }));
  const isSecond = searchParams.get('pageToken') === 'second';
  return Response.json(
    isSecond ? { files: all.slice(25) } : { files: all.slice(0, 25), nextPageToken: 'second' },
  );
}

const publicFetch = createPublicFetch({ resolve: async () => [] });
const { fixture, folder, slipway } = useCommandLine({
  sharedLinks: createSharedLinks(publicFetch, createCloudFolders(drive)),
});

const ACCOUNT = 'act_1001';
const DAY = 86_400_000;
const hooks = ['waves', 'sun', 'wind', 'rain'];
const FILES = 40;

interface Figures {
  readonly impressions: number;
  readonly spend: number;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const sum = (rows: readonly Figures[], figure: keyof Figures): number =>
  Math.round(rows.reduce((all, row) => all + row[figure], 0) * 100) / 100;
const all = (rows: readonly Figures[]) => [sum(rows, 'impressions'), sum(rows, 'spend')];

/**
 * Forty different pictures, as a designer hands them over: hook, number and ratio in their names.
 */
beforeAll(async () => {
  for (let n = 0; n < FILES; n++)
    pictures.set(
      `${hooks[n % hooks.length]}-${n + 1}-1x1.png`,
      Uint8Array.from(await png(600 + n, 600 + n)),
    );
  await keep();
});

/** All pages of a list of the platform. */
async function everything(
  platform: Client,
  path: string,
  params: object,
): Promise<readonly Called['body'][]> {
  const rows: Called['body'][] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await platform.get(path, {
      ...params,
      limit: '200',
      ...(after !== undefined && { after }),
    });
    rows.push(...body.data);
    if (body.paging?.next === undefined) return rows;
    after = body.paging.cursors.after;
  }
}

/** What the launch refers to by name. */
async function keep(): Promise<void> {
  const convention = {
    name: 'Hooks',
    level: 'ad',
    separator: '_',
    fields: [
      { key: 'team', source: 'option', options: ['Shop', 'Brand'] },
      { key: 'hook', source: 'free' },
      {
        key: 'number',
        source: 'token',
        token: 'filename',
        split: { by: '-', part: 2 },
        kind: 'number',
      },
    ],
  };
  const parameters = [
    { name: 'utm_source', value: 'meta' },
    { name: 'utm_campaign', value: '{{campaign.name}}' },
    { name: 'utm_content', value: '{{ad.name}}' },
  ];
  expect(
    (await fixture().call('POST', '/v1/naming-conventions', { body: convention })).status,
  ).toBe(201);
  expect(
    (await fixture().call('POST', '/v1/utm-templates', { body: { name: 'Ours', parameters } }))
      .status,
  ).toBe(201);
}

/** Where the ads go, and who shows them. */
async function place() {
  const { page, secondary } = (await fixture().call('GET', `/v1/profiles?accountId=${ACCOUNT}`))
    .body.data[0];
  const adSets = (
    await fixture().call('GET', `/v1/adsets?accountId=${ACCOUNT}&status=ACTIVE&limit=200`)
  ).body.data;
  const [first, second] = adSets.filter(({ adCount }: { adCount: number }) => adCount === 0);
  return { page, secondary, empty: [first.value, second.value] as const };
}

/** The media of the folder by name, taken in through a connection. */
async function imported(): Promise<Map<string, Called['body']>> {
  const call = fixture().call;
  expect(
    (await call('PUT', '/v1/media/sources/drive', { body: { accessToken: 'a-token' } })).status,
  ).toBe(200);
  const { body } = await call('POST', '/v1/media/import', {
    body: { drive: { folderId: FOLDER } },
  });
  expect([body.error, body.total]).toEqual([undefined, FILES]);
  for (;;) {
    const { body: now } = await call('GET', `/v1/media/imports/${body.id}`);
    if (now.status !== 'finished') await fixture().clock.sleep(200);
    else {
      expect(now).toMatchObject({ imported: FILES, duplicates: 0, failed: 0 });
      break;
    }
  }
  const media = (await call('GET', '/v1/media?limit=100')).body.data;
  return new Map(media.map((each: { readonly originalName: string }) => [each.originalName, each]));
}

async function finished(id: number): Promise<Called['body']> {
  for (;;) {
    const { body } = await fixture().call('GET', `/v1/batch-status/${id}`);
    if (body.status !== 'processing') return body;
    await fixture().clock.sleep(200);
  }
}

/**
 * What the platform itself holds of a team: its ads have the names of the files and the tags in
 * their links.
 */
async function expectNamed(platform: Client, team: string): Promise<void> {
  const ads = await everything(platform, `/${ACCOUNT}/ads`, { fields: 'name,creative{url_tags}' });
  const ours = ads.filter(({ name }) => name.startsWith(`${team}_`));
  const names = [...pictures.keys()]
    .map((name) => name.split('-'))
    .map(([hook, number]) => `${team}_${hook}_${number}`);
  expect(ours.map(({ name }) => name).sort()).toEqual(names.sort());
  const tags = 'utm_source=meta&utm_campaign={{campaign.name}}&utm_content={{ad.name}}';
  expect(new Set(ours.map(({ creative }) => creative.url_tags))).toEqual(new Set([tags]));
}

async function csvOf(here: string): Promise<string> {
  const { page, secondary, empty } = await place();
  const headers = [
    'name.team',
    'name.hook',
    'UTM template',
    'Ad account',
    'Ad sets',
    'Page',
    'Profile',
    'Media 1',
    'Link',
    'Start as',
  ];
  const rows = [...pictures.keys()].map((name) => [
    'Brand',
    name.split('-')[0] ?? '',
    'Ours',
    ACCOUNT,
    empty[1],
    page,
    secondary,
    name,
    'https://example.com/boats',
    'Paused',
  ]);
  const file = join(here, 'ads.csv');
  writeFileSync(file, formatCsv([headers, ...rows]));
  return file;
}

test('a folder of forty files becomes forty named, tracked ads in one launch, and a week later the report says which hook worked', async () => {
  const media = await imported();
  const { page, secondary, empty } = await place();
  const startDate = day(fixture().clock.now());
  const ads = [...pictures.keys()].map((name) => ({
    naming: { values: { team: 'Shop', hook: name.split('-')[0] } },
    utmTemplateId: 'Ours',
    adAccountId: ACCOUNT,
    adSets: [empty[0]],
    page,
    secondary,
    link: 'https://example.com/boats',
    status: 'ACTIVE',
    media: [{ url: media.get(name)?.url }],
  }));
  const launched = await fixture().call('POST', '/v1/launch', { body: { ads } });
  expect([launched.status, launched.body.error]).toEqual([202, undefined]);
  const batch = await finished(launched.body.adBatchId);
  expect([batch.launchedAds.length, batch.failedAds]).toEqual([FILES, []]);
  const platform = createClient({ sandbox: fixture().sandbox, clock: fixture().clock });
  await expectNamed(platform, 'Shop');

  fixture().clock.step(7 * DAY);
  const endDate = day(fixture().clock.now() - DAY);
  const range = { since: startDate, until: endDate };
  const figures = {
    level: 'ad',
    fields: 'ad_id,ad_name,spend,impressions',
    time_range: JSON.stringify(range),
  };
  const rows: readonly (Figures & { readonly ad_name: string })[] = (
    await everything(platform, `/${ACCOUNT}/insights`, figures)
  ).map((row) => ({
    ad_name: row.ad_name,
    spend: Number(row.spend),
    impressions: Number(row.impressions),
  }));
  const ask = async (groupBy: string): Promise<Called['body']> => {
    const query = `accountIds=${ACCOUNT}&startDate=${startDate}&endDate=${endDate}&metrics=spend,impressions&limit=1000`;
    return (await fixture().call('GET', `/v1/reports/query?${query}&groupBy=${groupBy}`)).body;
  };

  const byHook = (await ask('name.hook')).data;
  for (const hook of hooks) {
    const found = byHook.find(({ name }: { name: { hook: string | null } }) => name.hook === hook);
    const own = rows.filter(({ ad_name }) => ad_name.startsWith(`Shop_${hook}_`));
    expect(own).toHaveLength(FILES / hooks.length);
    expect([hook, all([found])]).toEqual([hook, all(own)]);
    expect(found.impressions).toBeGreaterThan(0);
  }
  expect(all(byHook)).toEqual(all(rows));

  const byAsset = (await ask('asset')).data;
  expect(all(byAsset)).toEqual(all(rows));
  for (const name of pictures.keys()) {
    const [hook, number] = name.split('-');
    const found = byAsset.find(
      ({ asset }: { asset: string | null }) => asset === media.get(name)?.sha256,
    );
    expect([name, all([found])]).toEqual([
      name,
      all(rows.filter(({ ad_name }) => ad_name === `Shop_${hook}_${number}`)),
    ]);
  }
});

test('the same files in a folder of this machine become as many ads by rows of a CSV', async () => {
  const here = join(folder, 'pictures');
  mkdirSync(here);
  for (const [name, bytes] of pictures) writeFileSync(join(here, name), bytes);
  const { code, out } = await slipway('launch', await csvOf(here), '--watch', '--json');
  expect([code, out.slice(0, 400)]).toEqual([0, expect.any(String)]);
  await expectNamed(createClient({ sandbox: fixture().sandbox, clock: fixture().clock }), 'Brand');
});
