import { expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

const fixture = useLaunchFixture();

test('cells offer what the company keeps for ads, and the file holds only lists that its columns ask for', async () => {
  const { ask } = fixture.server();
  const playground = fixture.playground();
  const [adSet = ''] = fixture.adSets;
  const fields = [
    { key: 'hook', source: 'option', options: ['price', 'story'], required: true },
    { key: 'text', source: 'free', required: true },
  ];
  const ofAds = { name: 'Ads', level: 'ad', separator: '_', fields };
  await ask('POST', '/v1/naming-conventions', ofAds);
  await ask('POST', '/v1/naming-conventions', { ...ofAds, name: 'Campaigns', level: 'campaign' });
  const preset = await ask('POST', '/v1/presets', {
    name: 'Boats (2026)',
    level: 'ad',
    settings: { cta: 'SHOP_NOW' },
  });
  await ask('POST', '/v1/utm-templates', {
    name: 'Standard',
    parameters: [{ name: 'utm_source', value: 'slipway' }],
  });

  const choices = async (
    header: string,
    row = 2,
    sheet = SHEET,
  ): Promise<readonly string[] | undefined> => {
    const seen = await playground.look(sheet);
    return seen.cells[row - 1]?.[columnOf(seen, header) - 1]?.choices;
  };
  const listed = async (): Promise<string> =>
    JSON.stringify((await playground.look('Slipway lists')).cells);
  await fixture.freshSheet('single');
  expect(await listed()).not.toMatch(/Boats|story|Standard/);

  // Columns of the user's own making have their choices with the next check.
  const { cells } = await playground.look(SHEET);
  const free = (cells[0]?.length ?? 0) + 1;
  await playground.hands(
    { do: 'insertColumns', sheet: SHEET, before: free, count: 2 },
    { do: 'type', sheet: SHEET, row: 1, column: free, text: 'Preset' },
    { do: 'type', sheet: SHEET, row: 1, column: free + 1, text: 'name.hook' },
  );
  await playground.call('checkRows');
  expect(await choices('Preset')).toEqual([`Boats (2026) (${preset.id})`]);
  expect(await choices('name.hook', 9)).toEqual(['price', 'story']);
  expect(await listed()).not.toContain('Standard');

  // A sheet with all columns has them from the start, and what is chosen is what is launched with.
  const all = 'Launch all columns';
  await fixture.freshSheet('all', [], all);
  expect(await choices('UTM template', 2, all)).toEqual([expect.stringMatching(/^Standard \(/)]);
  const [chosen = ''] = (await choices('Preset', 2, all)) ?? [];
  const sheet = await playground.look(all);
  expect(columnOf(sheet, 'Copy template')).toBeGreaterThan(0);
  const { 'Call to action': _, ...common } = fixture.common;
  const row: { readonly [header: string]: string | boolean } = {
    ...common,
    'Ad name': 'Kept a',
    'Ad sets': adSet,
    Preset: chosen,
  };
  for (const [header, text] of Object.entries(row))
    await playground.hands({
      do: 'type',
      sheet: all,
      row: 2,
      column: columnOf(sheet, header),
      text,
    });
  await fixture.launch();
  expect(await fixture.named('Kept')).toEqual(['Kept a']);
});
