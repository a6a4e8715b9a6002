import { describe, expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Summary, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, adNames, SHEET, untilSettled } from './launch-rows.ts';

/** What a sheet is for when its rows are launched, others see it, and it grows. */

const fixture = useLaunchFixture();
const { playground, server, freshSheet, launch, statuses, type } = fixture;

interface Update {
  readonly row: number;
  readonly changes: readonly { readonly header: string; readonly text: string }[];
  readonly fixed: readonly string[];
}

describe('a row that was changed since its launch', () => {
  test('changes its ad when asked to, and says again what the ad says', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Changed 1', 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': 'Changed 2', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    await launch();
    await type(2, 'Headline', 'Other boats');
    await type(2, 'Ad name', 'Changed 1b');
    await type(3, 'Media 1', 'https://cdn.example/other.png');
    expect(await playground().call('checkRows')).toMatchObject({
      changed: 2,
      counts: { launched: 2 },
    });
    expect(await statuses()).toEqual([
      'Launched, paused, changed since',
      'Launched, paused, changed since',
    ]);
    const updates = await playground().call<Update[]>('planUpdates');
    expect(updates).toMatchObject([
      {
        row: 2,
        changes: expect.arrayContaining([{ header: 'Headline', text: 'Other boats' }]),
        fixed: [],
      },
      { row: 3, changes: [], fixed: ['Media 1'] },
    ]);
    expect(await playground().call('updateAds', [2])).toMatchObject({
      updated: 1,
      problems: [],
      left: 0,
      summary: { changed: 1 },
    });
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused, changed since']);
    const names = await adNames(server());
    expect(names.filter((name) => name.startsWith('Changed'))).toEqual(
      expect.arrayContaining(['Changed 1b', 'Changed 2']),
    );
    expect(names).not.toContain('Changed 1');
    await expect(playground().call('updateAds', [2])).rejects.toThrow(
      'have changed since you looked',
    );
  });
});

describe('what a changed row says of its ad', () => {
  const at = async (row: number, header: string) => {
    const seen = await playground().look(SHEET);
    return seen.cells[row - 1]?.[columnOf(seen, header) - 1];
  };

  test('is judged before it is sent, and the reason stands at its cell', async () => {
    await freshSheet('single', [{ 'Ad name': 'Judged', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await launch();
    await type(2, 'Link', 'example.com/other');
    const [update] = await playground().call<Update[]>('planUpdates');
    expect(update).toMatchObject({
      row: 2,
      problems: [expect.stringContaining('Link: example.com/other is not a link')],
    });
    expect(await at(2, 'Link')).toMatchObject({
      background: '#fad2cf',
      note: expect.stringContaining('is not a link'),
    });
    await expect(playground().call('updateAds', [2])).rejects.toThrow(
      'have changed since you looked',
    );
    await type(2, 'Link', 'https://example.com/other-page');
    expect(await playground().call('updateAds', [2])).toMatchObject({ updated: 1, problems: [] });
  });

  test('may be refused by the service: the reason stands at its cell too', async () => {
    await freshSheet('single', [{ 'Ad name': 'Refused', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await launch();
    await type(2, 'Headline', 'Other boats');
    const details = [
      {
        path: 'headlines[0]',
        code: 'too_long',
        message: 'This headline is too long for the platform.',
      },
    ];
    const error = { code: 'unprocessable_entity', message: 'The request breaks a rule.', details };
    const refusal = {
      match: 'update-ad',
      times: 1,
      does: { status: 422, body: { success: false, error } },
    };
    await playground().control('disturb', { faults: [refusal] });
    expect(await playground().call('updateAds', [2])).toMatchObject({
      updated: 0,
      problems: [{ row: 2, text: 'Headline: This headline is too long for the platform.' }],
    });
    expect(await at(2, 'Headline')).toMatchObject({
      background: '#fad2cf',
      note: expect.stringContaining('too long'),
    });
  });

  test('is told in its row and stays told while other rows are updated, until it is put right', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Stays 1', 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': 'Stays 2', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    await launch();
    await type(2, 'Link', 'example.com/other');
    await type(3, 'Ad name', 'Stays 2b');
    await playground().call('planUpdates');
    const reason = 'Link: example.com/other is not a link';
    expect(await playground().call('updateAds', [2, 3])).toMatchObject({
      updated: 1,
      problems: [{ row: 2, text: expect.stringContaining(reason) }],
    });
    const told = async () => (await fixture.rowsOf()).map((row) => row['What to do']);
    const expected = [expect.stringContaining(reason), ''];
    expect(await told()).toEqual(expected);
    await playground().call('checkRows');
    expect(await told()).toEqual(expected);
    expect(await at(2, 'Link')).toMatchObject({ background: '#fad2cf' });
    await type(2, 'Link', 'https://example.com/other-page');
    expect(await playground().call('updateAds', [2])).toMatchObject({ updated: 1, problems: [] });
    expect(await told()).toEqual(['', '']);
    expect((await at(2, 'Link'))?.note).toBeUndefined();
  });

  test('is refused once: the same words sent again are no fault any more', async () => {
    await freshSheet('single', [{ 'Ad name': 'Again', 'Ad sets': fixture.adSets[0] ?? '' }]);
    await launch();
    await type(2, 'Headline', 'Other sails');
    const error = { code: 'unprocessable_entity', message: 'The ad is being reviewed.' };
    await playground().control('disturb', {
      faults: [
        { match: 'update-ad', times: 1, does: { status: 422, body: { success: false, error } } },
      ],
    });
    await playground().call('updateAds', [2]);
    const told = async () => (await fixture.rowsOf())[0]?.['What to do'];
    expect(await told()).toContain('The ad is being reviewed.');
    await playground().call('checkRows');
    expect(await told()).toContain('The ad is being reviewed.');
    expect(await playground().call('updateAds', [2])).toMatchObject({ updated: 1, problems: [] });
    expect(await told()).toBe('');
  });

  test('may be nothing any more: the plan and the row say that the ad keeps its text', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Emptied', 'Ad sets': fixture.adSets[0] ?? '', Headline: 'Boats' },
    ]);
    await launch();
    await type(2, 'Headline', '');
    expect(await playground().call('planUpdates')).toMatchObject([
      { row: 2, changes: [], problems: [], fixed: ['A cell that was emptied'] },
    ]);
    const told = async () => (await fixture.rowsOf())[0]?.['What to do'];
    expect(await told()).toContain('A cell of this row was emptied since the launch');
    await playground().call('checkRows');
    expect(await told()).toContain('A cell of this row was emptied since the launch');
    // What else was changed reaches the ad, and the row goes on saying so.
    await type(2, 'Ad name', 'Emptied and renamed');
    expect(await playground().call('updateAds', [2])).toMatchObject({ updated: 1 });
    expect(await told()).toContain('A cell of this row was emptied since the launch');
    await type(2, 'Headline', 'Boats');
    await playground().call('checkRows');
    await playground().call('updateAds', [2]);
    expect(await told()).toBe('');
  });

  test('names the ad that goes on where the ad set was replaced', async () => {
    const [first = '', second = ''] = fixture.adSets;
    await freshSheet('single', [{ 'Ad name': 'Moved', 'Ad sets': first }]);
    await launch();
    const id = (await fixture.rowsOf())[0]?.['Ad IDs'] ?? '';
    await type(2, 'Ad sets', second);
    await playground().call('checkRows');
    const words = `The ad that this row made in another ad set goes on there: ${id}.`;
    expect((await fixture.rowsOf())[0]?.['What to do']).toContain(words);
    const { warnings } = await playground().call<{ warnings: string[] }>('planLaunch', 'ready');
    expect(warnings).toContainEqual(expect.stringContaining(`Row 2: ${words}`));
  });
});

describe('what others see', () => {
  test('is the accounts of the sheet and no other, and nothing of the company without a key', async () => {
    await freshSheet('single', []);
    const lists = JSON.stringify((await playground().look('Slipway lists')).cells);
    expect(lists).toContain(ACCOUNT);
    expect(lists).not.toContain('act_1002');
    const { accounts } = await playground().call<{ accounts: { id: string }[] }>('sidebarState');
    expect(accounts.length).toBeGreaterThan(1);
    await playground().control('set', { user: {} });
    expect(await playground().call('sidebarState')).toMatchObject({
      company: null,
      accounts: [],
      formulaAccounts: [],
      launches: [],
      reports: [],
      launchSheets: [],
    });
  });

  test('grows by an account that a row names, once somebody with a key checks', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Elsewhere', 'Ad account': 'act_1003', 'Ad sets': '' },
      { 'Ad name': 'Nowhere', 'Ad account': 'act_9999' },
    ]);
    const { faults } = await playground().call<{ faults: { text: string }[] }>('checkRows');
    expect(faults.map(({ text }) => text).join()).toContain('act_9999');
    expect(faults.map(({ text }) => text).join()).not.toContain('no ad account act_1003');
    expect(JSON.stringify((await playground().look('Slipway lists')).cells)).toContain('act_1003');
  });
});

describe('rows the template never saw', () => {
  test('have plain text for ids, boxes, choices and colours after a check', async () => {
    await freshSheet('single', [{ 'Ad name': 'First', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const seen = await playground().look(SHEET);
    const [name, page, sets] = ['Ad name', 'Page', 'Ad sets'].map((header) =>
      columnOf(seen, header),
    );
    await playground().hands(
      { do: 'insertRows', sheet: SHEET, before: 3, count: 2 },
      { do: 'insertRows', sheet: SHEET, before: 17, count: 5 },
      { do: 'type', sheet: SHEET, row: 3, column: name, text: 'Inserted' },
      { do: 'type', sheet: SHEET, row: 20, column: name, text: 'Added' },
    );
    await playground().call('checkRows');
    const after = await playground().look(SHEET);
    for (const row of [3, 20]) {
      expect(after.cells[row - 1]?.[0], `row ${row}`).toMatchObject({ checkbox: true });
      expect(after.cells[row - 1]?.[(sets ?? 0) - 1]).toMatchObject({ format: '@' });
      expect(after.cells[row - 1]?.[(page ?? 0) - 1]).toMatchObject({
        format: '@',
        choices: expect.arrayContaining([expect.any(String)]),
      });
    }
    // Told as faulty, and red.
    expect(after.cells[19]?.[(sets ?? 0) - 1]?.background).toBe('#fad2cf');
  });
});

describe('an edit', () => {
  test('reads and writes the rows it is about, however many others there are', async () => {
    const cellsOf = async (rows: number): Promise<number> => {
      await freshSheet('single', []);
      await playground().control('set', { newSheetRows: 15 });
      await playground().hands({ do: 'insertRows', sheet: SHEET, before: 16, count: rows });
      const at = columnOf(await playground().look(SHEET), 'Ad name');
      await playground().hands({
        do: 'paste',
        sheet: SHEET,
        row: 2,
        column: at,
        rows: Array.from({ length: rows }, (_, i) => [`Row ${i}`]),
      });
      await playground().call('checkRows');
      const before = (await playground().control<{ now: number }>('state')).now;
      await type(5, 'Link', 'https://example.com/');
      return (await playground().control<{ now: number }>('state')).now - before;
    };
    const [few, many] = [await cellsOf(10), await cellsOf(500)];
    expect(many).toBeLessThan(few * 1.2);
  });
});

describe('a plan', () => {
  test('is launched from its own sheet, whichever is in front by then', async () => {
    await freshSheet('single', [{ 'Ad name': 'Planned', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId, sheetId, summary } = await playground().call<{
      planId: string;
      sheetId: string;
      summary: { sheetName: string };
    }>('planLaunch', 'ready');
    expect(summary.sheetName).toBe(SHEET);
    await playground().call('createLaunchSheet', 'carousel', ACCOUNT);
    expect(await playground().call('startLaunch', planId, 'ready', sheetId)).toMatchObject([
      { total: 1 },
    ]);
  });

  test('takes as many calls for a hundred rows as for one, and one a row for whether it is hidden', async () => {
    const callsFor = async (rows: number): Promise<number> => {
      const row = { 'Ad sets': fixture.adSets[0] ?? '' };
      await freshSheet(
        'single',
        Array.from({ length: rows }, (_, i) => ({ ...row, 'Ad name': `Plan ${rows} ${i}` })),
      );
      await playground().call('checkRows');
      return (await playground().run('planLaunch', ['ready'])).calls;
    };
    expect(await callsFor(13)).toBe((await callsFor(1)) + 12);
  });
});

describe('a new sheet from the one in front', () => {
  test('has its rows, unticked and new; both launch their own ads', async () => {
    await freshSheet('single', [
      {
        'Ad name': 'Weekly 1',
        'Ad sets': fixture.adSets[1] ?? '',
        'Primary text': "'=not a formula",
      },
      { 'Ad name': 'Weekly 2', 'Ad sets': fixture.adSets[1] ?? '' },
    ]);
    await launch();
    const { launchSheets } = await playground().call<{
      launchSheets: { name: string; isActive: boolean }[];
    }>('copyLaunchSheet');
    const copy = launchSheets.find(({ isActive }) => isActive)?.name ?? '';
    expect(copy).toBe(`${SHEET} 2`);
    const rows = await fixture.rowsOf(copy);
    expect(
      rows.map((row) => [row.Ready, row['Ad name'], row['Primary text'], row['Ad IDs']]),
    ).toEqual([
      ['FALSE', 'Weekly 1', '=not a formula', ''],
      ['FALSE', 'Weekly 2', 'Boats for everybody', ''],
    ]);
    expect(await playground().call('checkRows')).toMatchObject({
      counts: { 'not ready': 2, launched: 0, unclear: 0 },
    });
    await playground().hands({ do: 'type', sheet: copy, row: 3, column: 1, text: true });
    await launch();
    expect(await fixture.named('Weekly')).toEqual(['Weekly 1', 'Weekly 2', 'Weekly 2']);
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
  });
});

describe('a launch sheet', () => {
  test('takes computed cells, and tells of a formula that is plain text', async () => {
    const [adSet = ''] = fixture.adSets;
    await freshSheet('single', [
      { 'Ad name': 'Computed', 'Ad sets': adSet },
      { 'Ad name': 'Typed', 'Ad sets': adSet },
    ]);
    const name = String.fromCharCode(64 + columnOf(await playground().look(SHEET), 'Ad name'));
    await type(2, 'Headline', `=${name}2`);
    // A column of ids is plain text.
    await type(3, 'Ad sets', '="1"&"2"');
    const { faults } = await playground().call<Summary>('checkRows');
    expect(faults.filter(({ text }) => text.includes('looks like a formula'))).toEqual([
      expect.objectContaining({ cell: expect.stringMatching(/3$/) }),
    ]);
    expect(faults.filter(({ cell }) => cell.endsWith('2'))).toEqual([]);
    const { ads } = await playground().call<{ ads: unknown[] }>('planLaunch', 'ready');
    expect(ads).toHaveLength(1);
  });

  test('takes no column of the user for one of its own, and starts no ad active by it', async () => {
    await freshSheet('single', [{ 'Ad name': 'Own columns', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const before = columnOf(await playground().look(SHEET), 'Start as');
    await playground().hands(
      { do: 'insertColumns', sheet: SHEET, before, count: 1 },
      { do: 'paste', sheet: SHEET, row: 1, column: before, rows: [['Status'], ['Active']] },
    );
    const plan = await playground().call<{ launchStatus: string; summary: { remarks: string[] } }>(
      'planLaunch',
      'ready',
    );
    expect(plan.launchStatus).toBe('PAUSED');
    expect(plan.summary.remarks.join()).toContain('“Status” is left alone');
  });

  test('says of a launch that has happened that it has, also where no trigger can be made and no row be written', async () => {
    await freshSheet('single', [{ 'Ad name': 'No rights', 'Ad sets': fixture.adSets[0] ?? '' }]);
    const { planId } = await playground().call<{ planId: string }>('planLaunch', 'ready');
    const column = columnOf(await playground().look(SHEET), 'Launch status');
    await playground().hands({ do: 'protect', sheet: SHEET, row: 1, column, rows: 5, columns: 1 });
    await playground().control('set', { mayMakeTriggers: false });
    expect(await playground().call('startLaunch', planId, 'ready')).toHaveLength(1);
    await untilSettled(playground());
    expect((await adNames(server())).filter((name) => name === 'No rights')).toEqual(['No rights']);
    const report = {
      name: 'Unscheduled',
      accountIds: [ACCOUNT],
      range: 'last7',
      groupBy: ['day'],
      metrics: ['spend'],
    };
    expect(
      await playground().call(
        'saveReport',
        { ...report, chart: false, schedule: 'hourly' },
        'sheet',
        null,
      ),
    ).toHaveLength(1);
    const { toasts } = await playground().control<{ toasts: { message: string }[] }>('state');
    const told = toasts.map(({ message }) => message).join('\n');
    expect(told).toContain('its rows cannot be written');
    expect(told).toContain('Google allows no schedule here');
    await playground().control('set', { mayMakeTriggers: true });
  });

  test('is planned at once when the menu asks for it', async () => {
    await freshSheet('single', [
      { 'Ad name': 'From the menu', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    await playground().run('openLaunch');
    expect(await playground().call('sidebarState')).toMatchObject({
      view: 'launch',
      isPlanAsked: true,
    });
    expect(await playground().call('sidebarState')).toMatchObject({ isPlanAsked: false });
  });
});
