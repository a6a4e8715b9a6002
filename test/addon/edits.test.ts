import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnOf, type Playground, type Seen, startPlayground } from './addon-fixture.ts';
import { ACCOUNT, fillRows, SHEET } from './launch-rows.ts';

/**
 * What users do to their sheet is random here; what the service answers is fixed, so that many ways
 * can be tried.
 */

let playground: Playground;
beforeAll(async () => {
  playground = await startPlayground('http://127.0.0.1:9');
});
afterAll(() => playground?.stop());

const NAMES = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma', 'Fritz'];
const adIdOf = (name: string): string => `12020000000000000${NAMES.indexOf(name)}`;

const list = (data: readonly object[]) => ({
  success: true,
  data,
  pagination: { offset: 0, limit: 200, total: data.length, hasMore: false },
});
const answers = (status: number, match: string, body: unknown) => ({
  match,
  times: 1000,
  does: { status, body },
});

const AD_SET = {
  value: '1',
  label: 'One',
  status: 'ACTIVE',
  effectiveStatus: 'ACTIVE',
  adCount: 0,
  capacity: 50,
  campaign: { id: '9', name: 'Boats', objective: 'OUTCOME_TRAFFIC' },
};

/** The service as it answers before a launch, and what it says of the batch afterwards. */
const service = (batch: object) => ({
  faults: [
    answers(
      200,
      '/v1/adaccounts',
      list([
        {
          id: ACCOUNT,
          name: 'Acme',
          platform: 'primary',
          status: 'active',
          currency: 'EUR',
          timezone: 'UTC',
        },
      ]),
    ),
    answers(200, '/v1/launch-defaults', { success: true, data: { launchPaused: true } }),
    answers(200, '/v1/sheets/', list([])),
    answers(200, '/v1/adsets', list([AD_SET])),
    answers(200, '/v1/profiles', list([])),
    answers(202, 'POST http://127.0.0.1:9/v1/launch', {
      success: true,
      adBatchId: 7,
      launchStatus: 'PAUSED',
    }),
    answers(200, '/v1/batch-statuses', {
      success: true,
      data: [{ adBatchId: 7, message: '', ...batch }],
    }),
  ],
});
const processing = { summaryStatus: 'in_progress', launchedAds: [], failedAds: [] };

/** The batch's end: the third ad failed, the others were made. */
const finished = {
  summaryStatus: 'error',
  launchedAds: NAMES.flatMap((name, index) =>
    index === 2
      ? []
      : [{ index, adSetId: '1', adId: adIdOf(name), adsManagerUrl: `https://manager/${name}` }],
  ),
  failedAds: [{ index: 2, adSetId: '1', message: 'Clara was refused.', fix: 'Ask Clara.' }],
};

async function launchedSheet(): Promise<void> {
  await playground.reset();
  await playground.control('set', {
    newSheetRows: 30,
    user: { connection: JSON.stringify({ key: 'ak_x', companyId: 'co', companyName: 'Acme' }) },
  });
  await playground.control('disturb', service(processing));
  await playground.call('createLaunchSheet', 'single', ACCOUNT);
  const common = {
    Ready: true,
    'Ad account': ACCOUNT,
    'Ad sets': '1',
    Page: '2',
    Profile: '3',
    'Media 1': 'https://x/y.png',
    Link: 'https://example.com/',
  };
  await fillRows(
    playground,
    SHEET,
    common,
    NAMES.map((name) => ({
      'Ad name': name,
      Headline: `Headline of ${name}`,
      'UTM tags': `who=${name}`,
    })),
  );
  await playground.call('checkRows');
  await playground.control('disturb', {
    faults: [answers(200, '/v1/launch/plan', planAnswer), ...service(processing).faults],
  });
  const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
  await playground.call('startLaunch', planId, 'ready');
}

const planAnswer = {
  success: true,
  digest: 'd',
  totalAds: 6,
  launchStatus: 'PAUSED',
  operations: [],
  warnings: [],
  cost: { platformCalls: 1, httpRequests: 1, byAccount: [], estimatedSeconds: 1 },
};

/** A row as its user sees it: everything but the columns the add-on writes. */
const SYSTEM = [
  'Launch status',
  'What to do',
  'Ad IDs',
  'Ads manager',
  'Batch',
  'Launched at',
  'Marked columns',
  'Row key',
];

function usersCells({ cells }: Seen): string[] {
  const headers = (cells[0] ?? []).map(({ shown }) => shown);
  return cells.map((row) =>
    row
      .flatMap(({ shown, note = '' }, i) =>
        SYSTEM.includes(headers[i] ?? '') ? [] : [`${headers[i]}=${shown}${note}`],
      )
      .sort()
      .join('\n'),
  );
}

function expectResultsInPlace(seen: Seen): void {
  const at = (header: string): number => columnOf(seen, header) - 1;
  for (const row of seen.cells.slice(1)) {
    const name = row[at('Ad name')]?.shown ?? '';
    const [status, adId, problem, url] = [
      'Launch status',
      'Ad IDs',
      'What to do',
      'Ads manager',
    ].map((header) => row[at(header)]?.shown);
    if (name === '') expect([status, adId]).toEqual(['', '']);
    else if (name === 'Clara')
      expect([status, adId, problem]).toEqual(['Failed', '', 'Clara was refused. Ask Clara.']);
    else
      expect([status, adId, problem, url]).toEqual([
        'Launched, paused',
        adIdOf(name),
        '',
        `https://manager/${name}`,
      ]);
    if (name !== '')
      expect(
        ['Headline', 'UTM tags', 'Start as', 'Link'].map((header) => row[at(header)]?.shown),
      ).toEqual([`Headline of ${name}`, `who=${name}`, '', 'https://example.com/']);
  }
}

const row = fc.integer({ min: 2, max: 8 });
const sheet = SHEET;
const gesture: fc.Arbitrary<object> = fc.oneof(
  fc.record({ do: fc.constant('shuffle'), sheet: fc.constant(sheet), seed: fc.nat() }),
  fc.record({
    do: fc.constant('sort'),
    sheet: fc.constant(sheet),
    column: fc.integer({ min: 1, max: 12 }),
    descending: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('insertRows'),
    sheet: fc.constant(sheet),
    before: row,
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constant('deleteRows'),
    sheet: fc.constant(sheet),
    first: row,
    count: fc.constant(1),
  }),
  // Before any column, also in the middle of the add-on's own.
  fc.record({
    do: fc.constant('insertColumns'),
    sheet: fc.constant(sheet),
    before: fc.integer({ min: 1, max: 24 }),
    count: fc.constant(1),
  }),
  fc.record({ do: fc.constant('rename'), sheet: fc.constant(sheet), name: fc.constant(sheet) }),
);

const insertColumn = { do: 'insertColumns', sheet, before: 1, count: 1 };
const deleteRow = { do: 'deleteRows', sheet, first: 2, count: 1 };

describe('users who go on working while a launch is under way', () => {
  test('find every result in its own row and every cell of theirs untouched, whatever they did meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(gesture, { maxLength: 6 }), async (gestures) => {
        await launchedSheet();
        await playground.hands(...gestures);
        const before = usersCells(await playground.look(SHEET));
        await playground.control('disturb', service(finished));
        await playground.call('continueLaunches');
        const seen = await playground.look(SHEET);
        expect(usersCells(seen)).toEqual(before);
        expectResultsInPlace(seen);
      }),
      { numRuns: 20 },
    );
  });

  test('may even sort, insert and delete in the very moment the results are written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), gesture), {
          minLength: 1,
          maxLength: 3,
        }),
        async (edits) => {
          await launchedSheet();
          const touched = edits.map(([beforeCall, each]) => ({ beforeCall, gestures: [each] }));
          await playground.control('disturb', { ...service(finished), edits: touched });
          await playground.call('continueLaunches');
          const seen = await playground.look(SHEET);
          expectResultsInPlace(seen);
          const left = seen.cells
            .slice(1)
            .flatMap((cells) => cells[columnOf(seen, 'Ad name') - 1]?.shown || []);
          const deleted = edits.filter(
            ([, each]) => (each as { do: string }).do === 'deleteRows',
          ).length;
          expect(new Set(left).size).toBe(left.length);
          expect(left.length).toBeGreaterThanOrEqual(NAMES.length - deleted);
        },
      ),
      {
        numRuns: 20,
        examples: [
          // The row that is inserted has no format yet: an id that hits it is a number.
          [[[35, { do: 'insertRows', sheet, before: 2, count: 1 }]]],
          // The keys are hit, and then the rows are sorted or deleted, also while what was hit is
          // given back.
          [
            [
              [32, insertColumn],
              [34, { do: 'shuffle', sheet, seed: 0 }],
            ],
          ],
          [
            [
              [32, insertColumn],
              [40, deleteRow],
            ],
          ],
          // The sheet has fewer rows than are written.
          [
            [
              [1, { do: 'shuffle', sheet, seed: 220_978_946 }],
              [32, deleteRow],
            ],
          ],
          // The last column is pushed out of what is read.
          [
            [
              [31, insertColumn],
              [55, deleteRow],
            ],
          ],
          // The rows stand where they stood when the results were read, and did not when these were
          // written.
          [
            [
              [32, { do: 'insertRows', sheet, before: 2, count: 1 }],
              [34, deleteRow],
            ],
          ],
        ],
      },
    );
  });
});
