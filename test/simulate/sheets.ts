import { Problem } from '../../sheets-addon/base/problem.ts';
import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { begin, type Scene, seen } from './acts.ts';
import type { Person } from './people.ts';
import { HEADERS, openSheet, ROWS } from './sheet-file.ts';
import type { Thing } from './things.ts';
import type { World } from './world.ts';

/**
 * People who work in one launch sheet and a copy of it: they write rows, move them, and launch. No
 * row shows the ad of another.
 */

interface Shared {
  readonly file: SpreadsheetFile;
  readonly company: number;
  /**
   * How many rows of each name were ever written or copied: each may have an ad in an ad set, and
   * not two.
   */
  readonly born: Map<string, number>;
  /** The ad sets that rows of each name have had. */
  readonly wanted: Map<string, Set<string>>;
  /** By their names, the launch sheet first. */
  readonly tabs: string[];
  rows: number;
}

/** Of a story there is one: its script finds Google's services as globals. */
const sheets = new WeakMap<World, Shared>();

/** Of the launch sheet. */
const COPY = 'Next week';

const MOST_LOOKS = 40;
const LOOK_MS = 60_000;

export async function sheet(scene: Scene): Promise<void> {
  const { world, person, company, number } = scene;
  const shared = sheets.get(world) ?? opened(world, person, company);
  if (shared.company !== company) return;
  const isFirst = !sheets.has(world);
  sheets.set(world, shared);
  const act = begin(scene, `sheet ${number}`, async () => (isFirst ? compared(scene, shared) : []));
  for (let i = 0; i <= world.choices.int('sheet', 3); i += 1) addRow(scene, shared);
  const hands = world.choices.int('sheet', 5);
  for (let i = 0; i < hands; i += 1)
    world.schedule.after(world.choices.span('sheet', LOOK_MS), person.owner, () =>
      move(scene, shared),
    );
  await launchRows(scene, shared);
  act.answeredAt = world.schedule.now();
}

function opened(world: World, person: Person, company: number): Shared {
  const file = openSheet(world, person);
  return { file, company, born: new Map(), wanted: new Map(), tabs: [file.sheet], rows: 0 };
}

/** One of them, for each thing that hands do. */
const anyTab = ({ choices }: World, { tabs }: Shared): string => choices.pick('tab', tabs);

const column = (file: SpreadsheetFile, tab: string, header: string): number =>
  (file.cellsOf(tab)[0] ?? []).indexOf(header) + 1;

interface Row {
  readonly number: number;
  readonly id: string;
  at(header: string): string;
}

function rowsOf(file: SpreadsheetFile, tab: string): readonly Row[] {
  const [head = [], ...body] = file.cellsOf(tab);
  return body.flatMap((cells, i) => {
    const at = (header: string) => cells[head.indexOf(header)] ?? '';
    const name = at('Ad name');
    return name === '' ? [] : [{ number: i + 2, id: name.split('-')[0] ?? '', at }];
  });
}

function freeRow(file: SpreadsheetFile, tab: string): number | undefined {
  const used = new Set(rowsOf(file, tab).map(({ number }) => number));
  return Array.from({ length: ROWS }, (_, i) => i + 2).find((row) => !used.has(row));
}

function bear({ born }: Shared, ids: readonly string[]): void {
  for (const id of ids) born.set(id, (born.get(id) ?? 0) + 1);
}

function addRow(scene: Scene, shared: Shared): void {
  const { file } = shared;
  const adSet = seen(scene, 'adset');
  const tab = anyTab(scene.world, shared);
  const row = freeRow(file, tab);
  if (adSet === undefined || row === undefined) return;
  shared.rows += 1;
  const id = `S${scene.number}n${shared.rows}`;
  const cells: { readonly [header: string]: string | boolean } = {
    Ready: true,
    ...placed(adSet),
    Page: 'Page (900)',
    Profile: 'Profile (901)',
    'Ad name': `${id}-v0`,
    Headline: `About ${id}`,
    'Media 1': 'https://cdn.test/sheet.png',
    Link: 'https://shop.test/',
  };
  for (const header of HEADERS) write(file, tab, row, header, cells[header]);
  bear(shared, [id]);
  shared.wanted.set(id, new Set([adSet.id]));
}

const placed = ({ account, id }: Thing) => ({ 'Ad account': account, 'Ad sets': `Set (${id})` });

function write(
  file: SpreadsheetFile,
  sheet: string,
  row: number,
  header: string,
  text: string | boolean | undefined,
): void {
  const at = column(file, sheet, header);
  if (text !== undefined && at > 0) file.do({ do: 'type', sheet, row, column: at, text });
}

/** What hands do to rows, whatever the script is about to do. */
function move(scene: Scene, shared: Shared): void {
  const { file, tabs } = shared;
  const { choices, note } = scene.world;
  const name = anyTab(scene.world, shared);
  const rows = rowsOf(file, name);
  if (rows.length === 0) return;
  const { number, id } = choices.pick('hand', rows);
  const to = freeRow(file, name);
  const what = choices.pick('hand', [
    'sort',
    'insert',
    'copy',
    'delete',
    'switch the account',
    'copy the tab',
  ] as const);
  note(`a hand in ${name}: ${what} ${number}`);
  if (what === 'sort')
    file.do({
      do: 'sort',
      sheet: name,
      column: column(file, name, 'Ad name'),
      descending: choices.oneIn('hand', 2),
    });
  else if (what === 'insert') {
    if (rows.every((row) => row.number < ROWS))
      file.do({ do: 'insertRows', sheet: name, before: number, count: 1 });
  } else if (what === 'copy') {
    if (to === undefined) return;
    file.do({ do: 'copyRow', sheet: name, from: number, to });
    bear(shared, [id]);
  } else if (what === 'delete') {
    if (rows.length > 1) file.do({ do: 'deleteRows', sheet: name, first: number, count: 1 });
  } else if (what === 'switch the account') {
    const adSet = seen(scene, 'adset');
    if (adSet === undefined) return;
    for (const [header, text] of Object.entries(placed(adSet)))
      write(file, name, number, header, text);
    shared.wanted.get(id)?.add(adSet.id);
  } else if (tabs.length === 1) {
    file.do({ do: 'duplicateSheet', sheet: name, name: COPY, metadata: choices.oneIn('hand', 2) });
    tabs.push(COPY);
    bear(
      shared,
      rows.map((row) => row.id),
    );
  }
}

/** What a person of a sheet is told is no fault of the story. */
async function orProblem<T>(
  { world: { note } }: Scene,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Problem) && !/^Sheet \d+ not found|^Another execution/.test(words))
      throw error;
    note(`the sheet says: ${words}`);
    return undefined;
  }
}

async function launchRows(scene: Scene, shared: Shared): Promise<void> {
  const { world, person } = scene;
  const { file } = shared;
  for (let tries = 0; tries < 3; tries += 1) {
    file.do({ do: 'select', sheet: anyTab(world, shared), row: 2, column: 1 });
    const plan = await orProblem(scene, file.plan);
    if (plan !== undefined && (await orProblem(scene, () => file.start(plan))) !== undefined) break;
    await person.pause(world.choices.span('sheet', LOOK_MS));
  }
  await orProblem(scene, file.follow);
}

async function compared(
  scene: Scene,
  { file, born, wanted, tabs }: Shared,
): Promise<readonly string[]> {
  const { world, person } = scene;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const views = await orProblem(scene, file.follow);
    if (views?.every(({ state }) => state === 'done')) break;
    await person.pause(LOOK_MS);
    if (looks === MOST_LOOKS - 1) return ['its launches do not end'];
  }
  for (const tab of tabs) {
    file.do({ do: 'select', sheet: tab, row: 2, column: 1 });
    await orProblem(scene, file.check);
  }
  const ads = [...world.things.all.values()].filter(
    ({ type, madeAs }) => type === 'ad' && /^S\d+n/.test(madeAs),
  );
  const faults: string[] = [];
  const made = new Map<string, number>();
  for (const { madeAs, copiedFrom, parent = '' } of ads) {
    if (copiedFrom !== undefined) continue;
    const [id, place] = [idOf(madeAs), `${idOf(madeAs)} in ${parent}`];
    made.set(place, (made.get(place) ?? 0) + 1);
    const most = wanted.get(id)?.has(parent) ? (born.get(id) ?? 0) : 0;
    if ((made.get(place) ?? 0) > most)
      faults.push(`${place} has ${made.get(place)} ads and had ${most} rows`);
  }
  const shown = new Map<string, string>();
  for (const { place, id, at } of tabs.flatMap((tab) =>
    rowsOf(file, tab).map((row) => ({ ...row, place: `${tab} ${row.number}` })),
  )) {
    if (at('Launch status') === 'Not clear') continue;
    for (const adId of at('Ad IDs')
      .split(/[\s,]+/)
      .filter((each) => each !== '')) {
      const other = shown.get(adId);
      if (other !== undefined) faults.push(`rows ${other} and ${place} show ${adId}`);
      shown.set(adId, place);
      const ad = world.things.get(adId);
      if (ad === undefined || idOf(ad.madeAs) !== id)
        faults.push(`row ${place} of ${id} shows ${ad?.madeAs ?? 'no ad'}`);
    }
  }
  return faults;
}

const idOf = (name: string): string => name.split('-')[0] ?? '';
