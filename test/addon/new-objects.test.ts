import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { a1 } from '../../core/sheet/locate.ts';
import { controlAt } from '../lead-path.ts';
import {
  columnOf,
  type Playground,
  type Server,
  startPlayground,
  startServer,
} from './addon-fixture.ts';
import { ACCOUNT, goodRow, type RowContent } from './launch-rows.ts';
import { objectHands, type Posted } from './objects-fixture.ts';

/** Rows without ids in the three tabs. */

let server: Server;
let playground: Playground;
let good: RowContent;
const hands = objectHands(
  () => playground,
  () => server,
);

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  good = await goodRow(server);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});
beforeEach(open);

/** A file with what exists, and empty rows below it. */
async function open(): Promise<void> {
  await hands.fresh();
  await playground.control('set', { newSheetRows: 80 });
  await hands.bringIn();
}

type Row = { readonly [header: string]: string };
const { write } = hands;

const ad = (name: string, adSet: string, more: Row = {}): Row => ({
  Name: name,
  'Ad set ID': adSet,
  Link: 'https://example.com/boats',
  'Primary texts': 'Boats for everybody',
  Headlines: 'Boats',
  'Media 1': String(good['Media 1']),
  Page: String(good.Page),
  Profile: String(good.Profile),
  'Call to action': 'LEARN_MORE',
  ...more,
});
const campaign = (name: string, more: Row = {}): Row => ({
  Name: name,
  Objective: 'OUTCOME_TRAFFIC',
  ...more,
});
const adSet = (name: string, of: string, more: Row = {}): Row => ({
  Name: name,
  'Campaign ID': of,
  'Daily budget': '20',
  Countries: 'US',
  ...more,
});

const rowNamed = async (sheet: string, name: string): Promise<Row> => {
  const found = (await hands.rows(sheet)).find((row) => row.Name === name);
  if (found === undefined) throw new Error(`${sheet} has no row ${name}.`);
  return found;
};
const named = async (level: string, start: string) =>
  [...(await hands.live(level)).values()]
    .map(({ name }) => String(name))
    .filter((name) => name.startsWith(start))
    .sort();

async function regatta(word: string): Promise<void> {
  await write('Campaigns', [campaign(`${word} C`)]);
  await write('Ad sets', [
    adSet(`${word} North`, `${word} C`),
    adSet(`${word} South`, `${word} C`),
  ]);
  await write('Ads', [
    ad(`${word} 1`, `${word} North`),
    ad(`${word} 2`, `${word} North`),
    ad(`${word} 3`, `${word} South`),
  ]);
}

test('rows of three tabs make a campaign with its ad sets and ads beside changes; the same rows again make nothing', async () => {
  await regatta('Sail');
  const [existing] = await hands.rows('Campaigns');
  const was = existing?.Name ?? '';
  await hands.type('Campaigns', existing?.ID ?? '', 'Name', 'Sail renamed');
  await hands.writes();
  const plan = await hands.plan();
  expect(plan.counts).toEqual({ change: 7, conflict: 0, refused: 0, fresh: 0 });
  const does = plan.objects.flatMap((each) => each.does);
  expect(does).toContain(`Create paused campaign “Sail C” in ${ACCOUNT}`);
  expect(does).toContain(`Create paused ad “Sail 3” in “Sail South”`);
  expect(await rowNamed('Ad sets', 'Sail North')).toMatchObject({
    'Change status': 'To post',
    ID: '',
  });
  expect(await hands.writes()).toEqual([]);
  const [post] = await hands.settled(
    await playground.call<readonly Posted[]>('postChanges', plan.planId, false),
  );
  expect(post).toMatchObject({ state: 'posted', counts: { done: 7 }, problems: [] });

  expect(await named('ad', 'Sail')).toEqual(['Sail 1', 'Sail 2', 'Sail 3']);
  const above = await rowNamed('Campaigns', 'Sail C');
  const north = await rowNamed('Ad sets', 'Sail North');
  const first = await rowNamed('Ads', 'Sail 1');
  expect(north['Campaign ID']).toBe(above.ID);
  expect(first).toMatchObject({
    'Ad set ID': north.ID,
    'Campaign ID': above.ID,
    'Change status': 'Posted',
  });
  expect((await hands.live('ad')).get(first.ID ?? '')).toMatchObject({
    name: 'Sail 1',
    headlines: ['Boats'],
  });

  await hands.writes();
  expect((await hands.plan()).counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
  expect((await hands.bringIn()).ended.map(({ typed }) => typed)).toEqual([0, 0, 0]);
  expect((await hands.plan()).counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
  await hands.type('Ads', first.ID ?? '', 'Media 1', 'https://example.com/other.png');
  expect((await hands.plan()).counts).toMatchObject({ change: 0, refused: 1 });
  await hands.type('Ads', first.ID ?? '', 'Media 1', String(good['Media 1']));

  await hands.undo(post?.id ?? '');
  for (const level of ['campaign', 'adset', 'ad'])
    expect(await named(level, 'Sail'), level).toEqual([]);
  for (const [tab, name] of [
    ['Campaigns', 'Sail C'],
    ['Ad sets', 'Sail South'],
    ['Ads', 'Sail 2'],
  ] as const)
    expect(await rowNamed(tab, name)).toMatchObject({
      Status: 'DELETED',
      'Change status': 'Deleted',
    });
  expect((await hands.live('campaign')).get(existing?.ID ?? '')).toMatchObject({ name: was });
  expect((await hands.plan()).counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
});

test.each([
  ['an ad set', 'Reef', 'Ad sets', 'North', 'Ads', 'North'],
  ['the campaign of an ad set', 'Rock', 'Campaigns', 'C', 'Ads', 'North'],
  ['a campaign', 'Shoal', 'Campaigns', 'C', 'Ad sets', 'C'],
])(
  'what deletes %s and what goes into it are refused, each with the cell of the other',
  async (_, word, tab, gone, rows, into) => {
    await regatta(word);
    await hands.post();
    const isAd = rows === 'Ads';
    const { ID: parent = '' } = await rowNamed(isAd ? 'Ad sets' : 'Campaigns', `${word} ${into}`);
    if (!isAd) await write('Ad sets', [adSet(`${word} West`, parent)]);
    await write('Ads', [ad(`${word} 4`, isAd ? parent : `${word} West`)]);
    const { ID: id = '' } = await rowNamed(tab, `${word} ${gone}`);
    await hands.type(tab, id, 'Status', 'DELETED');
    await hands.writes();
    const plan = await hands.plan();
    expect(plan.counts).toMatchObject({ change: 0, refused: 1, fresh: isAd ? 1 : 2 });
    const at = async (sheet: string, name: string, column: string) => {
      const seen = await playground.look(sheet);
      const row = seen.cells.findIndex((line) => line.some(({ shown }) => shown === name));
      return `${sheet}!${a1(columnOf(seen, column) - 1, row + 1)}`;
    };
    const fresh = isAd ? `${word} 4` : `${word} West`;
    const header = isAd ? 'Ad set ID' : 'Campaign ID';
    expect((await rowNamed(rows, fresh))['What changes']).toContain(
      await at(tab, `${word} ${gone}`, 'Status'),
    );
    expect(await rowNamed(tab, `${word} ${gone}`)).toMatchObject({
      'Change status': 'Needs fixing',
      'What changes': expect.stringContaining(await at(rows, fresh, header)),
    });
    await hands.settled(await playground.call('postChanges', plan.planId, true));
    expect(await hands.writes()).toEqual([]);
    expect((await hands.live(tab === 'Ad sets' ? 'adset' : 'campaign')).has(id)).toBe(true);
  },
);

test('a parent is named by its id, by its name at the platform, and never guessed', async () => {
  const { campaignId } = await server.ask('POST', '/v1/manage/create-campaign', {
    accountId: ACCOUNT,
    name: 'Not in the tab',
    objective: 'OUTCOME_TRAFFIC',
  });
  await write('Ad sets', [adSet('By id', String(campaignId)), adSet('By name', 'Not in the tab')]);
  await write('Ads', [ad('Into id', 'By id'), ad('Into name', 'By name')]);
  const [post] = await hands.post();
  expect(post).toMatchObject({ counts: { done: 4 } });
  for (const name of ['By id', 'By name'])
    expect((await rowNamed('Ad sets', name))['Campaign ID']).toBe(campaignId);

  await write('Campaigns', [campaign('Twin'), campaign('Twin', { Status: 'PAUSED' })]);
  await write('Ad sets', [adSet('Of a twin', 'Twin')]);
  await write('Ads', [ad('In it', 'Of a twin'), ad('Nowhere', 'No such ad set')]);
  await hands.writes();
  expect((await hands.plan()).counts).toMatchObject({ change: 0, fresh: 5 });
  expect(await rowNamed('Ad sets', 'Of a twin')).toMatchObject({
    'Change status': 'New',
    'What changes': expect.stringContaining('Several have this name'),
    'Marked cells': '|Campaign ID|',
  });
  await hands.post();
  expect(await hands.writes()).toEqual([]);
});

test('a copy begins with the settings of what it names, and the row of a plan says what stays behind', async () => {
  await regatta('Model');
  await hands.post();
  await write('Campaigns', [{ Name: 'Like C', 'Copy of': 'Model C' }]);
  await write('Ad sets', [
    { Name: 'Like S', 'Campaign ID': 'Like C', 'Copy of': 'Model North', 'Daily budget': '31' },
  ]);
  await write('Ads', [ad('Like 1', 'Like S')]);
  const plan = await hands.plan();
  expect(plan.warnings.join('\n')).toContain('It begins with the settings of “Model North”');
  expect(
    await hands.settled(
      await playground.call<readonly Posted[]>('postChanges', plan.planId, false),
    ),
  ).toMatchObject([{ counts: { done: 3 } }, {}]);
  const { ID: id = '' } = await rowNamed('Ad sets', 'Like S');
  expect((await hands.live('adset')).get(id)).toMatchObject({ dailyBudget: 31 });
  const { data } = (await server.ask(
    'GET',
    `/v1/campaigns?accountId=${ACCOUNT}&limit=200`,
  )) as unknown as {
    data: { name: string; objective: string }[];
  };
  expect(data.find(({ name }) => name === 'Like C')).toMatchObject({
    objective: 'OUTCOME_TRAFFIC',
  });
});

test('a row says which cells it needs and which it cannot have, and what nothing goes into is not made', async () => {
  const { data } = (await server.ask('GET', '/v1/adaccounts?limit=200')) as unknown as {
    data: { id: string; platform: string }[];
  };
  const other = data.find(({ platform }) => platform === 'short-video')?.id ?? '';
  await write('Campaigns', [campaign('Full', { 'Ad account': other })]);
  await write('Ad sets', [{ Name: 'Lost', 'Daily budget': '20' }]);
  await write('Ads', [{ Name: 'Poor' }]);
  expect((await hands.plan()).counts).toMatchObject({ change: 0, fresh: 3 });
  expect(await rowNamed('Ad sets', 'Lost')).toMatchObject({ 'Shaded cells': '|Campaign ID|' });
  expect(await rowNamed('Ads', 'Poor')).toMatchObject({ 'Shaded cells': '|Ad set ID|' });
  expect((await rowNamed('Campaigns', 'Full'))['Grey cells']).toContain('|Start time|');
  expect(await rowNamed('Campaigns', 'Full')).toMatchObject({
    'What changes': expect.stringContaining('Made together'),
  });

  await open();
  await write('Campaigns', [campaign('Alone')]);
  expect((await hands.plan()).counts).toMatchObject({ change: 0, fresh: 1 });
  expect((await rowNamed('Campaigns', 'Alone'))['What changes']).toContain('Nothing goes into it');

  await write('Ad sets', [adSet('Under', 'Alone', { Countries: 'Atlantis' })]);
  await write('Ads', [ad('In under', 'Under', { Page: '' })]);
  expect((await hands.plan()).counts).toMatchObject({ change: 0, fresh: 3 });
  expect(await rowNamed('Ad sets', 'Under')).toMatchObject({ 'Marked cells': '|Countries|' });
  expect(await rowNamed('Ads', 'In under')).toMatchObject({ 'Shaded cells': '|Page|' });
});

test('rows of other platforms say what they need in the words of the tab, and grey what they cannot have', async () => {
  const { data } = (await server.ask('GET', '/v1/adaccounts?limit=200')) as unknown as {
    data: { id: string; platform: string }[];
  };
  const of = (platform: string): Row => ({
    'Ad account': data.find((each) => each.platform === platform)?.id ?? '',
  });
  const search = of('search-ads');
  await write('Campaigns', [{ ...search, Name: 'Search C' }]);
  await write('Ad sets', [{ ...search, Name: 'Search S', 'Campaign ID': 'Search C' }]);
  await write('Ads', [{ ...search, Name: 'Search A', 'Ad set ID': 'Search S' }]);
  await hands.plan();
  const above = await rowNamed('Campaigns', 'Search C');
  expect(above['Shaded cells']).toBe('|Objective|Daily budget|Political ads|');
  expect(above['What changes']).toContain('Political ads: A new one needs this.');
  const below = await rowNamed('Ads', 'Search A');
  expect(below).toMatchObject({ 'Grey cells': '|Page|Profile|', 'Marked cells': '' });
  expect(below['What changes']).toContain('Headlines: a search ad has 3 to 15 of them.');
  for (const row of [above, below])
    expect(row['What changes']).not.toMatch(/is missing\.|new:row|Objective: objective/);

  await open();
  const declared = {
    Name: 'Search D',
    Objective: 'SEARCH',
    'Daily budget': '20',
    'Political ads': 'NO',
  };
  await write('Campaigns', [{ ...search, ...declared }]);
  await write('Ad sets', [{ ...search, Name: 'Search S', 'Campaign ID': 'Search D' }]);
  await write('Ads', [{ ...search, Name: 'Search A', 'Ad set ID': 'Search S' }]);
  await hands.plan();
  expect((await rowNamed('Campaigns', 'Search D'))['What changes']).toContain('Made together');

  await open();
  const network = of('professional-network');
  await write('Campaigns', [{ ...network, Name: 'Net C', Objective: 'WEBSITE_VISIT' }]);
  await write('Ad sets', [{ ...network, Name: 'Net S', 'Campaign ID': 'Net C' }]);
  await write('Ads', [{ ...network, Name: 'Net A', 'Ad set ID': 'Net S' }]);
  await hands.plan();
  expect(await rowNamed('Ad sets', 'Net S')).toMatchObject({
    'Shaded cells': '|Daily budget|Location ids|',
    'Grey cells': expect.stringContaining('|Countries|'),
    'Marked cells': '',
  });
});

test('a post of new rows that is cut off at any call, or whose answer is lost, makes each of them once', async () => {
  await regatta('Whole');
  const { calls } = await playground.run('postChanges', [(await hands.plan()).planId, false]);
  await hands.settled(await playground.call<readonly Posted[]>('continuePosts'));
  const cuts: readonly (number | string)[] = [
    ...[2, 4, 6, 8, 10].map((part) => Math.floor((part * calls) / 11)),
    '/v1/launch',
  ];
  for (const [i, cut] of cuts.entries()) {
    const word = `Cut ${i}`;
    await open();
    await regatta(word);
    const { planId } = await hands.plan();
    const disturbance =
      typeof cut === 'number'
        ? { killAtCall: cut }
        : { faults: [{ match: cut, times: 1, does: 'kill' }] };
    await playground.control('disturb', disturbance);
    expect(await playground.run('postChanges', [planId, false]), word).toMatchObject({ ok: false });
    await playground.control('disturb', {});
    await playground.run('runScheduled', [], { interactive: false });
    await hands.settled(await playground.call<readonly Posted[]>('postChanges', planId, false));
    expect(await named('campaign', word), word).toEqual([`${word} C`]);
    expect(await named('adset', word), word).toEqual([`${word} North`, `${word} South`]);
    expect(await named('ad', word), word).toEqual([`${word} 1`, `${word} 2`, `${word} 3`]);
    for (const name of ['1', '2', '3'])
      expect((await rowNamed('Ads', `${word} ${name}`)).ID, word).not.toBe('');
    expect((await hands.plan()).counts, word).toEqual({
      change: 0,
      conflict: 0,
      refused: 0,
      fresh: 0,
    });
  }
});

/** The next ads are refused by the platform. */
const refuseAds = (times: number) =>
  controlAt(server.sandboxUrl)('POST', 'faults', {
    fault: 'refuse-1815629',
    platform: 'meta',
    method: 'POST',
    path: '/*/ads',
    times,
  });

/**
 * Two campaigns; the ads of one are refused. Answers the post, and which of the two stayed empty.
 */
async function halfRefused(
  word: string,
): Promise<{ readonly post: Posted; readonly empty: string; readonly other: string }> {
  await write('Campaigns', [campaign(`${word} N`), campaign(`${word} S`)]);
  await write('Ad sets', [adSet(`${word} N1`, `${word} N`), adSet(`${word} S1`, `${word} S`)]);
  await write('Ads', [ad(`${word} n`, `${word} N1`), ad(`${word} s`, `${word} S1`)]);
  await refuseAds(1);
  const [post] = await hands.post();
  if (post === undefined) throw new Error('There is no post.');
  const empty = post.empty.includes(`${word} N`) ? 'N' : 'S';
  return { post, empty: `${word} ${empty}`, other: `${word} ${empty === 'N' ? 'S' : 'N'}` };
}

test('a campaign and an ad set whose ads were all refused are named, and removed with one click; nothing else is', async () => {
  const { post, empty, other } = await halfRefused('Void');
  expect(post).toMatchObject({
    state: 'posted',
    counts: { done: 5, refused: 1 },
    empty: [empty, `${empty}1`],
  });
  expect((await rowNamed('Campaigns', empty))['What changes']).toContain(
    'None of its ads was made',
  );
  await hands.writes();
  const [after] = await hands.removeEmpty(post.id);
  expect((await hands.writes()).filter((path) => /undo/.test(path))).toHaveLength(1);
  expect(after).toMatchObject({ state: 'posted', empty: [], problems: [] });
  expect([await named('campaign', 'Void'), await named('adset', 'Void')]).toEqual([
    [other],
    [`${other}1`],
  ]);
  expect(await named('ad', 'Void')).toHaveLength(1);
  expect(await rowNamed('Campaigns', empty)).toMatchObject({
    Status: 'DELETED',
    'Change status': 'Deleted',
  });
  expect(await rowNamed('Ad sets', `${empty}1`)).toMatchObject({
    Status: 'DELETED',
    'Change status': 'Deleted',
  });
  expect(await rowNamed('Campaigns', other)).toMatchObject({ 'Change status': 'Posted' });
  // Asked again, it finds nothing to remove.
  await hands.writes();
  await hands.removeEmpty(post.id);
  expect(await hands.writes()).toEqual([]);
  await hands.undo(post.id);
  for (const level of ['campaign', 'adset', 'ad'])
    expect(await named(level, 'Void'), level).toEqual([]);
});

test('what others put meanwhile into a campaign that stayed empty stays, and is named', async () => {
  const { post, empty } = await halfRefused('Guest');
  const { ID: adSetId = '' } = await rowNamed('Ad sets', `${empty}1`);
  const { adBatchId } = await server.ask('POST', '/v1/launch', {
    ads: [
      {
        adAccountId: ACCOUNT,
        adSets: [adSetId],
        adName: 'Guest of others',
        media: [{ url: good['Media 1'] }],
        page: good.Page,
        secondary: good.Profile,
        link: 'https://example.com/boats',
        bodyVariations: ['Boats'],
        titleVariations: ['Boats'],
        cta: 'LEARN_MORE',
      },
    ],
  });
  let status: unknown;
  do status = (await server.ask('GET', `/v1/batch-status/${adBatchId}`)).summaryStatus;
  while (status === 'in_progress');
  const [after] = await hands.removeEmpty(post.id);
  expect(after).toMatchObject({
    state: 'posted',
    problems: [`${empty}: `, `${empty}1: `].map((text) => expect.stringContaining(text)),
  });
  expect(await named('adset', `${empty}1`)).toEqual([`${empty}1`]);
  expect(await named('ad', 'Guest of others')).toEqual(['Guest of others']);
  expect((await rowNamed('Campaigns', empty)).Status).not.toBe('DELETED');
});

test('a removal that is cut off at any call is finished, and removes nothing else', async () => {
  const whole = await halfRefused('Sure');
  const { calls } = await playground.run('removeEmptyOf', [whole.post.id]);
  await hands.settled(await playground.call<readonly Posted[]>('continuePosts'));
  for (const part of [1, 2, 3, 4, 5]) {
    await open();
    const word = `Sure ${part}`;
    const { post, other } = await halfRefused(word);
    await playground.control('disturb', { killAtCall: Math.floor((part * calls) / 6) });
    await playground.run('removeEmptyOf', [post.id]);
    await playground.control('disturb', {});
    await playground.run('runScheduled', [], { interactive: false });
    const [after] = await hands.removeEmpty(post.id);
    expect(after, word).toMatchObject({ state: 'posted', empty: [] });
    expect([await named('campaign', word), await named('adset', word)], word).toEqual([
      [other],
      [`${other}1`],
    ]);
    expect(await named('ad', word), word).toHaveLength(1);
  }
});

test('a row that is renamed and moved while it is made gets its id, and asks for what was typed', async () => {
  await regatta('Moved');
  const { planId } = await hands.plan();
  const seen = await playground.look('Ads');
  const at = columnOf(seen, 'Name');
  const row = seen.cells.findIndex((line) => line[at - 1]?.shown === 'Moved 2') + 1;
  await playground.control('disturb', {
    faults: [{ match: '/v1/launch', times: 1, does: 'kill' }],
  });
  await playground.run('postChanges', [planId, false]);
  await playground.control('disturb', {});
  await playground.hands(
    { do: 'type', sheet: 'Ads', row, column: at, text: 'Moved by hand' },
    { do: 'insertRows', sheet: 'Ads', before: 2, count: 1 },
  );
  expect((await hands.plan()).counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
  await hands.settled(await playground.call<readonly Posted[]>('postChanges', planId, false));
  expect(await named('ad', 'Moved')).toEqual(['Moved 1', 'Moved 2', 'Moved 3']);
  const { ID: id = '' } = await rowNamed('Ads', 'Moved by hand');
  expect((await hands.live('ad')).get(id)).toMatchObject({ name: 'Moved 2' });
  expect((await hands.plan()).counts).toMatchObject({ change: 1, fresh: 0 });
});

/** The Ads tab with a column of a launch sheet that a person added, as its note says. */
async function addColumn(header: string): Promise<void> {
  const wide = (await playground.look('Ads')).cells[0]?.length ?? 0;
  await playground.hands(
    { do: 'insertColumns', sheet: 'Ads', before: wide + 1, count: 1 },
    { do: 'type', sheet: 'Ads', row: 1, column: wide + 1, text: header },
  );
}

async function adInto(word: string, ads: readonly Row[]): Promise<void> {
  await write('Campaigns', [campaign(`${word} C`)]);
  await write('Ad sets', [adSet(`${word} S`, `${word} C`)]);
  await write(
    'Ads',
    ads.map((more) => ad(`${word} 1`, `${word} S`, more)),
  );
}

test('a new ad whose column of a launch sheet was changed since it was shown is not posted as it was', async () => {
  await addColumn('Start as');
  await adInto('Late', [{ 'Start as': 'Active' }]);
  const { planId } = await hands.plan();
  const seen = await playground.look('Ads');
  const row =
    seen.cells.findIndex((line) => line[columnOf(seen, 'Name') - 1]?.shown === 'Late 1') + 1;
  await playground.hands({
    do: 'type',
    sheet: 'Ads',
    row,
    column: columnOf(seen, 'Start as'),
    text: 'Paused',
  });
  await hands.writes();
  await expect(playground.call('postChanges', planId, false)).rejects.toMatchObject({
    kind: 'changed',
  });
  expect(await hands.writes()).toEqual([]);
  expect(await hands.post()).toMatchObject([{ counts: { done: 3 } }]);
  const { ID: id = '' } = await rowNamed('Ads', 'Late 1');
  expect((await hands.live('ad')).get(id)).toMatchObject({ status: 'PAUSED' });
});

test('new ads that differ only in a column of a launch sheet get their own ids when they are sorted', async () => {
  await addColumn('Start as');
  await adInto('Twin', [{ 'Start as': 'Paused' }, { 'Start as': 'Active' }]);
  const { planId } = await hands.plan();
  const seen = await playground.look('Ads');
  await playground.hands({ do: 'sort', sheet: 'Ads', column: columnOf(seen, 'Start as') });
  await hands.settled(await playground.call<readonly Posted[]>('postChanges', planId, false));
  const twins = (await hands.rows('Ads')).filter(({ Name }) => Name === 'Twin 1');
  const live = await hands.live('ad');
  expect(twins.map((row) => [row['Start as'], live.get(row.ID ?? '')?.status])).toEqual([
    ['Active', 'ACTIVE'],
    ['Paused', 'PAUSED'],
  ]);
});
