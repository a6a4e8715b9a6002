import { expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

/** What people do to the headers of a launch sheet. */

const fixture = useLaunchFixture();
const { playground, server } = fixture;

interface Remarked extends Summary {
  readonly remarks: readonly string[];
}

/** Writes over headers, one by one. */
async function rename(names: { readonly [from: string]: string }): Promise<void> {
  const seen = await playground().look(SHEET);
  for (const [from, to] of Object.entries(names)) {
    const gesture = { do: 'type', sheet: SHEET, row: 1, column: columnOf(seen, from), text: to };
    await playground().hands(gesture);
  }
}

/** What the platform has, as text. */
const platform = async (): Promise<string> =>
  (await fetch(`${server().sandboxUrl}/_sandbox/state?objects=adcreatives`)).text();

const one = {
  'Ad name': 'Kajak',
  'Ad sets': '',
  'Primary text': 'Leise ans Ziel',
  Headline: 'Kajaks für alle',
  'UTM tags': 'utm_source=sheet',
};
const row = () => ({ ...one, 'Ad sets': fixture.adSets[0] ?? '' });

test('renamed and translated headers are read as before', async () => {
  await fixture.freshSheet('single', [row()]);
  await rename({
    Headline: 'Überschrift',
    'Primary text': 'Anzeigentext',
    'UTM tags': 'UTM-Parameter',
    'Launch status': 'Stand',
  });
  const { counts, remarks } = await playground().call<Remarked>('checkRows');
  expect(counts).toMatchObject({ launch: 1, faulty: 0 });
  expect(remarks).toEqual([]);
  expect((await fixture.launch()).warnings).toEqual([]);
  const seen = await playground().look(SHEET);
  expect(columnOf(seen, 'Launch status')).toBe(0);
  expect((await fixture.rowsOf())[0]?.Stand).toBe('Launched, paused');
  const made = await platform();
  for (const text of ['Leise ans Ziel', 'Kajaks für alle', 'utm_source=sheet'])
    expect(made).toContain(text);
});

test('all visible headers may be translated, and faults stand at the cells under them', async () => {
  await fixture.freshSheet('single', [{ ...row(), Link: 'example.com' }]);
  const { cells, columns } = await playground().look(SHEET);
  const shown = (cells[0] ?? [])
    .map((cell) => cell.shown)
    .filter((text, i) => text !== '' && columns[i]?.hidden !== true);
  await rename(Object.fromEntries(shown.map((header, i) => [header, `Spalte ${i}`])));
  const { faults } = await playground().call<Remarked>('checkRows');
  expect(faults).toHaveLength(1);
  const link = shown.indexOf('Link');
  expect(faults[0]?.text).toMatch(new RegExp(`^Spalte ${link}: example.com is not a link`));
  const seen = await playground().look(SHEET);
  expect(seen.cells[1]?.[columnOf(seen, `Spalte ${link}`) - 1]?.background).toBe('#fad2cf');
});

test('a header that says it itself counts more than a renamed column, which is named', async () => {
  await fixture.freshSheet('single', [row()]);
  await rename({ Headline: 'Alt' });
  const seen = await playground().look(SHEET);
  const end = columnOf(seen, 'Marked columns') + 1;
  await playground().hands(
    { do: 'type', sheet: SHEET, row: 1, column: end, text: 'Headline' },
    { do: 'type', sheet: SHEET, row: 2, column: end, text: 'New headline' },
  );
  const unread = 'Columns that Slipway does not read: “Alt”.';
  expect((await playground().call<Remarked>('checkRows')).remarks).toEqual([unread]);
  expect((await fixture.launch()).warnings).toEqual([unread]);
  expect(await platform()).toContain('New headline');
});

test('a column of the template that is gone is told by the check and by the plan', async () => {
  await fixture.freshSheet('single', [row()]);
  const seen = await playground().look(SHEET);
  await playground().hands({
    do: 'deleteColumns',
    sheet: SHEET,
    first: columnOf(seen, 'UTM tags'),
    count: 1,
  });
  const gone = 'Columns of the template that are gone, and that ads go without: “UTM tags”.';
  expect((await playground().call<Remarked>('checkRows')).remarks).toEqual([gone]);
  expect((await playground().call<Plan>('planLaunch', 'ready')).warnings).toContain(gone);
});

test('without its row of headers a sheet is not written to, and says so', async () => {
  await fixture.freshSheet('single', [row(), { ...row(), 'Ad name': 'Second' }]);
  await playground().call('checkRows');
  await playground().hands({ do: 'deleteRows', sheet: SHEET, first: 1, count: 1 });
  const before = await playground().look(SHEET);
  await expect(playground().call('checkRows')).rejects.toThrow(
    `The row of headers of “${SHEET}” is gone`,
  );
  await expect(playground().call('planLaunch', 'ready')).rejects.toThrow('is gone');
  await playground().run('onEdit', [], {
    mode: 'LIMITED',
    event: { sheet: SHEET, row: 1, column: 5 },
  });
  expect(await playground().look(SHEET)).toEqual(before);
});
