import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { headerOf } from '../../core/sheet/headers.ts';
import { a1 } from '../../core/sheet/locate.ts';
import {
  columnOf,
  type Playground,
  type Seen,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';
import type { Plan, Summary } from './launch-fixture.ts';
import { fillRows, SHEET, untilSettled, upload } from './launch-rows.ts';

/** A launch sheet for every platform, on the built script. */

let server: Server;
let playground: Playground;
let image: string;

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  image = await upload(server, 'end-card.png', 90, 160);
  // Samples take no image that the platform does not show.
  await upload(server, 'panorama.png', 400, 90);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

const columns = columnsFor(platformDefinitions);
const platforms = simulations.map(({ platform, stage }) => {
  const definition = platformDefinitions.find(({ id }) => id === platform);
  if (definition === undefined) throw new Error(`There is no definition of ${platform}.`);
  return { platform, stage, definition };
});

async function sheetFor(accountId: string, template = 'single'): Promise<Seen> {
  await playground.reset();
  await playground.control('set', { newSheetRows: 15 });
  await playground.call('connect', server.adminKey);
  await playground.call('createLaunchSheet', template, accountId);
  const names: { readonly [template: string]: string } = {
    all: 'Launch all columns',
    leadAd: 'Launch lead ads',
  };
  return playground.look(names[template] ?? SHEET);
}

const headersOf = ({ cells }: Seen): string[] =>
  (cells[0] ?? []).map(({ shown }) => shown).filter((text) => text !== '');

test.each(platforms)(
  'a row of $platform is checked, planned, launched and renamed',
  async ({ platform, stage, definition }) => {
    const seen = await sheetFor(`${platform}:${stage.account.id}`);
    const fields = Object.entries({
      ...stage.fields,
      ...(definition.id === 'search-ads' && { descriptions: 'One. | Two.' }),
    });
    const shown = headersOf(seen);
    const said = fields.flatMap(([field, text]): [string, string][] => {
      const header = headerOf(columns, field) ?? field;
      return shown.includes(header) ? [[header, text]] : [];
    });
    const row = {
      Ready: true,
      'Ad name': `First of ${platform}`,
      'Ad sets': stage.adSetIds[0],
      ...(stage.media.length > 0 && { 'Media 1': image }),
      ...Object.fromEntries(said),
    };
    await fillRows(playground, SHEET, {}, [row]);
    const { faults, counts } = await playground.call<Summary>('checkRows');
    expect(faults).toEqual([]);
    expect(counts.launch).toBe(1);
    const plan = await playground.call<Plan>('planLaunch', 'ready');
    expect(plan.totalAds).toBe(1);
    await playground.call('startLaunch', plan.planId, 'ready');
    await untilSettled(playground);
    expect(table(await playground.look(SHEET))).toEqual([
      expect.objectContaining({ 'Launch status': 'Launched, paused' }),
    ]);

    const column = columnOf(seen, 'Ad name');
    await playground.hands({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column,
      text: `Second of ${platform}`,
    });
    const planned = () =>
      playground.call<{ row: number; fixed: string[]; problems: string[] }[]>('planUpdates');
    expect(await planned()).toMatchObject([{ row: 2, fixed: [] }]);
    // A text that its ads keep is told as one before anything is sent.
    const { headlines, primaryTexts } = definition.unchangeable?.ad ?? {};
    for (const [field, reason] of [
      ['Headline', headlines],
      ['Primary text', primaryTexts],
    ] as const) {
      if (reason === undefined || !shown.includes(field)) continue;
      const at = { sheet: SHEET, row: 2, column: columnOf(seen, field) };
      const before = table(await playground.look(SHEET))[0]?.[field] ?? '';
      await playground.hands({ do: 'type', ...at, text: 'Other words' });
      expect(await planned()).toMatchObject([{ row: 2, fixed: [field], problems: [] }]);
      await playground.hands({ do: 'type', ...at, text: before });
    }
    expect(await playground.call('updateAds', [2])).toMatchObject({ updated: 1, problems: [] });
    expect(table(await playground.look(SHEET))).toEqual([
      expect.objectContaining({ 'Launch status': 'Launched, paused' }),
    ]);
  },
);

test.each(platforms)(
  'sample rows of $platform have one mistake to find, and are launched without it',
  async ({ platform, stage }) => {
    const seen = await sheetFor(`${platform}:${stage.account.id}`);
    expect(await playground.call('addSamples')).toBe('2 to 4');
    const { faults } = await playground.call<Summary>('checkRows');
    expect(faults.map(({ cell }) => cell)).toEqual([a1(columnOf(seen, 'Link') - 1, 3)]);
    const hand = (row: number, header: string, text: string | boolean) =>
      playground.hands({ do: 'type', sheet: SHEET, row, column: columnOf(seen, header), text });
    await hand(3, 'Link', 'https://example.com/boots');
    for (const row of [2, 3, 4]) await hand(row, 'Ready', true);
    const plan = await playground.call<Plan>('planLaunch', 'ready');
    expect(plan.totalAds).toBe(3);
    await playground.call('startLaunch', plan.planId, 'ready');
    await untilSettled(playground);
    expect(table(await playground.look(SHEET)).map((row) => row['Launch status'])).toEqual(
      Array(3).fill('Launched, paused'),
    );
  },
);

test.each(platforms)(
  'a sheet of $platform marks what every ad needs, and asks a row for nothing else',
  async (of) => {
    const { platform, stage, definition } = of;
    const seen = await sheetFor(`${platform}:${stage.account.id}`);
    const shown = headersOf(seen);
    const marked = shown.filter((header) =>
      seen.cells[0]?.[columnOf(seen, header) - 1]?.note?.startsWith('Required.'),
    );
    expect(marked).toContain('Ad sets');
    expect(marked.includes('Page')).toBe(definition.launch?.identity === 'page-and-profile');
    await fillRows(playground, SHEET, {}, [{ 'Ad name': 'Begun' }]);
    const { faults } = await playground.call<Summary>('checkRows');
    expect(faults.filter(({ text }) => text.includes('add one'))).toEqual([]);
    const account = a1(columnOf(seen, 'Ad account') - 1, 2);
    expect(faults.map(({ cell }) => cell)).not.toContain(account);
    // An id that nobody knows is taken for one of the platform of the sheet.
    await fillRows(playground, SHEET, {}, [
      { 'Ad name': 'Begun', 'Ad account': stage.account.id.replace(/\d/g, '7') },
    ]);
    const unknown = await playground.call<Summary>('checkRows');
    expect(unknown.faults.filter(({ text }) => text.includes('add one'))).toEqual([]);
  },
);

test('a row of an Upgraded Smart+ ad group is launched as any other, and its plan says what it becomes', async () => {
  const { smart, accounts, identities } = shortVideo;
  const sheet = 'Launch all columns';
  await sheetFor(`short-video:${accounts.smart}`, 'all');
  const row = {
    Ready: true,
    'Ad name': 'Smart+ from the sheet',
    'Ad account': accounts.smart,
    'Ad sets': smart.empty(accounts.smart, 'web')[0] ?? '',
    'TikTok identity': `${identities.profile.type}:${identities.profile.id}`,
    'TikTok music': '6900000000000000001',
    'Media 1': image,
    'Primary text': 'Words',
    Link: 'https://shop.example/',
  };
  await fillRows(playground, sheet, {}, [row]);
  expect(await playground.call<Summary>('checkRows')).toMatchObject({
    faults: [],
    counts: { launch: 1 },
  });
  const plan = await playground.call<Plan>('planLaunch', 'ready');
  expect(plan.warnings.join(' ')).toContain('becomes an Upgraded Smart+ ad');
  await playground.call('startLaunch', plan.planId, 'ready');
  await untilSettled(playground);
  expect(table(await playground.look(sheet))).toEqual([
    expect.objectContaining({ 'Launch status': 'Launched, paused' }),
  ]);
});

test.each(platforms)(
  'a sheet of $platform shows its own columns, with lists, and no other platform’s',
  async (of) => {
    const { platform, stage, definition } = of;
    const own = new Set((definition.launch?.fields ?? []).map(({ header }) => header));
    const foreign = platformDefinitions.flatMap(({ id, launch }) =>
      id === platform ? [] : (launch?.fields ?? []).map(({ header }) => header),
    );
    for (const template of ['single', 'all']) {
      const seen = await sheetFor(`${platform}:${stage.account.id}`, template);
      const shown = headersOf(seen);
      expect(shown.filter((header) => foreign.includes(header))).toEqual([]);
      expect(shown.includes('Page')).toBe(definition.launch?.identity === 'page-and-profile');
      expect(shown.includes('Call to action')).toBe(
        (definition.launch?.callsToAction.length ?? 0) > 0,
      );
      if (template === 'all')
        expect([...own].filter((header) => !shown.includes(header))).toEqual([]);
      const choices = (header: string) =>
        seen.cells[1]?.[columnOf(seen, header) - 1]?.choices ?? [];
      expect(choices('Ad sets').length).toBeGreaterThan(0);
      const identity = definition.lists?.some(({ kind }) => kind === 'identities')
        ? definition.launch?.fields[0]
        : undefined;
      for (const { header, choices: fixed } of template === 'all'
        ? (definition.launch?.fields ?? [])
        : [])
        if (fixed !== undefined) expect([header, choices(header)]).toEqual([header, [...fixed]]);
      if (identity !== undefined) expect(choices(identity.header).length).toBeGreaterThan(0);
      expect(choices('Launch type').length).toBe(definition.launch?.types.length);
    }
  },
);

test('the sidebar offers a platform the kinds of sheets that it takes', async () => {
  await sheetFor(
    `short-video:${platforms.find(({ platform }) => platform === 'short-video')?.stage.account.id}`,
  );
  const { templates, accounts } = await playground.call<{
    templates: { key: string; platforms: string[] }[];
    accounts: { platform: string; label: string }[];
  }>('sidebarState');
  const offered = (platform: string): string[] =>
    templates.flatMap(({ key, platforms: some }) => (some.includes(platform) ? [key] : []));
  expect(offered('short-video')).toEqual(['single', 'postBoost', 'leadAd', 'all']);
  expect(offered('pin')).toEqual(['single', 'carousel', 'postBoost', 'leadAd', 'all']);
  expect(accounts.find(({ platform }) => platform === 'pin')?.label).toMatch(
    / \(Pinterest, \d+\)$/,
  );
  const account = platforms.find(({ platform }) => platform === 'app-network')?.stage.account.id;
  await expect(
    playground.call('createLaunchSheet', 'carousel', `app-network:${account}`),
  ).rejects.toThrow('kind of launch sheet');
});

const withForms = platforms.filter(({ definition }) =>
  definition.launch?.extras.includes('leadFormId'),
);

test.each(withForms)(
  'a sheet of lead ads of $platform has the columns of single ads and the form, with its list',
  async ({ platform, stage }) => {
    const single = headersOf(await sheetFor(`${platform}:${stage.account.id}`));
    const seen = await sheetFor(`${platform}:${stage.account.id}`, 'leadAd');
    const shown = headersOf(seen);
    expect(shown.filter((header) => header !== 'Lead form')).toEqual(single);
    const at = columnOf(seen, 'Lead form') - 1;
    expect(seen.cells[0]?.[at]?.note).toMatch(/^Required\./);
    expect(seen.cells[1]?.[at]?.choices?.length).toBeGreaterThan(0);
    expect(seen.cells[1]?.[columnOf(seen, 'Ad sets') - 1]?.choices?.length).toBeGreaterThan(0);
  },
);

test('headers say how long a text may be on the platform', async () => {
  const note = async (platform: string, header: string): Promise<string | undefined> => {
    const stage = platforms.find((each) => each.platform === platform)?.stage;
    const seen = await sheetFor(`${platform}:${stage?.account.id}`);
    return seen.cells[0]?.[columnOf(seen, header) - 1]?.note;
  };
  expect(await note('photo-messaging', 'Headline')).toContain('at most 34 characters');
  expect(await note('pin', 'Primary text')).toContain('at most 800 characters');
  expect(await note('search-ads', 'Headlines')).toContain('30 characters');
});
