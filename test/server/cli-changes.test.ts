import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { formatCsv, parseCsv } from '../../core/base/csv.ts';
import type { Store } from '../../core/ports/store.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';

failOnDrift();

/** While it is there, no ad is sent. */
let held: Promise<void> | undefined;
const memory = createMemoryStore();
const store: Store = {
  ...memory,
  commit: async (writes) => {
    if (/"sending":\[[^\]]*"ad:/.test(JSON.stringify(writes))) await held;
    return memory.commit(writes);
  },
};

const { fixture, slipway, folder, intercept } = useCommandLine({ store });
const eur = seed.accounts.eur;
const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');
const file = join(folder, 'account.csv');

/** The same file with other cells. */
function edited(change: { readonly [id: string]: { readonly [column: string]: string } }): void {
  const [header = [], ...rows] = parseCsv(readFileSync(file, 'utf8'));
  const cells = rows.map((row) =>
    row.map((cell, at) => change[row[header.indexOf('id')] ?? '']?.[header[at] ?? ''] ?? cell),
  );
  writeFileSync(file, formatCsv([header, ...cells]));
}

const rename = (entityId: string, name: string) =>
  fixture().call('POST', '/v1/manage/rename', {
    body: { businessId: eur, entityType: 'adset', entityId, name },
  });

test('an account is pulled, changed in a file, compared, applied and taken back', async () => {
  expect((await slipway('pull', eur, '--level', 'adset', '--out', file)).code).toBe(0);
  expect(await slipway('diff', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing differs'),
  });

  edited({ [first]: { name: 'From a file', dailyBudget: '55' }, [second]: { name: 'Not sent' } });
  await rename(second, 'Of somebody else');
  const differs = await slipway('diff', file);
  expect(differs.code).toBe(5);
  expect(differs.out).toContain('Rename ad set “Traffic open 1” to “From a file”');
  expect(differs.out).toContain(
    'Change the daily budget of ad set “Traffic open 1” from 50 EUR to 55 EUR',
  );
  expect(differs.out).toContain(
    'name of “Of somebody else” was “Traffic open 2” and is “Of somebody else” now; “Not sent” is not sent',
  );

  const applied = await slipway('apply', file, '--yes');
  expect(applied.code).toBe(1);
  expect(applied.out).toContain('1 of 2 done');
  const [id = ''] = /chg_\w+/.exec(applied.out) ?? [];
  await rename(second, 'Traffic open 2');
  // What was applied is there: nothing but the other row is left.
  expect(await slipway('diff', file)).toMatchObject({
    code: 4,
    out: expect.stringContaining('1 object to change'),
  });
  edited({ [second]: { name: 'Traffic open 2' } });
  expect((await slipway('apply', file, '--yes')).out).toContain(
    '0 of 1 done; 1 was as wanted before.',
  );
  edited({ [second]: { name: 'Not sent' } });
  expect((await slipway('undo', id, '--yes')).code).toBe(0);
  const again = join(folder, 'again.csv');
  await slipway('pull', eur, '--level', 'adset', '--name', 'traffic open', '--out', again);
  expect(readFileSync(again, 'utf8')).toContain('Traffic open 1,ACTIVE,50');
});

test('a file in YAML asks for the same as one in CSV, under the same digest', async () => {
  const yaml = join(folder, 'account.yaml');
  expect((await slipway('pull', eur, '--level', 'adset,ad', '--out', yaml)).code).toBe(0);
  await slipway('pull', eur, '--level', 'adset,ad', '--out', file);
  expect((await slipway('pull', eur, '--level', 'adset,ad', '--format', 'yaml')).out).toBe(
    readFileSync(yaml, 'utf8'),
  );
  expect(await slipway('diff', yaml)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing differs'),
  });

  // A person writes without the quotes: an id keeps its digits, an amount is one.
  const content = readFileSync(yaml, 'utf8')
    .replace(`id: "${first}"`, `id: ${first}`)
    .replace(
      'name: Traffic open 1\n  status: ACTIVE\n  dailyBudget: 50\n',
      'name: >-\n    From\n    YAML\n  dailyBudget: 55.50\n  status:\n',
    );
  writeFileSync(yaml, content);
  edited({ [first]: { name: 'From YAML', dailyBudget: '55.50', status: '' } });
  const [one, two] = [await slipway('diff', file, '--json'), await slipway('diff', yaml, '--json')];
  expect(JSON.parse(two.out).digest).toBe(JSON.parse(one.out).digest);
  expect(JSON.parse(two.out).changes).toMatchObject([
    {
      id: first,
      fields: [
        { field: 'name', after: 'From YAML' },
        { field: 'dailyBudget', after: 55.5 },
      ],
    },
  ]);
});

test.each([
  ['no list', 'level: adset\n', 'is not a list of objects'],
  ['broken', '- level: "adset\n', 'is not YAML'],
  [
    'an entry without an id',
    '- level: adset\n  adAccountId: act_1\n- level: adset\n  id: 1\n',
    'id, line 1',
  ],
  [
    'an amount that is none',
    '- level: adset\n  adAccountId: act_1\n  id: 1\n  dailyBudget: much\n',
    'dailyBudget, line 1',
  ],
])('YAML with %s is refused, and the place is named', async (_what, content, message) => {
  const yaml = join(folder, 'wrong.yaml');
  writeFileSync(yaml, content);
  expect(await slipway('apply', yaml, '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining(message),
  });
});

test('a name that begins with a bracket is a text', async () => {
  const yaml = join(folder, 'bracket.yaml');
  await rename(second, '[ES] Boats');
  await slipway('pull', eur, '--level', 'adset', '--out', file);
  await slipway('pull', eur, '--level', 'adset', '--out', yaml);
  expect((await slipway('diff', file)).code + (await slipway('diff', yaml)).code).toBe(0);
  edited({ [second]: { name: '[PT] Boats' } });
  writeFileSync(
    yaml,
    readFileSync(yaml, 'utf8').replace('name: "[ES] Boats"', "name: '[PT] Boats'"),
  );
  for (const each of [file, yaml])
    expect((await slipway('diff', each)).out).toContain(
      'Rename ad set “[ES] Boats” to “[PT] Boats”',
    );
  await rename(second, 'Traffic open 2');
});

test('what was changed since a time is pulled alone', async () => {
  const { clock } = fixture().ports;
  await clock.sleep(5_000);
  const since = new Date(clock.now() - 2_000).toISOString();
  await rename(second, 'Changed just now');
  const { out } = await slipway('pull', eur, '--level', 'adset', '--changed-since', since);
  const [header = [], ...rows] = parseCsv(out);
  expect(rows.map((row) => row[header.indexOf('id')])).toEqual([second]);
  await rename(second, 'Traffic open 2');
});

test('a cell that cannot be read is named, and nothing is sent', async () => {
  await slipway('pull', eur, '--level', 'adset', '--out', file);
  edited({ [first]: { dailyBudget: 'fifty' } });
  const refused = await slipway('apply', file, '--yes');
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('“fifty” is not a number'),
  });
  expect(refused.err).toMatch(/dailyBudget, row \d+/);
});

const NEW = [
  'level',
  'id',
  'adAccountId',
  'name',
  'status',
  'dailyBudget',
  'campaignId',
  'adSetId',
  'objective',
  'countries',
];
const OF_AD = ['link', 'primaryTexts', 'headlines', 'media', 'page', 'secondary'];

/** A campaign with an ad set and an ad, as rows without ids. */
function newRows(name: string, ad: { readonly [column: string]: string }): string[][] {
  const row = (cells: { readonly [column: string]: string }) =>
    [...NEW, ...OF_AD].map((column) => cells[column] ?? '');
  const base = { adAccountId: eur, status: 'PAUSED' };
  return [
    row({ ...base, level: 'campaign', name, objective: 'OUTCOME_TRAFFIC' }),
    row({
      ...base,
      level: 'adset',
      name: `${name} US`,
      dailyBudget: '20',
      campaignId: name,
      countries: 'US',
    }),
    row({
      ...base,
      level: 'ad',
      name: `${name} boat`,
      adSetId: `${name} US`,
      campaignId: name,
      ...ad,
    }),
  ];
}

async function boat() {
  const { url } = await fixture().uploadAs('boat.png', readFileSync(join(folder, 'boat.png')));
  const words = {
    link: 'https://shop.example/',
    primaryTexts: 'Sail away',
    headlines: '["Boats", "All boats"]',
  };
  return { ...words, media: url, page: seed.page, secondary: seed.profile };
}

test('rows without ids are made as one launch, once, with the changes of the other rows', async () => {
  const ad = await boat();
  await slipway('pull', eur, '--level', 'adset', '--name', 'Traffic open 1', '--out', file);
  const [header = [], row = []] = parseCsv(readFileSync(file, 'utf8'));
  const all = [...header, ...[...NEW, ...OF_AD].filter((column) => !header.includes(column))];
  const wide = (columns: readonly string[], cells: readonly string[]) =>
    all.map((column) => cells[columns.indexOf(column)] ?? '');
  const changed = row.map((cell, at) => (header[at] === 'name' ? 'Traffic changed' : cell));
  const fresh = newRows('Of a file', ad).map((cells) => wide([...NEW, ...OF_AD], cells));
  writeFileSync(file, formatCsv([all, wide(header, changed), ...fresh]));

  const differs = await slipway('diff', file, '--json');
  const { counts, launch } = JSON.parse(differs.out);
  expect([differs.code, counts.change, launch]).toMatchObject([
    4,
    1,
    { totalAds: 1, creates: { campaigns: 1, adSets: 1 }, refused: [] },
  ]);
  const said = (await slipway('diff', file)).out;
  for (const name of ['Of a file', 'Of a file US', 'Of a file boat'])
    expect(said).toMatch(new RegExp(`Create .*“${name}”`));

  const applied = await slipway('apply', file, '--yes', '--json');
  expect([applied.code, JSON.parse(applied.out)]).toMatchObject([
    0,
    { status: 'done', launch: { status: 'success', successfulAds: 1 } },
  ]);
  const held = async (kind: string, name: string) =>
    (await fixture().held(kind)).filter((each) => each.name === name).length;
  const made = () =>
    Promise.all([
      held('campaigns', 'Of a file'),
      held('adsets', 'Of a file US'),
      held('ads', 'Of a file boat'),
    ]);
  expect(await made()).toEqual([1, 1, 1]);
  // Again, nothing is left to do.
  expect(await slipway('apply', file, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('There already'),
  });
  expect(await made()).toEqual([1, 1, 1]);
  await rename(first, 'Traffic open 1');
});

let release = (): void => undefined;
afterEach(() => {
  intercept();
  release();
});

const BATCH = /\/v1\/batches\/\d+$/;
const batches = async () => (await fixture().call('GET', '/v1/batches')).body;
const stateOf = async (id: number) => (await fixture().call('GET', `/v1/batches/${id}`)).body;

/**
 * Applies the file until a request is cut off; campaign and ad set are there then, and the ad is
 * not until `release`.
 */
async function cutOff(method: string, path: RegExp, ...args: string[]) {
  const before = (await batches()).pagination.total;
  held = new Promise((resolve) => {
    release = resolve;
  });
  intercept(async (request, pass) => {
    const answer = await pass();
    return request.method === method && path.test(request.url)
      ? new Response('', { status: 418 })
      : answer;
  });
  expect((await slipway('apply', file, '--yes', ...args)).code).toBe(3);
  const [{ adBatchId }] = (await batches()).data;
  await expect
    .poll(async () => (await stateOf(adBatchId)).made.map(({ state }: { state: string }) => state))
    .toEqual(['made', 'made']);
  expect((await stateOf(adBatchId)).status).toBe('processing');
  // Ads are sent again once a batch is followed.
  intercept((request, pass) => {
    if (request.method === 'GET' && BATCH.test(request.url)) release();
    return pass();
  });
  return { adBatchId, launched: async () => (await batches()).pagination.total - before };
}

test.each([
  ['while its batch runs', 'GET', BATCH],
  ['before the answer of its launch comes', 'POST', /\/v1\/launch$/],
] as const)(
  'a file that is applied again after it was cut off %s makes nothing twice',
  async (when, method, path) => {
    const name = `Cut off ${when}`;
    writeFileSync(file, formatCsv([[...NEW, ...OF_AD], ...newRows(name, await boat())]));
    const { adBatchId, launched } = await cutOff(method, path);
    const again = await slipway('apply', file, '--yes');
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining(`Batch ${adBatchId}`) });
    expect(again.out).toContain(
      `There already, and made no second time: “${name}”, “${name} US”, “${name} boat”`,
    );
    const made = (await fixture().held('ads')).filter((each) => each.name === `${name} boat`);
    expect([made.length, await launched()]).toEqual([1, 1]);
  },
);

test('a file of another editor that is applied again is known, although rows of it exist by now', async () => {
  const { data } = (await fixture().call('GET', '/v1/adaccounts?limit=200')).body;
  const { id } = data.find(({ platform }: { platform: string }) => platform === 'search-ads');
  const texts = {
    'Headline 1': 'Boats',
    'Headline 2': 'All boats',
    'Headline 3': 'To you',
    'Description 1': 'For lakes.',
  };
  const more = { ...texts, 'Description 2': 'And seas.', 'Final URL': 'https://shop.example/' };
  const campaign = {
    'Campaign type': 'Search',
    Budget: '12',
    'EU political ads': "Doesn't have EU political ads",
  };
  const row = { Campaign: 'Cut off there', ...campaign, 'Ad Group': 'Boats', ...more };
  writeFileSync(file, formatCsv([Object.keys(row), Object.values(row)]));
  const { adBatchId, launched } = await cutOff('POST', /\/v1\/launch$/, '--account', id);
  const again = await slipway('apply', file, '--yes', '--account', id);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining(`Batch ${adBatchId}`) });
  expect([(await stateOf(adBatchId)).successfulAds, await launched()]).toEqual([1, 1]);
});

test('a file whose batch has another name by now is not sent while its key stands for what was sent', async () => {
  writeFileSync(file, formatCsv([[...NEW, ...OF_AD], ...newRows('Renamed', await boat())]));
  const { adBatchId, launched } = await cutOff('GET', BATCH);
  const { name } = await stateOf(adBatchId);
  await slipway('batches', 'rename', String(adBatchId), 'Autumn');
  const again = await slipway('apply', file, '--yes');
  expect([again.code, again.err]).toEqual([
    3,
    expect.stringContaining(`name it “${name}” again first`),
  ]);
  expect(await launched()).toBe(1);
  release();
  await expect.poll(async () => (await stateOf(adBatchId)).status).toBe('success');
});

test('what cannot be made is refused at its row, and the other rows are compared', async () => {
  const ad = await boat();
  const [campaign = [], adSet = [], one = []] = newRows('Refused', ad);
  const columns = [...NEW, ...OF_AD];
  const other = (cells: readonly string[], column: string, value: string) =>
    cells.map((cell, at) => (columns[at] === column ? value : cell));
  const tried = async (...rows: readonly (readonly string[])[]) => {
    writeFileSync(file, formatCsv([columns, ...rows]));
    const { code, out } = await slipway('diff', file);
    expect([code, out]).toEqual([5, expect.stringContaining('Nothing new is made')]);
    return out;
  };
  expect(await tried(campaign)).toContain('name, row 2: Nothing goes into it.');
  expect(await tried(campaign, adSet, other(one, 'adSetId', 'Nowhere'))).toContain(
    'adSetId, row 4: There is no ad set “Nowhere”',
  );
  expect(await tried(other(campaign, 'objective', 'SAILING'), adSet, one)).toMatch(
    /objective, row 2: .*OUTCOME_TRAFFIC/,
  );
  expect(await tried(campaign, other(adSet, 'countries', 'Atlantis'), one)).toMatch(
    /location.*, row 3: /,
  );
});

test('a share whose answer is lost is repeated as the amount that it came to', async () => {
  intercept(async (request, pass) => {
    if (!request.url.endsWith('/v1/manage/update-budget')) return pass();
    await pass();
    return Response.json(
      { success: false, error: { code: 'internal_error', message: 'Lost.', details: [] } },
      { status: 500 },
    );
  });
  const to = (...words: string[]) =>
    slipway('budget', 'adset', first, ...words, '--account', eur, '--yes');
  const lost = await to('+20%', '--idempotency-key', 'raise-1');
  expect(lost.err).toContain(
    'It may have been changed from 50 to 60. Repeat with --daily 60 --idempotency-key raise-1.',
  );
  intercept();
  expect(await to('--daily', '60', '--idempotency-key', 'raise-1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('50 → 60 EUR'),
  });
  expect((await to('--daily', '50')).code).toBe(0);
});

test('a pause and an amount are sent where the account cannot be listed, and a share is not', async () => {
  let listed = 0;
  intercept((request, pass) => {
    if (request.method !== 'GET' || !/\/v1\/(adsets|ads)\b/.test(request.url)) return pass();
    listed += 1;
    const error = { code: 'platform_error', message: 'The platform cannot list.', details: [] };
    return Promise.resolve(Response.json({ success: false, error }, { status: 422 }));
  });
  const on = ['--account', eur, '--yes'];
  expect(await slipway('pause', 'adset', first, ...on)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Pauses ad set ${first} of`),
  });
  expect(await slipway('resume', 'adset', first, ...on)).toMatchObject({ code: 0 });
  expect(await slipway('budget', 'adset', second, '--daily', '55', ...on)).toMatchObject({
    code: 0,
  });
  expect(listed).toBe(3);
  expect((await slipway('budget', 'adset', first, '+20%', ...on)).code).toBe(3);
  intercept();
});
