import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCsv } from '../../core/sheet/csv.ts';
import { type Client, createClient } from '../adapters/sandbox/client.ts';
import { png } from '../samples/media.ts';
import { useCommandLine } from './cli-fixture.ts';
import type { Called } from './harness.ts';

const { fixture, folder, slipway } = useCommandLine();

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

/** Forty different pictures, as a designer hands them over: hook, number and ratio in their names. */
async function fillFolder(pictures: string): Promise<readonly string[]> {
  mkdirSync(pictures);
  for (let n = 0; n < FILES; n++)
    writeFileSync(join(pictures, `${hooks[n % hooks.length]}-${n + 1}-1x1.png`), await png(600 + n, 600 + n));
  return readdirSync(pictures).sort();
}

/** All pages of a list of the platform. */
async function everything(platform: Client, path: string, params: object): Promise<readonly Called['body'][]> {
  const rows: Called['body'][] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await platform.get(path, { ...params, limit: '200', ...(after !== undefined && { after }) });
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
      { key: 'number', source: 'token', token: 'filename', split: { by: '-', part: 2 }, kind: 'number' },
    ],
  };
  const parameters = [
    { name: 'utm_source', value: 'meta' },
    { name: 'utm_campaign', value: '{{campaign.name}}' },
    { name: 'utm_content', value: '{{ad.name}}' },
  ];
  expect((await fixture().call('POST', '/v1/naming-conventions', { body: convention })).status).toBe(201);
  expect((await fixture().call('POST', '/v1/utm-templates', { body: { name: 'Ours', parameters } })).status).toBe(201);
}

async function csvOf(pictures: string, files: readonly string[]): Promise<string> {
  const { page, secondary } = (await fixture().call('GET', `/v1/profiles?accountId=${ACCOUNT}`)).body.data[0];
  const adSets = (await fixture().call('GET', `/v1/adsets?accountId=${ACCOUNT}&status=ACTIVE&limit=200`)).body.data;
  const empty = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
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
  const rows = files.map((name) => [
    ...['Shop', name.split('-')[0] ?? '', 'Ours', ACCOUNT, empty, page, secondary, name, 'https://example.com/boats', 'Active'],
  ]);
  const file = join(pictures, 'ads.csv');
  writeFileSync(file, formatCsv([headers, ...rows]));
  return file;
}

test('a folder of forty files is launched as forty named, tracked ads, and a week later the report says which hook worked', async () => {
  const pictures = join(folder, 'pictures');
  const files = await fillFolder(pictures);
  await keep();
  const startDate = day(fixture().clock.now());
  const { code, out } = await slipway('launch', await csvOf(pictures, files), '--watch', '--json');
  expect([code, out.slice(0, 400)]).toEqual([0, expect.any(String)]);

  // What the platform itself holds: the names, and the tags in the links.
  const platform = createClient({ sandbox: fixture().sandbox, clock: fixture().clock });
  const ads = await everything(platform, `/${ACCOUNT}/ads`, { fields: 'name,creative{url_tags}' });
  const ours = ads.filter(({ name }) => name.startsWith('Shop_'));
  expect(ours.map(({ name }) => name).sort()).toEqual(
    files.map((name) => `Shop_${name.split('-')[0]}_${name.split('-')[1]}`).sort(),
  );
  const tags = 'utm_source=meta&utm_campaign={{campaign.name}}&utm_content={{ad.name}}';
  expect(new Set(ours.map(({ creative }) => creative.url_tags))).toEqual(new Set([tags]));

  fixture().clock.step(7 * DAY);
  const endDate = day(fixture().clock.now() - DAY);
  const range = { since: startDate, until: endDate };
  const figures = { level: 'ad', fields: 'ad_id,ad_name,spend,impressions', time_range: JSON.stringify(range) };
  const rows: readonly (Figures & { readonly ad_name: string })[] = (
    await everything(platform, `/${ACCOUNT}/insights`, figures)
  ).map((row) => ({ ad_name: row.ad_name, spend: Number(row.spend), impressions: Number(row.impressions) }));
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

  const media = (await fixture().call('GET', '/v1/media?limit=100')).body.data;
  const byAsset = (await ask('asset')).data;
  expect(all(byAsset)).toEqual(all(rows));
  for (const name of files) {
    const [hook, number] = name.split('-');
    const { sha256 } = media.find((each: { filename: string }) => each.filename === name);
    const found = byAsset.find(({ asset }: { asset: string | null }) => asset === sha256);
    expect([name, all([found])]).toEqual([name, all(rows.filter(({ ad_name }) => ad_name === `Shop_${hook}_${number}`))]);
  }
});
