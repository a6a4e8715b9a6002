import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Playground,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';
import { ACCOUNT, fillRows, goodRow, makeAdSets, SHEET, untilSettled } from './launch-rows.ts';

/**
 * Calls of Google's services for 10 and for 1,000 rows: what a user waits for is the number of
 * calls, not of rows. The table in the add-on's README is printed here, and held to what is
 * counted.
 */

const readme = readFileSync(new URL('../../sheets-addon/README.md', import.meta.url), 'utf8');

/** The lines of the README's table whose first cell is one of these, cell by cell. */
const documented = (steps: readonly string[]): string[] =>
  readme
    .split('\n')
    .map((line) => line.replace(/\s*\|\s*/g, '|'))
    .filter((line) => steps.some((step) => line.startsWith(`|${step}|`)));

const asLine = (step: string, { reads, writes, other, requests }: Count): string =>
  `|${[step, reads, writes, other, requests].join('|')}|`;

let server: Server;
let playground: Playground;
beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

interface Count {
  readonly reads: number;
  readonly writes: number;
  readonly other: number;
  readonly requests: number;
}

/**
 * Calls since the last count: those that read cells, those that change the document, the rest
 * (locks, properties, digests), and requests.
 */
async function count(): Promise<Count> {
  const { counts, requests } = await playground.control<{
    counts: { [method: string]: number };
    requests: object[];
  }>('takeCounts');
  const sum = (wanted: (method: string) => boolean): number =>
    Object.entries(counts).reduce(
      (total, [method, calls]) => total + (wanted(method) ? calls : 0),
      0,
    );
  const isDocument = (method: string): boolean =>
    /^(Spreadsheet|Sheet|Range|SpreadsheetApp|DeveloperMetadata|Protection)/.test(method);
  const isRead = (method: string): boolean => /\.(get|is|find|create\w*Finder)/.test(method);
  return {
    reads: sum((method) => isDocument(method) && isRead(method)),
    writes: sum((method) => isDocument(method) && !isRead(method)),
    other: sum((method) => !isDocument(method)),
    requests: requests.length,
  };
}

async function measure(rows: number): Promise<{ [step: string]: Count }> {
  const adSets = await makeAdSets(server, rows);
  await playground.reset();
  await playground.control('set', { newSheetRows: rows + 10 });
  await playground.call('connect', server.adminKey);
  await playground.call('createLaunchSheet', 'single', ACCOUNT);
  const names = Array.from({ length: rows }, (_, i) => ({
    'Ad name': `Calls ${rows} ${i}`,
    'Ad sets': adSets[Math.floor(i / 50)] ?? '',
  }));
  await fillRows(playground, SHEET, await goodRow(server), names);
  const steps: { [step: string]: Count } = {};
  await count();
  await playground.call('checkRows');
  steps['Check 1,000 rows for the first time'] = await count();
  await playground.call('checkRows');
  steps['Check them again'] = await count();
  const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
  steps['Plan their launch'] = await count();
  // The first look at the batches finds them at work, so that launching and writing back are
  // counted apart.
  const { pagination } = await server.ask('GET', '/v1/batches?limit=1');
  const { total } = pagination as { total: number };
  const batch = { summaryStatus: 'in_progress', launchedAds: [], failedAds: [] };
  const atWork = {
    status: 200,
    body: { success: true, data: [1, 2].map((next) => ({ ...batch, adBatchId: total + next })) },
  };
  await playground.control('disturb', {
    faults: [{ match: 'batch-statuses', times: 1, does: atWork }],
  });
  await playground.run('startLaunch', [planId, 'ready']);
  steps['Launch them'] = await count();
  await playground.control('disturb', {});
  await expect.poll(allDone).toBe(true);
  await playground.call('continueLaunches');
  steps['Write 1,000 results back'] = await count();
  await untilSettled(playground);
  expect(
    table(await playground.look(SHEET)).filter(
      (row) => row['Launch status'] === 'Launched, paused',
    ),
  ).toHaveLength(rows);
  return steps;
}

const allDone = async (): Promise<boolean> =>
  ((await server.ask('GET', '/v1/batches?limit=200')).data as { summaryStatus: string }[]).every(
    ({ summaryStatus }) => summaryStatus !== 'in_progress',
  );

test('a thousand rows cost as many calls as ten, but for the second request', async () => {
  const few = await measure(10);
  const many = await measure(1000);
  const lines = Object.entries(many).map(([step, counts]) => asLine(step, counts));
  console.log(
    ['|Calls of Google\u2019s services|reads|writes|other|requests to the server|', ...lines].join(
      '\n',
    ),
  );
  for (const [step, counts] of Object.entries(many)) {
    const small = few[step];
    if (small === undefined) throw new Error(`${step} was not measured.`);
    expect(counts.reads, step).toBeLessThanOrEqual(small.reads);
    // Boxes to tick are put in below the rows that are used, a hundred at a time, and below those
    // that were pasted ticked.
    expect(counts.writes, step).toBeLessThanOrEqual(small.writes + 2);
    expect(counts.requests, step).toBeLessThanOrEqual(2 * small.requests);
  }
  expect(documented(Object.keys(many))).toEqual(lines);
});

test('a report of a thousand rows costs as many calls as one of ten', async () => {
  const refresh = async (rows: number): Promise<Count> => {
    await playground.reset();
    await playground.control('set', { newSheetRows: rows + 10 });
    await playground.call('connect', server.adminKey);
    const definition = {
      name: 'R',
      accountIds: [ACCOUNT],
      range: 'last7',
      groupBy: ['adId'],
      metrics: ['spend'],
      chart: false,
      schedule: 'off',
    };
    const data = Array.from({ length: rows }, (_, i) => ({
      adId: `12020000000000${i}`,
      adName: `Ad ${i}`,
      spend: i,
    }));
    const body = {
      success: true,
      data,
      pagination: { offset: 0, limit: 1000, total: rows, hasMore: false },
      metadata: { currency: 'EUR' },
    };
    await playground.control('disturb', {
      faults: [{ match: '/v1/reports/query', times: 2, does: { status: 200, body } }],
    });
    const [report] = await playground.call<{ id: string }[]>(
      'saveReport',
      definition,
      'sheet',
      null,
    );
    await count();
    await playground.call('refreshReport', report?.id);
    return count();
  };
  const [few, many] = [await refresh(10), await refresh(1000)];
  const step = 'Refresh a report of 1,000 rows';
  console.log(asLine(step, many));
  expect(many).toEqual(few);
  expect(documented([step])).toEqual([asLine(step, many)]);
});
