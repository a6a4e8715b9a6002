import { beforeEach, describe, expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, SHEET } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { playground, freshSheet, rowsOf, statuses, launch, type } = fixture;

describe('a launch sheet', () => {
  beforeEach(() => freshSheet());

  test('has explained headers, real choices, ticks, plain text for ids, and warnings on what it writes itself', async () => {
    const seen = await playground().look(SHEET);
    const [headers = [], first = []] = seen.cells;
    expect(seen.frozenRows).toBe(1);
    for (const { shown, note } of headers) expect(note, shown).toBeTruthy();
    const cell = (header: string) => first[columnOf(seen, header) - 1];
    expect(cell('Ready')).toMatchObject({ shown: 'FALSE', checkbox: true });
    for (const header of ['Ad sets', 'Page', 'Profile', 'Ad account', 'Ad IDs', 'Row key'])
      expect(cell(header)?.format, header).toBe('@');
    expect(cell('Ad sets')?.choices).toContain(`Room 0 (${fixture.adSets[0]})`);
    expect(cell('Page')?.choices).toEqual([expect.stringMatching(/^Harbour Store \(\d+\)$/)]);
    expect(cell('Call to action')?.choices).toContain('SHOP_NOW');
    expect(cell('Launch type')?.choices).toContain('Carousel');
    expect(seen.protections.map(({ warningOnly }) => warningOnly)).toEqual([true, true, true]);
  });

  test('offers the ad sets and pages of the account a row names, as soon as it is chosen', async () => {
    await playground().call('refreshLists');
    const seen = await playground().look(SHEET);
    const choices = async (header: string): Promise<readonly string[]> =>
      (await playground().look(SHEET)).cells[1]?.[columnOf(seen, header) - 1]?.choices ?? [];
    await type(2, 'Ad account', 'act_1003');
    expect(await choices('Ad sets')).toEqual([]);
    await playground().call('refreshLists');
    const america = await choices('Ad sets');
    expect(america.length).toBeGreaterThan(0);
    await type(2, 'Ad account', `Sandbox Company Europe (${ACCOUNT})`);
    expect(await choices('Ad sets')).not.toEqual(america);
  });

  test('keeps offering what it was made for, whatever other rows, other sheets and later readings say', async () => {
    const choices = async (row: number, sheet = SHEET): Promise<readonly string[]> => {
      const seen = await playground().look(sheet);
      return seen.cells[row - 1]?.[columnOf(seen, 'Ad sets') - 1]?.choices ?? [];
    };
    const europe = await choices(3);
    expect(europe).toContain(`Room 0 (${fixture.adSets[0]})`);
    await type(2, 'Ad account', 'act_1003');
    expect(await choices(3)).toEqual(europe);
    await playground().call('createLaunchSheet', 'multi', 'act_1003');
    const america = await choices(2, 'Launch placements');
    expect(america.length).toBeGreaterThan(0);
    await playground().call('refreshLists');
    expect([await choices(2), await choices(3)]).toEqual([america, europe]);
    expect(await choices(2, 'Launch placements')).toEqual(america);
  });

  test('is told the ad sets of an account it never read by the check that meets it', async () => {
    await type(2, 'Ad name', 'Elsewhere');
    await type(2, 'Ad account', '1003');
    await type(2, 'Ad sets', '42');
    const { faults } = await playground().call<Summary>('checkRows');
    expect(faults.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('There is no ad set 42 in act_1003'),
    );
    const seen = await playground().look(SHEET);
    expect(seen.cells[1]?.[columnOf(seen, 'Ad sets') - 1]?.choices?.length).toBeGreaterThan(0);
  });

  test('of every kind can be made, and is found again after somebody renamed it', async () => {
    for (const template of ['multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode', 'all'])
      await playground().call('createLaunchSheet', template, ACCOUNT);
    await playground().hands(
      { do: 'rename', sheet: 'Launch carousels', name: 'Herbst' },
      { do: 'select', sheet: 'Herbst', row: 1, column: 1 },
    );
    expect(await playground().call<{ sheetName: string }>('checkRows')).toMatchObject({
      sheetName: 'Herbst',
    });
    await playground().hands({ do: 'select', sheet: 'Sheet1', row: 1, column: 1 });
    await expect(playground().call('checkRows')).rejects.toThrow(
      'Go to the launch sheet you mean first',
    );
  });
});

describe('a check', () => {
  test('marks the very cell and says how to mend it; mending it clears the mark', async () => {
    await freshSheet('single', [
      { 'Ad name': 'Good', 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': 'Bad', 'Ad sets': '42', Link: 'example.com' },
    ]);
    const note = {
      do: 'note',
      sheet: SHEET,
      row: 3,
      column: columnOf(await playground().look(SHEET), 'Link'),
      note: 'Ask Anna',
    };
    await playground().hands(note);
    const { counts, faults } = await playground().call<Summary>('checkRows');
    expect(counts).toMatchObject({ launch: 1, faulty: 1 });
    expect(faults.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        'Ad sets: There is no ad set 42 in act_1001. Choose one from the list in this cell.',
      ),
      expect.stringContaining('Link: example.com is not a link'),
    ]);
    const seen = await playground().look(SHEET);
    const link = seen.cells[2]?.[columnOf(seen, 'Link') - 1];
    expect(link).toMatchObject({
      background: '#fad2cf',
      note: expect.stringMatching(/^Ask Anna\n\nSlipway: example\.com is not a link/),
    });
    expect(seen.cells[1]?.[columnOf(seen, 'Link') - 1]?.background).toBeUndefined();
    expect(await statuses()).toEqual(['Ready to launch', 'Needs fixing']);

    await type(3, 'Link', 'https://example.com/b');
    const mended = await playground().look(SHEET);
    expect(mended.cells[2]?.[columnOf(mended, 'Link') - 1]).toMatchObject({ note: 'Ask Anna' });
    expect(mended.cells[2]?.[columnOf(mended, 'Link') - 1]?.background).toBeUndefined();
    expect(mended.cells[2]?.[columnOf(mended, 'Ad sets') - 1]?.background).toBe('#fad2cf');
    await type(3, 'Ad sets', fixture.adSets[0] ?? '');
    expect(await statuses()).toEqual(['Ready to launch', 'Ready to launch']);
  });

  test('handles what people do to spreadsheets, in plain words', async () => {
    await freshSheet(
      'single',
      ['Merged', 'Formula', 'Rounded', 'Equals', 'Plain'].map((name) => ({
        'Ad name': name,
        'Ad sets': fixture.adSets[0] ?? '',
      })),
    );
    const seen = await playground().look(SHEET);
    const at = (header: string): number => columnOf(seen, header);
    await playground().hands(
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
      { do: 'hideRows', sheet: SHEET, rows: [5], by: 'hand' },
    );
    const { faults } = await playground().call<Summary>('checkRows');
    expect(faults.map(({ text }) => text)).toEqual([
      expect.stringContaining('Primary text: This cell is merged with others'),
      expect.stringContaining('Headline: This cell is merged with others'),
      expect.stringContaining('Headline: The formula in this cell ends in #DIV/0!'),
      expect.stringContaining('Page: The spreadsheet has rounded this id'),
    ]);
    const plan = await playground().call<Plan>('planLaunch', 'ready');
    expect(plan).toMatchObject({
      totalAds: 2,
      warnings: [
        'A filter is on. Rows that are ticked are launched even where it hides them.',
        'Rows that are hidden are launched too where they are ticked: 5.',
      ],
    });
  });

  test('puts deleted system columns back, and finds launched rows again by what they say', async () => {
    await freshSheet(
      'single',
      ['Back 1', 'Back 2'].map((name) => ({ 'Ad name': name, 'Ad sets': fixture.adSets[0] ?? '' })),
    );
    await launch();
    const before = await rowsOf();
    const seen = await playground().look(SHEET);
    await playground().hands(
      { do: 'deleteColumns', sheet: SHEET, first: columnOf(seen, 'What to do'), count: 6 },
      { do: 'deleteColumns', sheet: SHEET, first: columnOf(seen, 'Row key'), count: 2 },
      { do: 'shuffle', sheet: SHEET, seed: 7 },
    );
    const guarded = (await playground().look(SHEET)).protections.length;
    await playground().call('checkRows');
    const restored = await playground().look(SHEET);
    expect(restored.protections.slice(guarded)).toMatchObject([
      { warningOnly: true },
      { warningOnly: true },
    ]);
    const hidden = restored.columns.flatMap((column, i) =>
      column.hidden ? [restored.cells[0]?.[i]?.shown] : [],
    );
    expect(hidden).toEqual(['Row key', 'Marked columns']);
    expect(columnOf(restored, 'Row key')).toBe(columnOf(restored, 'Ready') + 1);
    const after = await rowsOf();
    const ids = (rows: typeof before) =>
      Object.fromEntries(rows.map((row) => [row['Ad name'], row['Ad IDs']]));
    expect(ids(after)).toEqual(ids(before));
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    await expect(playground().call('planLaunch', 'ready')).rejects.toThrow('launched already');
  });
});
