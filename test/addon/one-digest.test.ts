import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCsv, parseCsv } from '../../core/base/csv.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { type Playground, type Server, startPlayground, startServer } from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';
import { LEVELS, objectHands } from './objects-fixture.ts';

/** The same changes are the same plan, through whichever door they come. */

let server: Server;
let playground: Playground;
const hands = objectHands(
  () => playground,
  () => server,
);
const folder = mkdtempSync(join(tmpdir(), 'slipway-digest-'));

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  await hands.fresh();
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

interface Brought {
  readonly id: string;
  readonly revision: string;
  readonly canChange: readonly string[];
  readonly values: { readonly [field: string]: unknown };
}

const brought = async (level: string): Promise<readonly Brought[]> =>
  ((await server.ask('GET', `/v1/objects?adAccountId=${ACCOUNT}&level=${level}&limit=200`)) as unknown as { data: Brought[] })
    .data;

async function slipway(...args: string[]): Promise<string> {
  let out = '';
  const env = { SLIPWAY_URL: server.url, SLIPWAY_KEY: server.adminKey };
  const quiet = { write: () => true };
  await runCommandLine(args, env, { write: (text) => (out += text) }, quiet, () => 0);
  return out;
}

const HEADERS: { readonly [field: string]: string } = {
  name: 'Name',
  status: 'Status',
  dailyBudget: 'Daily budget',
  endTime: 'End time',
  link: 'Link',
  primaryTexts: 'Primary texts',
};
const TABS = { campaign: 'Campaigns', adset: 'Ad sets', ad: 'Ads' } as const;

test('rows of the sheet, a file and a request have one digest, and a post carries it', async () => {
  const [campaigns, adSets, ads] = await Promise.all(LEVELS.map(brought));
  const withBudget = adSets?.find(({ values }) => values.dailyBudget !== undefined);
  const withText = ads?.find(
    ({ values }) => !String(values.name).startsWith('Legacy') && values.link !== undefined && Array.isArray(values.primaryTexts),
  );
  const changes = [
    { level: 'campaign' as const, row: campaigns?.[0], set: { name: '[US] Boats: “autumn”', status: 'PAUSED' } },
    { level: 'campaign' as const, row: campaigns?.[1], set: { name: 'Second' } },
    { level: 'adset' as const, row: withBudget, set: { dailyBudget: 61.5, endTime: '2027-03-01T00:00:00.000Z' } },
    { level: 'ad' as const, row: withText, set: { link: 'https://example.com/autumn', primaryTexts: ['Boats, at last'] } },
  ].map(({ level, row, set }) => {
    if (row === undefined) throw new Error(`The account has no ${level} that this could be tried with.`);
    return { level, row, set: set as { readonly [field: string]: unknown } };
  });
  const texts = (value: unknown): string => String(Array.isArray(value) ? value[0] : value);

  // As a program asks, in another order than rows stand in.
  const asked = changes.map(({ level, row, set }) => ({
    level,
    id: row.id,
    adAccountId: ACCOUNT,
    set,
    revision: row.revision,
  }));
  const { digest, counts } = await server.ask('POST', '/v1/changes/plan', { changes: asked.reverse() });
  expect(counts).toMatchObject({ change: changes.length, conflict: 0, refused: 0 });

  // As a file.
  const file = join(folder, 'account.csv');
  await slipway('pull', ACCOUNT, '--out', file);
  const [header = [], ...lines] = parseCsv(readFileSync(file, 'utf8'));
  const cells = lines.map((line) => {
    const own = changes.find(({ row }) => row.id === line[header.indexOf('id')])?.set ?? {};
    return line.map((cell, at) => (header[at] !== undefined && header[at] in own ? texts(own[header[at]]) : cell));
  });
  writeFileSync(file, formatCsv([header, ...cells]));
  expect(JSON.parse(await slipway('diff', file, '--json')).digest).toBe(digest);

  // As a person types it.
  await hands.bringIn();
  for (const { level, row, set } of changes)
    for (const [field, value] of Object.entries(set)) await hands.type(TABS[level], row.id, HEADERS[field] ?? '', texts(value));
  await playground.control('takeCounts');
  const [post] = await hands.post();
  expect(post).toMatchObject({ state: 'posted', counts: { done: changes.length }, problems: [] });
  const { requests } = await playground.control<{ requests: { url: string; body?: string }[] }>('takeCounts');
  const sent = requests.filter(({ url }) => url.endsWith('/v1/changes')).map(({ body = '{}' }) => JSON.parse(body).planDigest);
  expect(sent).toEqual([digest]);
});
