import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { formatCsv } from '../../core/base/csv.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';

failOnDrift();

const { fixture, slipway, folder } = useCommandLine();
const file = join(folder, 'theirs.csv');

interface Row {
  readonly id: string;
  readonly campaignId?: string;
  readonly values: {
    readonly name: string;
    readonly status: string;
    readonly dailyBudget?: number;
  };
}

const accounts = new Map<string, string>();
beforeAll(async () => {
  const { body } = await fixture().call('GET', '/v1/adaccounts?limit=200');
  for (const { platform, id } of body.data) if (!accounts.has(platform)) accounts.set(platform, id);
});

const rowsOf = async (account: string, level: string): Promise<readonly Row[]> =>
  (
    await fixture().call(
      'GET',
      `/v1/objects?adAccountId=${encodeURIComponent(account)}&level=${level}&limit=200`,
    )
  ).body.data;

/** A campaign with a daily budget, and an ad group in it. */
async function googleObjects() {
  const account = accounts.get('search-ads') ?? '';
  const adGroups = await rowsOf(account, 'adset');
  const campaigns = await rowsOf(account, 'campaign');
  const once = (name: string) =>
    campaigns.filter(({ values }) => values.name === name).length === 1;
  const isWhole = ({ id, values }: Row) =>
    values.dailyBudget !== undefined &&
    once(values.name) &&
    adGroups.some(({ campaignId }) => campaignId === id);
  const campaign = campaigns.find(isWhole) as Row;
  const adGroup = adGroups.find(({ campaignId }) => campaignId === campaign.id) as Row;
  return { account, campaign, adGroup };
}

const HEADER = [
  'Campaign',
  'Campaign daily budget',
  'Campaign Status',
  'Ad Group',
  'Ad Group Status',
  'Keyword',
  'Max CPC',
];

test('a file of Google Ads Editor changes campaigns and ad groups that it names, and says what it does not take', async () => {
  const { account, campaign, adGroup } = await googleObjects();
  const { name, dailyBudget = 0 } = campaign.values;
  const wanted = dailyBudget + 1.5;
  const status = adGroup.values.status === 'PAUSED' ? 'Enabled' : 'Paused';
  const content = formatCsv([
    HEADER,
    [name, `${wanted}`, '', '', '', '', ''],
    // The parent's cells are repeated: it is one object.
    [name, `${wanted}`, '', adGroup.values.name, status, '', ''],
    [name, '', '', adGroup.values.name, status, 'boats', '0.50'],
  ]);
  // As the program writes it.
  writeFileSync(file, Buffer.from(`\ufeff${content.replaceAll(',', '\t')}`, 'utf16le'));
  const differs = await slipway('diff', file, '--account', account, '--json');
  expect(differs.code).toBe(4);
  expect(differs.err).toContain('Columns that are not read, whatever they hold: Keyword, Max CPC.');
  const plan = JSON.parse(differs.out);
  const after = status === 'Paused' ? 'PAUSED' : 'ACTIVE';
  expect(plan.changes).toMatchObject([
    {
      level: 'campaign',
      id: campaign.id,
      fields: [{ field: 'dailyBudget', before: dailyBudget, after: wanted }],
    },
    { level: 'adset', id: adGroup.id, fields: [{ field: 'status', after }] },
  ]);
  // The same changes over the API.
  const changes = [
    { level: 'campaign', id: campaign.id, adAccountId: account, set: { dailyBudget: wanted } },
    { level: 'adset', id: adGroup.id, adAccountId: account, set: { status: after } },
  ];
  const { body } = await fixture().call('POST', '/v1/changes/plan', {
    body: { changes, confirm: true },
  });
  expect(plan.digest).toBe(body.digest);
  expect((await slipway('apply', file, '--account', account, '--yes')).out).toContain(
    '2 of 2 done',
  );
  expect((await slipway('diff', file, '--account', account)).code).toBe(0);
});

const NEW = [
  ...[
    'Campaign',
    'Campaign type',
    'Campaign daily budget',
    'Campaign Status',
    'EU political ads',
    'Bid Strategy Type',
    'Location ID',
  ],
  ...['Ad Group', 'Ad Group Status', 'Keyword', 'Criterion Type'],
  ...[
    'Headline 1',
    'Headline 2',
    'Headline 3',
    'Description 1',
    'Description 2',
    'Final URL',
    'Path 1',
    'Ad Status',
  ],
];

const line = (cells: { readonly [column: string]: string }) =>
  NEW.map((column) => cells[column] ?? '');
const newCampaign = (more: object = {}) =>
  line({
    Campaign: 'Of the editor',
    'Campaign type': 'Search',
    'Campaign daily budget': '12.5',
    'Campaign Status': 'Paused',
    'EU political ads': "Doesn't have EU political ads",
    'Bid Strategy Type': 'Maximize clicks',
    ...more,
  });
const within = { Campaign: 'Of the editor', 'Ad Group': 'Boats' };
const newAd = line({
  ...within,
  'Headline 1': 'Boats',
  'Headline 2': 'Boats for all',
  'Headline 3': 'To your lake',
  'Description 1': 'Boats for every lake.',
  'Description 2': 'See what floats.',
  'Final URL': 'https://shop.example/',
  'Path 1': 'boats',
  'Ad Status': 'Enabled',
});

test('a file of Google Ads Editor makes campaigns with ad groups, keywords and ads, once', async () => {
  const { account, campaign } = await googleObjects();
  const other = line({
    Campaign: campaign.values.name,
    'Campaign daily budget': String((campaign.values.dailyBudget ?? 0) + 2),
    'Location ID': '2840',
  });
  writeFileSync(
    file,
    formatCsv([
      NEW,
      newCampaign(),
      line({ Campaign: 'Of the editor', 'Location ID': '2840' }),
      line({ Campaign: 'Of the editor', 'Location ID': '2124' }),
      line({ ...within, 'Ad Group Status': 'Enabled' }),
      line({ ...within, Keyword: 'sail boats', 'Criterion Type': 'Phrase' }),
      line({ ...within, Keyword: 'red boats', 'Criterion Type': 'Exact' }),
      newAd,
      other,
    ]),
  );
  const differs = await slipway('diff', file, '--account', account, '--json');
  expect(differs.err).toContain('left as it is of those that exist: Location ID.');
  const { counts, launch } = JSON.parse(differs.out);
  expect([differs.code, counts.change, launch.refused, launch.creates]).toEqual([
    4,
    1,
    [],
    expect.objectContaining({ campaigns: 1, adSets: 1 }),
  ]);
  // The same launch over the API.
  const ref = (name: string) => ({ ref: name });
  const body = {
    newCampaigns: [
      {
        ...ref('c'),
        adAccountId: account,
        name: 'Of the editor',
        objective: 'SEARCH',
        status: 'PAUSED',
        dailyBudget: 12.5,
        bidStrategy: 'TARGET_SPEND',
        politicalAds: 'NO',
        targeting: { location_ids: ['2840', '2124'] },
      },
    ],
    newAdSets: [
      {
        ...ref('a'),
        campaign: ref('c'),
        adAccountId: account,
        name: 'Boats',
        status: 'ACTIVE',
        keywords: ['"sail boats"', '[red boats]'],
      },
    ],
    ads: [
      {
        adName: 'Boats (row 8)',
        adAccountId: account,
        adSets: [ref('a')],
        title: 'Boats',
        headlineVariations: ['Boats', 'Boats for all', 'To your lake'],
        description: 'Boats for every lake.',
        bodyVariations: ['Boats for every lake.', 'See what floats.'],
        link: 'https://shop.example/',
        path1: 'boats',
        status: 'ACTIVE',
      },
    ],
  };
  const { body: plan } = await fixture().call('POST', '/v1/launch/plan', { body });
  expect(launch.digest).toBe(plan.digest);
  const applied = await slipway('apply', file, '--account', account, '--yes');
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('1 of 1 new ads made')]);
  const made = (await rowsOf(account, 'campaign')).filter(
    ({ values }) => values.name === 'Of the editor',
  );
  expect(made).toMatchObject([{ values: { status: 'PAUSED', dailyBudget: 12.5 } }]);
  expect(
    (await rowsOf(account, 'adset')).filter(({ campaignId }) => campaignId === made[0]?.id),
  ).toMatchObject([{ values: { name: 'Boats' } }]);
  expect((await slipway('diff', file, '--account', account)).code).toBe(0);
});

test('what Google Ads Editor has and is not made here is refused at its row', async () => {
  const { account } = await googleObjects();
  const tried = async (...rows: readonly string[][]) => {
    writeFileSync(
      file,
      formatCsv([
        NEW,
        ...rows.map((row) => row.map((cell) => cell.replace('Of the editor', 'Not made'))),
      ]),
    );
    const { code, out } = await slipway('diff', file, '--account', account);
    expect([code, out]).toEqual([5, expect.stringContaining('Nothing new is made')]);
    return out;
  };
  const group = line({ ...within, 'Ad Group Status': 'Enabled' });
  expect(await tried(newCampaign())).toContain('name, row 2: Nothing goes into it.');
  expect(await tried(newCampaign({ 'Campaign type': 'Display' }), group, newAd)).toMatch(
    /objective, row 2: /,
  );
  expect(await tried(newCampaign({ 'EU political ads': '' }), group, newAd)).toMatch(
    /politicalAds, row 2: /,
  );
});

test('a row of Google Ads Editor that means less than would be made of it is refused, never widened or dropped', async () => {
  const { account, campaign, adGroup } = await googleObjects();
  const header = [...NEW, 'Status', 'Budget type'];
  const group = line({ ...within, 'Ad Group Status': 'Enabled' });
  const base = [newCampaign(), group, newAd].map((cells) => [
    ...cells.map((cell) => cell.replace('Of the editor', 'Not widened')),
    ...['', ''],
  ]);
  const tried = async (
    { Status = '', type = '', ...cells }: { readonly [column: string]: string },
    command = 'apply',
  ) => {
    writeFileSync(
      file,
      formatCsv([header, ...base, [...line({ Campaign: 'Not widened', ...cells }), Status, type]]),
    );
    const { code, err, out } = await slipway(
      command,
      file,
      '--account',
      account,
      ...(command === 'apply' ? ['--yes'] : []),
    );
    return { code, told: err + out };
  };
  const keyword = { 'Ad Group': 'Boats', Keyword: 'free boats' };
  for (const type of [
    'Negative Phrase',
    'Negative Broad',
    'Negative Exact',
    'Campaign Negative Phrase',
  ])
    for (const cells of [keyword, { Keyword: 'free boats' }])
      expect(await tried({ ...cells, 'Criterion Type': type })).toEqual({
        code: 2,
        told: expect.stringMatching(
          /Criterion Type, row 5: Only keywords .* Take this row out of the file/,
        ),
      });
  for (const [cells, message] of [
    [
      { ...keyword, 'Criterion Type': 'Broad', Status: 'Paused' },
      'Status, row 5: New keywords are made enabled.',
    ],
    [
      { Keyword: 'free boats', 'Criterion Type': 'Broad' },
      'Keyword, row 5: This row does not say what it belongs to.',
    ],
    [
      { 'Location ID': '2124', 'Criterion Type': 'Campaign Negative' },
      'Criterion Type, row 5: New campaigns get locations',
    ],
    [
      { type: 'Campaign total' },
      'Budget type, row 5: Its amount would be taken for that of a day.',
    ],
  ] as const)
    expect(await tried(cells)).toEqual({ code: 2, told: expect.stringContaining(message) });
  expect(
    (await rowsOf(account, 'campaign')).filter(({ values }) => values.name === 'Not widened'),
  ).toEqual([]);

  // In what exists nothing is made of such rows, and that is said.
  const negative = {
    Campaign: campaign.values.name,
    Keyword: 'free boats',
    'Criterion Type': 'Campaign Negative Phrase',
  };
  const there = {
    ...negative,
    'Ad Group': adGroup.values.name,
    'Criterion Type': 'Negative Exact',
    Status: 'Paused',
  };
  for (const cells of [negative, there])
    expect(await tried(cells, 'diff')).toEqual({
      code: 4,
      told: expect.stringContaining('left as it is of those that exist: Keyword.'),
    });
});

test('two rows of a file that want different things of one object are both named', async () => {
  const { account, campaign } = await googleObjects();
  writeFileSync(
    file,
    formatCsv([
      ['Campaign', 'Budget'],
      [campaign.values.name, '12'],
      [campaign.values.name, '13'],
    ]),
  );
  const refused = await slipway('apply', file, '--account', account, '--yes');
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('Budget, row 3: Row 2 wants “12” for the same object.'),
  });
});

test('an amount of another tool is read as all amounts are, and its row is named', async () => {
  const { account, campaign } = await googleObjects();
  writeFileSync(
    file,
    formatCsv([
      ['Campaign', 'Budget'],
      ['Elsewhere', '1'],
      [campaign.values.name, 'twelve'],
    ]),
  );
  const refused = await slipway('apply', file, '--account', account, '--yes');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('dailyBudget, row 3: ') });
});

test('a file for an account of another platform is refused', async () => {
  const { campaign } = await googleObjects();
  writeFileSync(
    file,
    formatCsv([
      ['Campaign', 'Budget'],
      [campaign.values.name, '12'],
    ]),
  );
  const refused = await slipway('diff', file, '--account', accounts.get('primary') ?? '');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('of another platform') });
});

test('a bulk sheet of Pinterest changes the rows that have an action', async () => {
  const account = accounts.get('pin') ?? '';
  const [one, two] = await rowsOf(account, 'campaign');
  writeFileSync(
    file,
    formatCsv(
      [
        [
          'Action',
          'Campaign ID',
          'Campaign Name',
          'Campaign Status',
          'Ad Group ID',
          'Ad Group Name',
        ],
        ['what to do', 'leave empty for new ones', 'any name', 'ACTIVE or PAUSED', '', ''],
        ['Edit', one?.id, 'From a bulk sheet', '', '', ''],
        ['', two?.id, 'Left alone', '', '', ''],
        ['Create', one?.id, '', '', '', 'A new ad group'],
      ].map((row) => row.map((cell) => cell ?? '')),
    ),
  );
  const differs = await slipway('diff', file, '--account', account, '--json');
  expect(differs.err).toContain(
    'New objects, not made: adset in row 5. Pinterest publishes no list',
  );
  expect(JSON.parse(differs.out).changes).toMatchObject([
    { id: one?.id, fields: [{ field: 'name', after: 'From a bulk sheet' }] },
  ]);
});

test('a bulk file of Microsoft Advertising is told as what it is', async () => {
  writeFileSync(
    file,
    formatCsv([
      ['Type', 'Status', 'Id', 'Parent Id', 'Client Id', 'Campaign'],
      ['Campaign', 'Active', '1', '2', '', 'A'],
    ]),
  );
  const refused = await slipway('diff', file);
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('Slipway is not connected to Microsoft Advertising'),
  });
});
