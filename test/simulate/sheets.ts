import { Problem } from '../../sheets-addon/base/problem.ts';
import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { begin, type Scene, seen } from './acts.ts';
import { HEADERS, openSheet, ROWS } from './sheet-file.ts';
import type { World } from './world.ts';

/** People who work in one launch sheet: they write rows, move them, and launch. No row shows the ad of another. */

interface Shared {
  readonly file: SpreadsheetFile;
  readonly company: number;
  /** How many ads there may be of each name: as many as rows had it at once. */
  readonly allowed: Map<string, number>;
  rows: number;
}

/** Of a story there is one: its script finds Google's services as globals. */
const sheets = new WeakMap<World, Shared>();

const MOST_LOOKS = 40;
const LOOK_MS = 60_000;

export async function sheet(scene: Scene): Promise<void> {
  const { world, person, company, number } = scene;
  const shared = sheets.get(world) ?? { file: openSheet(world, person), company, allowed: new Map<string, number>(), rows: 0 };
  if (shared.company !== company) return;
  const isFirst = !sheets.has(world);
  sheets.set(world, shared);
  const act = begin(scene, `sheet ${number}`, async () => (isFirst ? compared(scene, shared) : []));
  for (let i = 0; i <= world.choices.int('sheet', 3); i += 1) addRow(scene, shared);
  const hands = world.choices.int('sheet', 5);
  for (let i = 0; i < hands; i += 1)
    world.schedule.after(world.choices.span('sheet', LOOK_MS), person.owner, () => move(world, shared));
  await launchRows(scene, shared.file);
  act.answeredAt = world.schedule.now();
}

const column = (file: SpreadsheetFile, header: string): number => (file.cells()[0] ?? []).indexOf(header) + 1;

interface Row {
  readonly number: number;
  readonly id: string;
  at(header: string): string;
}

function rowsOf(file: SpreadsheetFile): readonly Row[] {
  const [head = [], ...body] = file.cells();
  return body.flatMap((cells, i) => {
    const at = (header: string) => cells[head.indexOf(header)] ?? '';
    const name = at('Ad name');
    return name === '' ? [] : [{ number: i + 2, id: name.split('-')[0] ?? '', at }];
  });
}

function freeRow(file: SpreadsheetFile): number | undefined {
  const used = new Set(rowsOf(file).map(({ number }) => number));
  return Array.from({ length: ROWS }, (_, i) => i + 2).find((row) => !used.has(row));
}

/** Told after each change of the rows. */
function count({ file, allowed }: Shared): void {
  const now = new Map<string, number>();
  for (const { id } of rowsOf(file)) now.set(id, (now.get(id) ?? 0) + 1);
  for (const [id, some] of now) allowed.set(id, Math.max(allowed.get(id) ?? 0, some));
}

function addRow(scene: Scene, shared: Shared): void {
  const adSet = seen(scene, 'adset');
  const row = freeRow(shared.file);
  if (adSet === undefined || row === undefined) return;
  shared.rows += 1;
  const id = `S${scene.number}n${shared.rows}`;
  const cells: { readonly [header: string]: string | boolean } = {
    Ready: true,
    'Ad account': adSet.account,
    'Ad sets': `Set (${adSet.id})`,
    Page: 'Page (900)',
    Profile: 'Profile (901)',
    'Ad name': `${id}-v0`,
    Headline: `About ${id}`,
    'Media 1': 'https://cdn.test/sheet.png',
    Link: 'https://shop.test/',
  };
  for (const header of HEADERS) {
    const text = cells[header];
    const at = column(shared.file, header);
    if (text !== undefined && at > 0) shared.file.do({ do: 'type', sheet: shared.file.sheet, row, column: at, text });
  }
  count(shared);
}

/** What hands do to rows, whatever the script is about to do. */
function move(world: World, shared: Shared): void {
  const { file } = shared;
  const { choices, note } = world;
  const rows = rowsOf(file);
  if (rows.length === 0) return;
  const { number } = choices.pick('hand', rows);
  const { sheet: name } = file;
  const what = choices.pick('hand', ['sort', 'insert', 'copy', 'delete'] as const);
  note(`a hand: ${what} ${number}`);
  const to = freeRow(file);
  if (what === 'sort')
    file.do({ do: 'sort', sheet: name, column: column(file, 'Ad name'), descending: choices.oneIn('hand', 2) });
  else if (what === 'insert') {
    if (rows.every((row) => row.number < ROWS)) file.do({ do: 'insertRows', sheet: name, before: number, count: 1 });
  } else if (what === 'copy') {
    if (to !== undefined) file.do({ do: 'copyRow', sheet: name, from: number, to });
  } else if (rows.length > 1) file.do({ do: 'deleteRows', sheet: name, first: number, count: 1 });
  count(shared);
}

/** What a person of a sheet is told is no fault of the story. */
async function orProblem<T>({ world: { note } }: Scene, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Problem) && !/^Sheet \d+ not found|^Another execution/.test(words)) throw error;
    note(`the sheet says: ${words}`);
    return undefined;
  }
}

async function launchRows(scene: Scene, file: SpreadsheetFile): Promise<void> {
  const { world, person } = scene;
  for (let tries = 0; tries < 3; tries += 1) {
    const plan = await orProblem(scene, file.plan);
    if (plan !== undefined && (await orProblem(scene, () => file.start(plan))) !== undefined) break;
    await person.pause(world.choices.span('sheet', LOOK_MS));
  }
  await orProblem(scene, file.follow);
}

async function compared(scene: Scene, { file, allowed }: Shared): Promise<readonly string[]> {
  const { world, person } = scene;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const views = await orProblem(scene, file.follow);
    if (views?.every(({ state }) => state === 'done')) break;
    await person.pause(LOOK_MS);
    if (looks === MOST_LOOKS - 1) return ['its launches do not end'];
  }
  await orProblem(scene, file.check);
  const ads = [...world.things.all.values()].filter(({ type, madeAs }) => type === 'ad' && /^S\d+n/.test(madeAs));
  const faults: string[] = [];
  const made = new Map<string, number>();
  for (const { madeAs, copiedFrom } of ads)
    if (copiedFrom === undefined) made.set(idOf(madeAs), (made.get(idOf(madeAs)) ?? 0) + 1);
  for (const [id, some] of made)
    if (some > (allowed.get(id) ?? 0)) faults.push(`${id} has ${some} ads and had ${allowed.get(id) ?? 0} rows`);
  const shown = new Map<string, number>();
  for (const { number, id, at } of rowsOf(file)) {
    const adId = at('Ad IDs').trim();
    if (adId === '' || at('Launch status') === 'Not clear') continue;
    const other = shown.get(adId);
    if (other !== undefined) faults.push(`rows ${other} and ${number} show ${adId}`);
    shown.set(adId, number);
    const ad = world.things.get(adId);
    if (ad === undefined || idOf(ad.madeAs) !== id) faults.push(`row ${number} of ${id} shows ${ad?.madeAs ?? 'no ad'}`);
  }
  return faults;
}

const idOf = (name: string): string => name.split('-')[0] ?? '';
