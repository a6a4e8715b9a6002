import { expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Summary, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';

/** What core says, in the languages of the sheet. */

const fixture = useLaunchFixture();
const { playground } = fixture;

const SAID = {
  de: {
    sheet: 'Start: Einzelanzeigen',
    fault:
      'Link: example.com ist kein Link. Er muss mit https:// oder http:// beginnen und eine Adresse nennen.',
    plan: /^Anzeige „Boot“ pausiert in „Room 0“ erstellen$/,
    range: 'Letzte 7 Tage',
    headers: ['Tag', 'Ausgaben (EUR)', 'Ausgaben (EUR) davor', 'Ausgaben, Veränderung'],
  },
  es: {
    sheet: 'Lanzar anuncios individuales',
    fault:
      'Link: example.com no es un enlace. Debe empezar por https:// o http:// e indicar un dominio.',
    plan: /^Crear el anuncio «Boot», en pausa, en «Room 0»$/,
    range: 'Últimos 7 días',
    headers: ['Día', 'Gasto (EUR)', 'Gasto (EUR) antes', 'Gasto, variación'],
  },
} as const;

test.each(['de', 'es'] as const)(
  'in %s faults, plans, figures and days are told in it',
  async (language) => {
    const { sheet, fault, plan, range, headers } = SAID[language];
    await playground().reset();
    await playground().control('set', { newSheetRows: 15, userLocale: language });
    await playground().call('connect', fixture.server().adminKey);
    const account =
      (await playground().call<{ accounts: { key: string }[] }>('sidebarState')).accounts[0]?.key ??
      '';
    expect(account).not.toBe('');
    await playground().call('createLaunchSheet', 'single', ACCOUNT);
    const seen = await playground().look(sheet);
    const row: { [header: string]: string | boolean } = {
      ...fixture.common,
      'Ad name': 'Boot',
      'Ad sets': fixture.adSets[0] ?? '',
    };
    const type = async (header: string, text: string | boolean) =>
      playground().hands({ do: 'type', sheet, row: 2, column: columnOf(seen, header), text });
    for (const [header, text] of Object.entries(row)) await type(header, text);
    await type('Link', 'example.com');
    const { faults } = await playground().call<Summary>('checkRows');
    expect(faults.map(({ text }) => text)).toEqual([fault]);
    await type('Link', 'https://example.com/boot');
    const { ads } = await playground().call<{ ads: { text: string }[] }>('planLaunch', 'ready');
    expect(ads[0]?.text).toMatch(plan);

    const { fields } = await playground().call<{ fields: { [list: string]: [string, string][] } }>(
      'sidebarState',
    );
    expect(fields.ranges).toContainEqual(['last7', range]);
    const report = {
      name: 'Bericht',
      accountIds: [ACCOUNT],
      range: 'last7',
      groupBy: ['day'],
      metrics: ['spend'],
      chart: false,
    };
    await playground().call(
      'saveReport',
      { ...report, compare: 'previous', schedule: 'off' },
      'sheet',
      null,
    );
    const figures = await playground().look('Bericht');
    expect((figures.cells[1] ?? []).map(({ shown }) => shown)).toEqual(headers);
    expect(figures.cells[0]?.[0]?.shown).toContain(range);
  },
);

test('what is missing, too long or not offered is told in German by its code and values', async () => {
  await playground().reset();
  await playground().control('set', { newSheetRows: 15, userLocale: 'de' });
  await playground().call('connect', fixture.server().adminKey);
  await playground().call('createLaunchSheet', 'single', ACCOUNT);
  const { sheet } = SAID.de;
  const seen = await playground().look(sheet);
  const row = {
    ...fixture.common,
    'Ad name': 'Boot',
    'Ad sets': '120200000000000999',
    'Call to action': 'LEARN_MOORE',
    Page: '',
  };
  for (const [header, text] of Object.entries(row))
    await playground().hands({ do: 'type', sheet, row: 2, column: columnOf(seen, header), text });
  const { faults } = await playground().call<Summary>('checkRows');
  expect(faults.map(({ text }) => text).sort()).toEqual([
    expect.stringMatching(
      /^Ad sets: In act_1001 gibt es keine Anzeigengruppe 120200000000000999\. Wählen Sie aus der Liste in dieser Zelle\. Die Liste ist von 2/,
    ),
    expect.stringMatching(
      /^Call to action: Die Plattform hat keinen Button LEARN_MOORE\. Möglich sind zum Beispiel: LEARN_MORE/,
    ),
    'Page: Hier fehlt ein Wert. Füllen Sie diese Zelle aus. Wählen Sie aus der Liste in dieser Zelle.',
  ]);
});
