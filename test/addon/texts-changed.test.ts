import { expect, test } from 'vitest';
import { columnOf, type SeenCell } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

/** What Sheets makes of what people type, paste and select. */

const fixture = useLaunchFixture();
const { playground } = fixture;
const row = (name: string) => ({ 'Ad name': name, 'Ad sets': fixture.adSets[0] ?? '' });
const cell = async (number: number, header: string): Promise<SeenCell | undefined> => {
  const seen = await playground().look(SHEET);
  return seen.cells[number - 1]?.[columnOf(seen, header) - 1];
};

test.each([
  ['en_US', '00123', '123'],
  ['en_US', '1/2', '1/2/2026'],
  ['en_US', '4:5', '4:05'],
  ['en_US', '1-2', '1/2/2026'],
  ['de_DE', '1,50', '1,5'],
  ['de_DE', 'wahr', 'WAHR'],
])('in %s a text typed as %s is told to be launched as %s', async (locale, typed, shown) => {
  await fixture.freshSheet('single', [row('Typed')]);
  await playground().control('set', { locale });
  await fixture.type(2, 'Primary text', typed);
  const { remarks, counts } = await playground().call<Summary & { remarks: string[] }>('checkRows');
  expect(counts.launch).toBe(1);
  expect(remarks).toEqual([expect.stringContaining(`it is launched as “${shown}”`)]);
  expect(await cell(2, 'Primary text')).toMatchObject({
    note: expect.stringContaining(`“${shown}”`),
  });
  expect((await cell(2, 'Primary text'))?.background).toBeUndefined();
  expect((await playground().call<Plan>('planLaunch', 'ready')).warnings).toContainEqual(
    expect.stringContaining(`“${shown}”`),
  );
  await fixture.type(2, 'Primary text', 'Words');
  expect((await playground().call<{ remarks: string[] }>('checkRows')).remarks).toEqual([]);
  expect((await cell(2, 'Primary text'))?.note).toBeUndefined();
});

test('a formula that computes a number is no remark', async () => {
  await fixture.freshSheet('single', [row('Formula')]);
  await fixture.type(2, 'Primary text', '=1+1');
  expect((await playground().call<{ remarks: string[] }>('checkRows')).remarks).toEqual([]);
});

test('another locale of the file changes no row', async () => {
  await fixture.freshSheet('single', [row('Locale')]);
  await fixture.type(2, 'Primary text', '1.5');
  await fixture.type(2, 'Headline', '1/2');
  await fixture.launch();
  await playground().control('set', { locale: 'de_DE' });
  expect(await playground().call('checkRows')).toMatchObject({
    changed: 0,
    counts: { launched: 1 },
  });
  expect((await fixture.statuses())[0]).toBe('Launched, paused');
});

test('ticks that are pasted below the boxes get a box and stay ticked, and yes may be said in other languages', async () => {
  await fixture.freshSheet('single', []);
  await playground().hands({ do: 'insertRows', sheet: SHEET, before: 16, count: 200 });
  const seen = await playground().look(SHEET);
  const filled: { [header: string]: string | boolean } = { ...fixture.common, ...row('Far below') };
  // Rows that are inserted are not formatted yet, and a bare id would be rounded there.
  for (const header of ['Page', 'Profile', 'Ad sets']) filled[header] = `Named (${filled[header]})`;
  const headers = (seen.cells[0] ?? []).map(({ shown }) => shown);
  const rows = ['ja', 'sí', true].map((ready) =>
    headers.slice(0, -6).map((header) => (header === 'Ready' ? ready : (filled[header] ?? ''))),
  );
  await playground().hands({ do: 'paste', sheet: SHEET, row: 180, column: 1, rows });
  const { counts } = await playground().call<Summary>('checkRows');
  expect(counts).toMatchObject({ launch: 3, faulty: 0 });
  expect(await cell(182, 'Ready')).toMatchObject({ checkbox: true, shown: 'TRUE' });
});

test('several ad sets go into selected rows that say something, and a pasted row of headers is a fault', async () => {
  await fixture.freshSheet('single', [row('First'), row('Second')]);
  await playground().call('checkRows');
  const column = columnOf(await playground().look(SHEET), 'Ad sets');
  await playground().hands({ do: 'select', sheet: SHEET, row: 2, column, rows: 10, columns: 1 });
  const { rows } = await playground().call<{ rows: number[] }>('adSetChoices');
  expect(rows).toHaveLength(10);
  await playground().call('putAdSets', [fixture.adSets[1] ?? '']);
  expect((await fixture.rowsOf()).map((each) => each['Ad sets'])).toEqual([
    fixture.adSets[1],
    fixture.adSets[1],
  ]);

  const { cells } = await playground().look(SHEET);
  const headers = (cells[0] ?? []).map(({ shown }) => shown);
  await playground().hands({
    do: 'paste',
    sheet: SHEET,
    row: 4,
    column: 4,
    rows: [headers.slice(3, 12)],
  });
  const { faults } = await playground().call<Summary>('checkRows');
  expect(faults.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('This row repeats the headers. Delete it.'),
  );
});

test('ticked rows that somebody hid are named in the plan', async () => {
  await fixture.freshSheet('single', [row('Seen'), row('Hidden')]);
  await playground().hands({ do: 'hideRows', sheet: SHEET, rows: [3], by: 'hand' });
  expect((await playground().call<Plan>('planLaunch', 'ready')).warnings).toContain(
    'Rows that are hidden are launched too where they are ticked: 3.',
  );
});
