import { expect, test } from 'vitest';
import { columnOf, table } from './addon-fixture.ts';
import { type Summary, useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { playground } = fixture;

interface Spoken {
  readonly language: string | null;
  readonly spoken: string;
  readonly templates: readonly { readonly name: string }[];
}

interface State {
  readonly tour: boolean;
}

test('the first steps are shown until the user hides them, and sample rows have one mistake to find', async () => {
  await fixture.freshSheet();
  expect((await playground().call<State>('sidebarState')).tour).toBe(true);
  expect(await playground().call('addSamples')).toBe('2 to 4');
  const rows = table(await playground().look(SHEET));
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.Ready)).toEqual(['FALSE', 'FALSE', 'FALSE']);
  const { counts, faults } = await playground().call<Summary>('checkRows');
  expect(counts).toMatchObject({ 'not ready': 2, faulty: 1 });
  expect(faults.map(({ cell }) => cell.slice(-1))).toEqual(['3']);
  // Put right and ticked, they are launched like any others.
  await fixture.type(3, 'Link', 'https://example.com/boots');
  for (const row of [2, 3, 4]) await fixture.type(row, 'Ready', true);
  await fixture.launch();
  expect(new Set(await fixture.statuses())).toEqual(new Set(['Launched, paused']));
  // More samples stand below what is there.
  expect(await playground().call('addSamples')).toBe('5 to 7');
  expect((await playground().call<State>('hideTour')).tour).toBe(false);
  expect((await playground().call<State>('sidebarState')).tour).toBe(false);
});

test('menu, sidebar, reasons and errors are in the language of the account, or in the one that is chosen', async () => {
  const [first = ''] = fixture.adSets;
  await fixture.freshSheet('single', [{ 'Ad name': 'Spoken', 'Ad sets': first }]);
  const menuOf = async (mode: string): Promise<string[]> => {
    await playground().run('onOpen', [], { mode });
    const { menus } = await playground().control<{ menus: { items: { label: string }[] }[] }>(
      'state',
    );
    return menus[menus.length - 1]?.items.map(({ label }) => label) ?? [];
  };
  await playground().control('set', { userLocale: 'de_AT' });
  // Also where nothing else is allowed yet.
  expect(await menuOf('NONE')).toContain('Zeilen prüfen');
  const german = await playground().call<Spoken>('sidebarState');
  expect(german).toMatchObject({ language: null, spoken: 'de' });
  expect(german.templates.map(({ name }) => name)).toContain('Einzelanzeigen');
  await fixture.type(2, 'Link', '="https://shop.example/"');
  await expect(playground().call('goTo', { sheet: 'Nowhere' })).rejects.toThrow(
    'Das Blatt Nowhere gibt es nicht mehr.',
  );
  await playground().run('checkRowsFromMenu');
  const { toasts } = await playground().control<{ toasts: { message: string }[] }>('state');
  expect(toasts[toasts.length - 1]?.message).toBe(
    '1 bereit zum Start. Nichts muss korrigiert werden.',
  );
  // The words of a status are names, whatever is spoken.
  expect(await fixture.statuses()).toEqual(['Ready to launch']);

  const spanish = await playground().call<Spoken>('chooseLanguage', 'es');
  expect(spanish).toMatchObject({ language: 'es', spoken: 'es' });
  expect(await menuOf('LIMITED')).toContain('Revisar filas');
  await fixture.type(2, 'Ready', false);
  await expect(playground().call('planLaunch', 'ready')).rejects.toThrow(
    'Ninguna fila está marcada.',
  );
  expect(await playground().call('chooseLanguage', '')).toMatchObject({
    language: null,
    spoken: 'de',
  });
  await playground().control('set', { userLocale: 'fr' });
  expect(await playground().call('sidebarState')).toMatchObject({ spoken: 'en' });
  await playground().control('set', { userLocale: 'en' });
});

test('several ad sets are chosen for the selected rows', async () => {
  const [first = '', second = ''] = fixture.adSets;
  await fixture.freshSheet('single', [
    { 'Ad name': 'Sets one', 'Ad sets': first },
    { 'Ad name': 'Sets two', 'Ad sets': '' },
  ]);
  await playground().call('checkRows');
  const column = columnOf(await playground().look(SHEET), 'Ad name');
  await playground().hands({ do: 'select', sheet: SHEET, row: 1, column });
  await expect(playground().call('adSetChoices')).rejects.toThrow('Select the rows');
  await playground().hands({ do: 'select', sheet: SHEET, row: 2, column });
  const { rows, adSets } = await playground().call<{
    rows: number[];
    adSets: { id: string; label: string; isChosen: boolean }[];
  }>('adSetChoices');
  expect(rows).toEqual([2]);
  expect(adSets.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual([first]);
  const labels = adSets.filter(({ id }) => id === first || id === second).map(({ label }) => label);
  await playground().call('putAdSets', labels);
  await fixture.type(3, 'Ready', false);
  await fixture.launch();
  expect(await fixture.named('Sets ')).toEqual(['Sets one', 'Sets one']);
});
