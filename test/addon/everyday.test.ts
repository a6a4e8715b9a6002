import { afterEach, describe, expect, test, vi } from 'vitest';
import { readCell } from '../../core/sheet/cells.ts';
import { columnOf } from './addon-fixture.ts';
import { useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, SHEET } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { playground } = fixture;

interface Trigger {
  readonly id: string;
  readonly ofOtherFile?: boolean;
}

const triggers = async (): Promise<readonly Trigger[]> =>
  (await playground().control<{ triggers: Trigger[] }>('state')).triggers;

const report = (name: string, more: object = {}) => ({
  name,
  accountIds: [ACCOUNT],
  range: 'last7',
  groupBy: ['day'],
  metrics: ['spend'],
  chart: false,
  schedule: 'daily',
  ...more,
});

describe('two files of one user', () => {
  test('have schedules of their own: neither keeps the other from one, nor takes it away', async () => {
    await fixture.freshSheet();
    await playground().control('set', { installed: 'add-on' });
    await playground().call('saveReport', report('First'), 'sheet', null);
    const [first] = await triggers();
    expect(first).toBeDefined();

    await playground().control('set', { copyAs: 'the-other-file' });
    expect(await triggers()).toEqual([{ ...first, ofOtherFile: true }]);
    const views = await playground().call<{ id: string; name: string }[]>(
      'saveReport',
      report('Second'),
      'sheet',
      null,
    );
    expect(await triggers()).toEqual([
      { ...first, ofOtherFile: true },
      expect.not.objectContaining({ ofOtherFile: true }),
    ]);
    for (const { id } of views) await playground().call('deleteReport', id);
    expect(await triggers()).toEqual([{ ...first, ofOtherFile: true }]);
  });
});

describe('a launch sheet', () => {
  test('keeps the name of the ad in view, and names the row where a fault is of no cell', async () => {
    await fixture.freshSheet('single', [
      { 'Ad name': 'In view', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    const seen = await playground().look(SHEET);
    expect(seen.frozenColumns).toBe(columnOf(seen, 'Ad name'));
    await playground().hands({
      do: 'deleteColumns',
      sheet: SHEET,
      first: columnOf(seen, 'Ad sets'),
      count: 1,
    });
    const { faults } = await playground().call<{
      faults: { label: string; row: number; text: string }[];
    }>('checkRows');
    expect(faults).toEqual([
      expect.objectContaining({ label: 'Row 2', row: 2, text: expect.stringMatching(/ad set/i) }),
    ]);
  });
});

test('ticks that stayed while the rows were sorted are told by check and plan, until somebody ticks', async () => {
  const [adSet = ''] = fixture.adSets;
  const rows = ['C', 'A', 'B'].map((name) => ({
    'Ad name': `Sorted ${name}`,
    'Ad sets': adSet,
    Ready: name === 'C',
  }));
  await fixture.freshSheet('single', rows);
  const remarks = async () => (await playground().call<{ remarks: string[] }>('checkRows')).remarks;
  expect(await remarks()).toEqual([]);
  const seen = await playground().look(SHEET);
  const by = columnOf(seen, 'Ad name');
  const range = { row: 2, rows: 3, columns: columnOf(seen, 'What to do'), by, descending: false };
  // With the column of ticks nothing else is ticked than before.
  await playground().hands({ do: 'sortRange', sheet: SHEET, ...range, column: 1 });
  expect(await remarks()).toEqual([]);
  await playground().hands({
    do: 'sortRange',
    sheet: SHEET,
    ...range,
    column: 2,
    descending: true,
  });
  const told =
    'Rows were sorted without the column Ready: the ticks stayed where they were, so that other rows are ticked';
  expect(await remarks()).toEqual([expect.stringContaining(told)]);
  const { warnings } = await playground().call<{ warnings: string[] }>('planLaunch', 'ready');
  expect(warnings).toContainEqual(expect.stringContaining(`${told} than before: 4.`));
  await fixture.type(2, 'Ready', true);
  expect(await remarks()).toEqual([]);
});

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['3', 3],
])('a number may be written %s', (shown, value) => {
  const column = { key: 'n', header: 'N', note: '', holds: 'number', shown: 'always' } as const;
  expect(readCell(column, { value: shown, shown })).toEqual({ state: 'filled', value });
});

test('today is that of the ad account, not of the spreadsheet', async () => {
  await fixture.freshSheet();
  // Two in the morning in Berlin, which is yesterday in Pago Pago.
  const { now } = await playground().control<{ now: number }>('state');
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(now),
  );
  await playground().control('set', {
    timezone: 'Pacific/Pago_Pago',
    advanceMs: ((26 - hour) % 24) * 3_600_000,
  });
  await playground().call('sidebarState');
  await playground().control('takeCounts');
  await playground().call(
    'saveReport',
    report('Now', { range: 'today', schedule: 'off' }),
    'sheet',
    null,
  );
  const { requests } = await playground().control<{ requests: { url: string }[] }>('takeCounts');
  const later = (await playground().control<{ now: number }>('state')).now;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(later);
  const asked = requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/reports/query'));
  expect(
    asked.map(({ searchParams }) => [searchParams.get('startDate'), searchParams.get('endDate')]),
  ).toEqual([[day, day]]);
});

describe('a browser that is signed in to several Google accounts', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is told so, and not to try again', async () => {
    // The sidebar is compiled for a browser, apart from the tests.
    const source = new URL('../../sheets-addon/sidebar/base/ask.ts', import.meta.url).pathname;
    const { ask } = (await import(source)) as { ask(name: string): Promise<unknown> };
    const failing = (message: string) => {
      let failed: (error: Error) => void = () => undefined;
      const run = {
        withSuccessHandler: () => run,
        withFailureHandler(handler: typeof failed) {
          failed = handler;
          return run;
        },
        sidebarState: () => failed(new Error(message)),
      };
      vi.stubGlobal('google', { script: { run } });
      return ask('sidebarState').catch((problem: unknown) => problem);
    };
    const refused =
      'We’re sorry, a server error occurred while reading from storage. Error code PERMISSION_DENIED.';
    expect(await failing(refused)).toEqual({
      kind: 'other',
      message: expect.stringContaining('several Google accounts'),
    });
    expect(await failing('Exceeded maximum execution time')).toEqual({
      kind: 'other',
      message: expect.stringContaining('Exceeded maximum execution time'),
    });
  });
});
