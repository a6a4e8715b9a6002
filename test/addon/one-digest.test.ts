import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCsv, parseCsv } from '../../core/base/csv.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { call, connectOver } from '../server/mcp-client.ts';
import { type Playground, type Server, startPlayground, startServer } from './addon-fixture.ts';
import { ACCOUNT, goodRow } from './launch-rows.ts';
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
  (
    (await server.ask(
      'GET',
      `/v1/objects?adAccountId=${ACCOUNT}&level=${level}&limit=200`,
    )) as unknown as { data: Brought[] }
  ).data;

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
    ({ values }) =>
      !String(values.name).startsWith('Legacy') &&
      values.link !== undefined &&
      Array.isArray(values.primaryTexts),
  );
  const changes = [
    {
      level: 'campaign' as const,
      row: campaigns?.[0],
      set: { name: '[US] Boats: “autumn”', status: 'PAUSED' },
    },
    { level: 'campaign' as const, row: campaigns?.[1], set: { name: 'Second' } },
    {
      level: 'adset' as const,
      row: withBudget,
      set: { dailyBudget: 61.5, endTime: '2027-03-01T00:00:00.000Z' },
    },
    {
      level: 'ad' as const,
      row: withText,
      set: { link: 'https://example.com/autumn', primaryTexts: ['Boats, at last'] },
    },
  ].map(({ level, row, set }) => {
    if (row === undefined)
      throw new Error(`The account has no ${level} that this could be tried with.`);
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
  const { digest, counts } = await server.ask('POST', '/v1/changes/plan', {
    changes: asked.reverse(),
  });
  expect(counts).toMatchObject({ change: changes.length, conflict: 0, refused: 0 });

  // As a file.
  const file = join(folder, 'account.csv');
  await slipway('pull', ACCOUNT, '--out', file);
  const [header = [], ...lines] = parseCsv(readFileSync(file, 'utf8'));
  const cells = lines.map((line) => {
    const own = changes.find(({ row }) => row.id === line[header.indexOf('id')])?.set ?? {};
    return line.map((cell, at) =>
      header[at] !== undefined && header[at] in own ? texts(own[header[at]]) : cell,
    );
  });
  writeFileSync(file, formatCsv([header, ...cells]));
  expect(JSON.parse(await slipway('diff', file, '--json')).digest).toBe(digest);

  // As a person types it.
  await hands.bringIn();
  for (const { level, row, set } of changes)
    for (const [field, value] of Object.entries(set))
      await hands.type(TABS[level], row.id, HEADERS[field] ?? '', texts(value));
  await playground.control('takeCounts');
  const [post] = await hands.post();
  expect(post).toMatchObject({ state: 'posted', counts: { done: changes.length }, problems: [] });
  const { requests } = await playground.control<{ requests: { url: string; body?: string }[] }>(
    'takeCounts',
  );
  const sent = requests
    .filter(({ url }) => url.endsWith('/v1/changes'))
    .map(({ body = '{}' }) => JSON.parse(body).planDigest);
  expect(sent).toEqual([digest]);
});

test('a new campaign with an ad set and an ad, and a change beside it, are one plan in the sheet, a file, a request and a tool', async () => {
  const { 'Media 1': media, Page: page, Profile: secondary } = await goodRow(server);
  const [above] = await brought('campaign');
  if (above === undefined) throw new Error('The account has no campaign.');
  const words = {
    link: 'https://example.com/boats',
    cta: 'LEARN_MORE',
    page: String(page),
    secondary: String(secondary),
  };
  const launch = {
    newCampaigns: [
      { ref: 'top', adAccountId: ACCOUNT, name: 'One plan', objective: 'OUTCOME_TRAFFIC' },
    ],
    newAdSets: [
      {
        ref: 'middle',
        adAccountId: ACCOUNT,
        campaign: { ref: 'top' },
        name: 'One plan US',
        dailyBudget: 20,
        location: { countries: ['US'] },
      },
    ],
    ads: [
      {
        ...words,
        adAccountId: ACCOUNT,
        adName: 'One plan boat',
        adSets: [{ ref: 'middle' }],
        description: 'Boats for everybody',
        title: 'Boats',
        media: [{ url: String(media) }],
      },
    ],
  };
  const change = {
    level: 'campaign',
    id: above.id,
    adAccountId: ACCOUNT,
    set: { name: 'Of one plan' },
  };

  // As a program asks.
  const { digest: made, creates } = await server.ask('POST', '/v1/launch/plan', launch);
  expect(creates).toMatchObject({ campaigns: 1, adSets: 1 });
  const { digest: changed } = await server.ask('POST', '/v1/changes/plan', { changes: [change] });

  // As a model asks: both together, to be approved as one.
  const ask = (url: string, init: RequestInit) =>
    fetch(new URL(new URL(url).pathname, server.url), init);
  const model = await connectOver(ask, server.adminKey);
  const set = {
    action: 'set',
    kind: 'campaign',
    accountId: ACCOUNT,
    ids: [above.id],
    set: change.set,
  };
  const { planDigest, untrusted } = await call(model, 'plan', { ...launch, changes: [set] });
  const said = JSON.stringify(untrusted);
  for (const sentence of [
    'campaign “One plan”',
    'ad set “One plan US”',
    '“One plan boat”',
    'to “Of one plan”',
  ])
    expect(said).toContain(sentence);
  const { operations } = (await server.ask('GET', `/v1/approvals/${planDigest}`)) as unknown as {
    readonly operations: readonly {
      readonly operation: string;
      readonly input: { readonly planDigest?: string };
    }[];
  };
  expect(operations.map(({ operation }) => operation)).toEqual(['launch', 'changes.apply']);
  expect(operations[0]?.input.planDigest).toBe(made);
  expect((await server.ask('POST', '/v1/changes/plan', operations[1]?.input)).digest).toBe(changed);

  // As a file.
  const header = [
    'level',
    'id',
    'adAccountId',
    'name',
    'campaignId',
    'adSetId',
    'objective',
    'dailyBudget',
    'countries',
  ];
  const ofAd = ['link', 'primaryTexts', 'headlines', 'media', 'page', 'secondary', 'cta'];
  const row = (cells: { readonly [column: string]: string }) =>
    [...header, ...ofAd].map((column) => ({ adAccountId: ACCOUNT, ...cells })[column] ?? '');
  const file = join(folder, 'new.csv');
  const texts = {
    ...words,
    primaryTexts: 'Boats for everybody',
    headlines: 'Boats',
    media: String(media),
  };
  writeFileSync(
    file,
    formatCsv([
      [...header, ...ofAd],
      row({ level: 'campaign', id: above.id, name: 'Of one plan' }),
      row({ level: 'campaign', name: 'One plan', objective: 'OUTCOME_TRAFFIC' }),
      row({
        level: 'adset',
        name: 'One plan US',
        campaignId: 'One plan',
        dailyBudget: '20',
        countries: 'US',
      }),
      row({ level: 'ad', name: 'One plan boat', adSetId: 'One plan US', ...texts }),
    ]),
  );
  const differs = JSON.parse(await slipway('diff', file, '--json'));
  expect([differs.launch.digest, differs.digest]).toEqual([made, changed]);

  // As a person types it.
  await hands.fresh();
  await playground.control('set', { newSheetRows: 80 });
  await hands.bringIn();
  await hands.type('Campaigns', above.id, 'Name', 'Of one plan');
  await hands.write('Campaigns', [{ Name: 'One plan', Objective: 'OUTCOME_TRAFFIC' }]);
  await hands.write('Ad sets', [
    { Name: 'One plan US', 'Campaign ID': 'One plan', 'Daily budget': '20', Countries: 'US' },
  ]);
  await hands.write('Ads', [
    {
      Name: 'One plan boat',
      'Ad set ID': 'One plan US',
      Link: words.link,
      'Primary texts': 'Boats for everybody',
      Headlines: 'Boats',
      'Media 1': String(media),
      Page: words.page,
      Profile: words.secondary,
      'Call to action': words.cta,
    },
  ]);
  await playground.control('takeCounts');
  await hands.post();
  const { requests } = await playground.control<{ requests: { url: string; body?: string }[] }>(
    'takeCounts',
  );
  const sent = (path: string) =>
    requests
      .filter(({ url }) => url.endsWith(path))
      .map(({ body = '{}' }) => JSON.parse(body).planDigest);
  expect([sent('/v1/launch'), sent('/v1/changes')]).toEqual([[made], [changed]]);
});
