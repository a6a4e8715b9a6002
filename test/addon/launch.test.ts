import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { columnOf, type Playground, type Server, startPlayground, startServer, table } from './house.ts';
import { ACCOUNT, adNames, fillRows, goodRow, makeAdSets, type RowContent, SHEET, untilSettled, upload } from './launch-rows.ts';

interface Plan {
  readonly planId: string;
  readonly totalAds: number;
  readonly launchStatus: string;
  readonly accounts: readonly { readonly name: string; readonly ads: number }[];
  readonly warnings: readonly string[];
}

interface Summary {
  readonly counts: { readonly [turn: string]: number };
  readonly faults: readonly { readonly cell: string; readonly text: string }[];
  readonly failed: number;
}

let server: Server;
let playground: Playground;
let common: RowContent;
let adSets: string[];

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  common = await goodRow(server);
  adSets = await makeAdSets(server, 150);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

/** A fresh file with a launch sheet of its own. */
async function freshSheet(template = 'single', rows: readonly RowContent[] = [], sheet = SHEET): Promise<void> {
  await playground.reset();
  await playground.control('set', { newSheetRows: 60 });
  await playground.call('connect', server.adminKey);
  await playground.call('createLaunchSheet', template, ACCOUNT);
  await fillRows(playground, sheet, common, rows);
}

const rowsOf = async (sheet = SHEET) => table(await playground.look(sheet));
const statuses = async (sheet = SHEET) => (await rowsOf(sheet)).map((row) => row['Launch status']);
const launch = async (scope: 'ready' | 'failed' = 'ready'): Promise<Plan> => {
  const plan = await playground.call<Plan>('planLaunch', scope);
  await playground.call('startLaunch', plan.planId, scope);
  await untilSettled(playground);
  return plan;
};
const named = async (start: string): Promise<string[]> => (await adNames(server)).filter((name) => name.startsWith(start)).sort();
const type = async (row: number, header: string, text: string | boolean): Promise<void> => {
  const column = columnOf(await playground.look(SHEET), header);
  await playground.hands({ do: 'type', sheet: SHEET, row, column, text });
  await playground.run('onEdit', [], { mode: 'LIMITED', event: { sheet: SHEET, row, column } });
};

describe('a launch sheet', () => {
  beforeEach(() => freshSheet());

  test('has explained headers, real choices, ticks, plain text for ids, and warnings on what it writes itself', async () => {
    const seen = await playground.look(SHEET);
    const [headers = [], first = []] = seen.cells;
    expect(seen.frozenRows).toBe(1);
    for (const { shown, note } of headers) expect(note, shown).toBeTruthy();
    const cell = (header: string) => first[columnOf(seen, header) - 1];
    expect(cell('Ready')).toMatchObject({ shown: 'FALSE', checkbox: true });
    for (const header of ['Ad sets', 'Page', 'Profile', 'Ad account', 'Ad IDs', 'Row key'])
      expect(cell(header)?.format, header).toBe('@');
    expect(cell('Ad sets')?.choices).toContain(`Room 0 (${adSets[0]})`);
    expect(cell('Page')?.choices).toEqual([expect.stringMatching(/^Harbour Store \(\d+\)$/)]);
    expect(cell('Call to action')?.choices).toContain('SHOP_NOW');
    expect(cell('Launch type')?.choices).toContain('Carousel');
    expect(seen.protections.map(({ warningOnly }) => warningOnly)).toEqual([true, true]);
  });

  test('of every kind can be made, and is found again after somebody renamed it', async () => {
    for (const template of ['multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode', 'all'])
      await playground.call('createLaunchSheet', template, ACCOUNT);
    await playground.hands(
      { do: 'rename', sheet: 'Launch carousels', name: 'Herbst' },
      { do: 'select', sheet: 'Herbst', row: 1, column: 1 },
    );
    expect(await playground.call<{ sheetName: string }>('checkRows')).toMatchObject({ sheetName: 'Herbst' });
    await playground.hands({ do: 'select', sheet: 'Sheet1', row: 1, column: 1 });
    await expect(playground.call('checkRows')).rejects.toThrow('Go to the launch sheet you mean first');
  });
});

describe('a check', () => {
  test('marks the very cell and says how to mend it; mending it clears the mark', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Good', 'Ad sets': adSets[0] ?? '' },
      { 'Ad name': 'Bad', 'Ad sets': '42', Link: 'example.com' },
    ]);
    const note = { do: 'note', sheet: SHEET, row: 3, column: columnOf(await playground.look(SHEET), 'Link'), note: 'Ask Anna' };
    await playground.hands(note);
    const { counts, faults } = await playground.call<Summary>('checkRows');
    expect(counts).toMatchObject({ launch: 1, faulty: 1 });
    expect(faults.map(({ text }) => text)).toEqual([
      expect.stringContaining('Ad sets: There is no ad set 42 in act_1001. Choose one from the list in this cell.'),
      expect.stringContaining('Link: example.com is not a link'),
    ]);
    const seen = await playground.look(SHEET);
    const link = seen.cells[2]?.[columnOf(seen, 'Link') - 1];
    expect(link).toMatchObject({
      background: '#fad2cf',
      note: expect.stringMatching(/^Ask Anna\n\nSlipway: example\.com is not a link/),
    });
    expect(seen.cells[1]?.[columnOf(seen, 'Link') - 1]?.background).toBeUndefined();
    expect(await statuses()).toEqual(['Ready to launch', 'Needs fixing']);

    await type(3, 'Link', 'https://example.com/b');
    const mended = await playground.look(SHEET);
    expect(mended.cells[2]?.[columnOf(mended, 'Link') - 1]).toMatchObject({ note: 'Ask Anna' });
    expect(mended.cells[2]?.[columnOf(mended, 'Link') - 1]?.background).toBeUndefined();
    expect(mended.cells[2]?.[columnOf(mended, 'Ad sets') - 1]?.background).toBe('#fad2cf');
    await type(3, 'Ad sets', adSets[0] ?? '');
    expect(await statuses()).toEqual(['Ready to launch', 'Ready to launch']);
  });

  test('handles what people do to spreadsheets, in plain words', async () => {
    await freshSheet(
      'single',
      ['Merged', 'Formula', 'Rounded', '=Equals', 'Plain'].map((name) => ({ 'Ad name': name, 'Ad sets': adSets[0] ?? '' })),
    );
    const seen = await playground.look(SHEET);
    const at = (header: string): number => columnOf(seen, header);
    await playground.hands(
      { do: 'merge', sheet: SHEET, row: 2, column: at('Primary text'), rows: 1, columns: 2 },
      // Somebody gave these two columns the look of numbers.
      ...[3, 4].map((row) => ({
        do: 'format',
        sheet: SHEET,
        row,
        column: row === 3 ? at('Headline') : at('Page'),
        format: 'General',
      })),
      { do: 'type', sheet: SHEET, row: 3, column: at('Headline'), text: '=1/0' },
      { do: 'type', sheet: SHEET, row: 4, column: at('Page'), text: '120000001001700001' },
      { do: 'hideRows', sheet: SHEET, rows: [6], by: 'filter' },
    );
    const { faults } = await playground.call<Summary>('checkRows');
    expect(faults.map(({ text }) => text)).toEqual([
      expect.stringContaining('Primary text: This cell is merged with others'),
      expect.stringContaining('Headline: This cell is merged with others'),
      expect.stringContaining('Headline: The formula in this cell ends in #DIV/0!'),
      expect.stringContaining('Page: The spreadsheet has rounded this id'),
    ]);
    const plan = await playground.call<Plan>('planLaunch', 'ready');
    expect(plan).toMatchObject({ totalAds: 2, warnings: ['One ready row is hidden by a filter and launched too.'] });
  });

  test('puts deleted system columns back, and finds launched rows again by what they say', async () => {
    await freshSheet(
      'single',
      ['Back 1', 'Back 2'].map((name) => ({ 'Ad name': name, 'Ad sets': adSets[0] ?? '' })),
    );
    await launch();
    const before = await rowsOf();
    const status = columnOf(await playground.look(SHEET), 'Launch status');
    await playground.hands(
      { do: 'deleteColumns', sheet: SHEET, first: status, count: 8 },
      { do: 'shuffle', sheet: SHEET, seed: 7 },
    );
    await playground.call('checkRows');
    const after = await rowsOf();
    const ids = (rows: typeof before) => Object.fromEntries(rows.map((row) => [row['Ad name'], row['Ad IDs']]));
    expect(ids(after)).toEqual(ids(before));
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    await expect(playground.call('planLaunch', 'ready')).rejects.toThrow('launched already');
  });
});

describe('a launch', () => {
  test('goes from template to results: checked, planned, launched, written back', async () => {
    await freshSheet(
      'single',
      ['E2E 1', '=E2E 2', 'E2E 3'].map((name, i) => ({
        'Ad name': name,
        'Ad sets': adSets.slice(0, i + 1).join(', '),
        'Start as': i === 2 ? 'Active' : '',
      })),
    );
    const plan = await launch();
    expect(plan).toMatchObject({ totalAds: 6, launchStatus: 'MIXED', accounts: [{ name: 'Sandbox Company Europe', ads: 6 }] });
    const rows = await rowsOf();
    expect(rows.map((row) => row['Launch status'])).toEqual(['Launched', 'Launched', 'Launched, active']);
    expect(rows.map((row) => row['Ad IDs']?.split('\n').length)).toEqual([1, 2, 3]);
    for (const row of rows) {
      expect(row['Ad IDs']).toMatch(/^\d{18}/);
      expect(row['Ads manager']).toMatch(/^https:\/\//);
      expect(row.Batch).toMatch(/^\d+$/);
    }
    expect(await named('E2E')).toEqual(['E2E 1', 'E2E 3', 'E2E 3', 'E2E 3']);
    expect(await named('=E2E')).toEqual(['=E2E 2', '=E2E 2']);
  });

  test('of carousels takes cards from rows that share a key, or from several columns', async () => {
    await freshSheet('carousel', [], 'Launch carousels');
    const media = [await upload(server, 'card-1.png'), await upload(server, 'card-2.png')];
    const card = (i: number): RowContent => ({ 'Ad key': 'k', 'Media 1': media[i] ?? '', 'Card 1 title': `Card ${i}` });
    await fillRows(playground, 'Launch carousels', { ...common, 'Ad sets': adSets[0] ?? '' }, [
      { ...card(0), 'Ad name': 'Carousel 1' },
      { ...card(1), 'Ad name': 'Carousel 1' },
    ]);
    expect(await launch()).toMatchObject({ totalAds: 1 });
    const rows = await rowsOf('Launch carousels');
    expect(rows.map((row) => row['Launch status'])).toEqual(['Launched, paused', 'Launched, paused']);
    expect(new Set(rows.map((row) => row['Ad IDs'])).size).toBe(1);
  });

  test('twice, by double click or by another window, launches nothing twice', async () => {
    await freshSheet('single', [{ 'Ad name': 'Double 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await playground.call('startLaunch', planId, 'ready');
    await playground.call('startLaunch', planId, 'ready');
    await untilSettled(playground);
    await playground.call('startLaunch', planId, 'ready');
    expect(await named('Double')).toEqual(['Double 1']);
  });

  test('is refused when the rows are no longer those of the plan', async () => {
    await freshSheet('single', [{ 'Ad name': 'Changed 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await type(2, 'Headline', 'Something else');
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({ kind: 'changed' });
    expect(await named('Changed')).toEqual([]);
  });

  test('of a copied row is a new ad; of the row it was copied from, none', async () => {
    await freshSheet('single', [{ 'Ad name': 'Copied', 'Ad sets': adSets[0] ?? '' }]);
    await launch();
    await playground.hands({ do: 'copyRow', sheet: SHEET, from: 2, to: 3 });
    expect(await launch()).toMatchObject({ totalAds: 1 });
    expect(await named('Copied')).toEqual(['Copied', 'Copied']);
    const rows = await rowsOf();
    expect(new Set(rows.map((row) => row['Ad IDs'])).size).toBe(2);
    expect(new Set(rows.map((row) => row['Row key'])).size).toBe(2);
  });

  test('that failed in part is launched again alone, and only where nothing exists', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Part 1', 'Ad sets': adSets.slice(0, 2).join(',') },
      { 'Ad name': 'Part 2', 'Ad sets': adSets[0] ?? '' },
    ]);
    const fault = {
      fault: 'error',
      method: 'POST',
      path: '*/ads',
      nth: 2,
      code: 100,
      message: 'This ad set wants something else.',
    };
    await fetch(`${server.sandboxUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    await launch();
    const [first, second] = await rowsOf();
    const failed = [first, second].find((row) => row?.['Launch status'] !== 'Launched, paused');
    expect(failed?.['Launch status']).toMatch(/^(Failed|Partly launched)$/);
    expect(failed?.['What to do']).toContain('This ad set wants something else.');
    expect(await named('Part')).toHaveLength(2);
    expect(await playground.call<Summary>('checkRows')).toMatchObject({ failed: 1 });
    expect((await statuses()).filter((status) => status === 'Launched, paused')).toHaveLength(1);

    await fetch(`${server.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
    expect(await launch('failed')).toMatchObject({ totalAds: 1 });
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    expect(await named('Part')).toEqual(['Part 1', 'Part 1', 'Part 2']);
    expect((await rowsOf()).map((row) => row['Ad IDs']?.split('\n').length)).toEqual([2, 1]);
  });

  test('can be undone, and its rows launched again once their ads are deleted', async () => {
    await freshSheet('single', [{ 'Ad name': 'Undo 1', 'Ad sets': adSets[0] ?? '' }]);
    await launch();
    const [view] = await untilSettled(playground);
    await playground.call('undoLaunch', view?.id, 'pause');
    await untilSettled(playground);
    expect(await statuses()).toEqual(['Undone: paused']);
    await expect(playground.call('planLaunch', 'ready')).rejects.toThrow('launched already');
    await playground.call('undoLaunch', view?.id, 'delete');
    await untilSettled(playground);
    expect(await statuses()).toEqual(['Undone: deleted']);
    expect(await launch()).toMatchObject({ totalAds: 1 });
    expect(await statuses()).toEqual(['Launched, paused']);
  });
});

describe('when things go wrong', () => {
  test('a key that was revoked is said so, and the launch goes on with a new one', async () => {
    const { key, id } = (await server.ask('POST', '/v1/keys', { name: 'Sheet' })) as unknown as { key: string; id: string };
    await freshSheet('single', [{ 'Ad name': 'Revoked 1', 'Ad sets': adSets[0] ?? '' }]);
    await playground.call('connect', key);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await server.ask('DELETE', `/v1/keys/${id}`);
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'connect',
      message: expect.stringContaining('does not work any more'),
    });
    expect(await statuses()).toEqual(['Launching']);
    await playground.call('connect', server.adminKey);
    await untilSettled(playground);
    expect([await statuses(), await named('Revoked')]).toEqual([['Launched, paused'], ['Revoked 1']]);
  });

  test('a server that is down loses nothing: the launch goes on when it is back', async () => {
    await freshSheet('single', [{ 'Ad name': 'Down 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await playground.control('disturb', { faults: [{ match: 'POST', times: 10, does: 'unreachable' }] });
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({ kind: 'offline' });
    expect(await statuses()).toEqual(['Launching']);
    await playground.control('disturb', {});
    await untilSettled(playground);
    expect([await statuses(), await named('Down')]).toEqual([['Launched, paused'], ['Down 1']]);
  });

  test('an answer that got lost launches nothing twice', async () => {
    await freshSheet('single', [{ 'Ad name': 'Lost 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await playground.control('disturb', { faults: [{ match: '/v1/launch', times: 1, does: 'lost' }] });
    await playground.call('startLaunch', planId, 'ready');
    await untilSettled(playground);
    expect([await statuses(), await named('Lost')]).toEqual([['Launched, paused'], ['Lost 1']]);
  });

  test('a service that asks to wait is waited for: shortly on the spot, longer by the sidebar', async () => {
    await freshSheet('single', [{ 'Ad name': 'Wait 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    const busy = (seconds: number) => ({
      match: 'POST',
      times: 1,
      does: { status: 429, headers: { 'retry-after': String(seconds) } },
    });
    await playground.control('disturb', { faults: [busy(50)] });
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({ kind: 'wait', waitSeconds: 50 });
    await playground.control('disturb', { faults: [busy(3)] });
    const before = await playground.control<{ now: number }>('state');
    await untilSettled(playground);
    expect((await playground.control<{ now: number }>('state')).now - before.now).toBeGreaterThan(3000);
    expect(await named('Wait')).toEqual(['Wait 1']);
  });

  test('faults only the service can find are marked in the sheet like all others', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Refused 1', 'Ad sets': adSets[0] ?? '' },
      { 'Ad name': 'Refused 2', 'Ad sets': adSets[0] ?? '' },
    ]);
    const details = [{ path: 'ads[1].link', code: 'x', message: 'This page does not exist.' }];
    const refusal = { status: 422, body: { success: false, error: { code: 'unprocessable_entity', message: 'No.', details } } };
    await playground.control('disturb', { faults: [{ match: '/v1/launch/plan', times: 1, does: refusal }] });
    await expect(playground.call('planLaunch', 'ready')).rejects.toThrow('one cell needs mending');
    const seen = await playground.look(SHEET);
    expect(seen.cells[2]?.[columnOf(seen, 'Link') - 1]).toMatchObject({
      background: '#fad2cf',
      note: 'Slipway: This page does not exist.',
    });
    expect(await statuses()).toEqual(['Ready to launch', 'Needs fixing']);
  });

  test('a launch of another company is never sent again by this one', async () => {
    const other = (await server.ask('POST', '/v1/companies', { name: 'Other', sandbox: true })) as unknown as {
      adminKey: string;
    };
    await freshSheet('single', [{ 'Ad name': 'Foreign 1', 'Ad sets': adSets[0] ?? '' }]);
    const { planId } = await playground.call<Plan>('planLaunch', 'ready');
    await playground.control('disturb', { faults: [{ match: 'POST', times: 10, does: 'unreachable' }] });
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({ kind: 'offline' });
    await playground.control('disturb', {});
    await playground.call('connect', other.adminKey);
    const views = await playground.call<{ ofAnotherCompany: boolean; state: string }[]>('continueLaunches');
    expect(views).toMatchObject([{ ofAnotherCompany: true, state: 'sending' }]);
    expect(await named('Foreign')).toEqual([]);
  });
});
