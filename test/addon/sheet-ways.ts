import { createHash, createHmac } from 'node:crypto';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { runUndo } from '../../core/launch/undo/run.ts';
import type { Http } from '../../core/ports/http.ts';
import { createHolder } from '../../core/records/lease.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { headerOf } from '../../core/sheet/headers.ts';
import { createApp } from '../../server/app.ts';
import {
  openFile,
  type Snapshot,
  type SpreadsheetFile,
} from '../../sheets-addon/fakes/in-process.ts';
import { LISTS } from '../../sheets-addon/sheet/lists.ts';
import { createTestService } from '../test-service.ts';

/**
 * What people do to a launch sheet, at random, with launches between; and what must hold all the
 * while, counted in the state of the simulated platform: no row has two ads, and no row shows the
 * ad of another.
 */

const signed = (bytes: Uint8Array): string =>
  JSON.stringify(Array.from(bytes, (byte) => (byte << 24) >> 24));
const unsigned = (bytes: readonly number[]): Uint8Array =>
  Uint8Array.from(bytes, (byte) => byte & 0xff);

/**
 * What a file's script asks of Google. Its random numbers follow from a seed: keys may be sorted,
 * and a sequence is to be played again.
 */
export const hostOf =
  (seed: string, made = { uuids: 0 }) =>
  (what: string, argument: string): string => {
    if (what === 'digest')
      return signed(
        createHash('sha256')
          .update(unsigned(JSON.parse(argument)))
          .digest(),
      );
    if (what === 'uuid')
      return createHash('sha256')
        .update(`${seed}:${made.uuids++}`)
        .digest('hex')
        .slice(0, 32);
    if (what === 'sleep') return '';
    const { value, key } = JSON.parse(argument);
    return signed(createHmac('sha256', unsigned(key)).update(unsigned(value)).digest());
  };

const HEADERS = [
  'Ready',
  'Row key',
  'Launch status',
  'Ad account',
  'Ad sets',
  'Page',
  'Profile',
  'Ad name',
  'Headline',
  'UTM tags',
  'Media 1',
  'Link',
  'What to do',
  'Ad IDs',
  'Ads manager',
  'Batch',
  'Launched at',
  'Marked columns',
];

const columns = columnsFor(platformDefinitions);
const platforms = simulations.map(({ platform }) => platform);

/** What every ad of a platform says besides, by header. */
function fieldsOf({ stage }: Simulation): { readonly [header: string]: string } {
  const own = Object.entries(stage.fields).filter(
    ([field]) => !['title', 'page', 'secondary', 'link'].includes(field),
  );
  const said = own.map(([field, text]): [string, string] => {
    const isId = columns.find(({ key }) => key === field)?.holds === 'id';
    return [headerOf(columns, field) ?? field, isId ? `Named (${text})` : text];
  });
  // A search ad has two descriptions at least.
  return Object.fromEntries(
    said.map(([header, text]) => [
      header,
      header === 'Descriptions' ? `${text} | And more.` : text,
    ]),
  );
}
const OWN = [
  'Row key',
  'Launch status',
  'What to do',
  'Ad IDs',
  'Ads manager',
  'Batch',
  'Launched at',
  'Marked columns',
];
const ROWS = 14;
const DAY_MS = 86_400_000;

/** A service with a simulated platform in this process. Some hundred ads fit into it. */
export async function startService(platform = 'primary') {
  const simulation = simulations.find((each) => each.platform === platform);
  const module = platformModules.find(({ definition }) => definition.id === platform);
  if (simulation === undefined || module === undefined)
    throw new Error(`There is no platform ${platform}.`);
  const { stage } = simulation;
  const isPrimary = platform === 'primary';
  const fixture = await createTestService({
    clock: createManualClock(undefined, { auto: true }),
    platforms: [module],
  });
  const app = createApp(fixture.ports, { readLimit: 1e9, writeLimit: 1e9 });
  const accounts = fixture.ports.platforms[platform]?.accounts;
  const credentials = simulation.credentials({
    number: 1,
    name: 'Acme',
    token: seed.token,
    readOnlyToken: '',
  });
  const access = {
    companyId: fixture.companyId,
    adAccountId: stage.account.id,
    ...stage.account,
    credentials,
  };
  const [identity] = isPrimary ? ((await accounts?.identities(access)) ?? []) : [];
  const adSets = isPrimary
    ? ((await accounts?.adSets(access)) ?? [])
        .filter(
          ({ adCount, capacity, promotedPage, destinationType }) =>
            capacity - adCount >= 40 && !promotedPage && destinationType !== 'APP',
        )
        .map(({ id }) => id)
    : stage.adSetIds;
  const said = isPrimary ? {} : fieldsOf(simulation);
  const headers = [...HEADERS, ...Object.keys(said).filter((header) => !HEADERS.includes(header))];
  const account = isPrimary ? stage.account.id : `Account (${stage.account.id})`;
  const key = fixture.companies[0]?.adminKey ?? '';
  let planned: { after: number; work: () => Promise<void> } | undefined;
  const http: Http = {
    requestAll: async (requests) => {
      if (planned !== undefined && planned.after-- <= 0) {
        const { work } = planned;
        planned = undefined;
        await work();
      }
      return answers(requests);
    },
  };
  /** Batches that were accepted and not run yet. */
  const accepted = new Set<number>();
  const answers = (requests: Parameters<Http['requestAll']>[0]): ReturnType<Http['requestAll']> =>
    Promise.all(
      requests.map(async ({ method, url, headers, body }) => {
        const response = await app.request(url, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body?.type === 'json' && { body: JSON.stringify(body.value) }),
        });
        const text = await response.text();
        if (response.status < 300 && url.endsWith('/launch'))
          accepted.add(JSON.parse(text).adBatchId);
        return {
          ok: true as const,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text,
        };
      }),
    );
  const holder = createHolder(fixture.clock, 'worker');
  let files = 0;
  let next = 0;
  let seen: Map<string, string> | undefined;
  const open = (
    tabs: Snapshot['sheets'] = [],
    daysAhead = 0,
    seed = `file ${files}`,
  ): SpreadsheetFile =>
    openFile({
      host: hostOf(seed),
      http,
      key,
      companyId: fixture.companyId,
      id: `file-${++files}`,
      headers,
      rows: ROWS + 2,
      tabs,
      now: fixture.clock.now() + daysAhead * DAY_MS,
    });
  // The lists behind the dropdowns are read once: files begin with them, as they do after a first
  // check.
  const first = open();
  first.do({
    do: 'type',
    sheet: first.sheet,
    row: 2,
    column: HEADERS.indexOf('Ad account') + 1,
    text: account,
  });
  await first.check();
  const lists = first.snapshot().sheets.filter(({ name }) => name === LISTS);
  return {
    platform,
    adSets,
    headers,
    /** As many ads as fit. */
    mostAds: isPrimary
      ? ADS_OF_A_SERVICE
      : Math.min(ADS_OF_A_SERVICE, (stage.adSetIds.length * stage.room) / 2),
    /**
     * @param daysAhead how much later it is in the file than at the service: what the service tells
     * of is that old there
     */
    open: (daysAhead = 0, seed?: string): SpreadsheetFile => open(lists, daysAhead, seed),
    nextId: () => `file-${++files}`,
    /** Does something before the request after so many others. */
    meanwhile(after: number, work: (() => Promise<void>) | undefined): void {
      planned = work && { after, work };
    },
    rowOf: (name: string): readonly (string | boolean)[] => {
      const cells: { readonly [header: string]: string | boolean } = {
        Ready: true,
        'Ad account': account,
        'Ad sets': `Set (${adSets[next++ % adSets.length]})`,
        ...(isPrimary && {
          Page: `Page (${identity?.value})`,
          Profile: `Profile (${identity?.linked?.value})`,
        }),
        'Ad name': `${name}-v0`,
        Headline: `About ${name}`,
        'UTM tags': `who=${name}`,
        Link: 'https://shop.example/',
        ...(stage.media.length > 0 && { 'Media 1': 'https://cdn.example/a.png' }),
        ...said,
      };
      return headers.map((header) => cells[header] ?? '');
    },
    /** Names of the ads that are there, by id. */
    async ads(): Promise<Map<string, string>> {
      seen ??= new Map(
        (await fixture.held(stage.objects.ad.kind)).map((each) => [
          each.id,
          String(each[stage.objects.ad.name]),
        ]),
      );
      return seen;
    },
    async runBatches(): Promise<void> {
      if (accepted.size > 0) seen = undefined;
      for (const id of accepted) await fixture.run(id);
      accepted.clear();
    },
    runUndo: (batchId: number) =>
      runUndo(fixture.ports, fixture.companyId, String(batchId), { holder }),
  };
}

/**
 * What a launch may be answered with when others work in the sheet: nothing was launched, or it
 * goes on.
 */
const isExpected = (error: unknown): boolean =>
  ['changed', 'rows', 'wait'].includes(String((error as { kind?: string }).kind)) ||
  /^Sheet \d+ not found/.test(String((error as Error).message));

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Numbers that follow from a seed. */
function random(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/**
 * What must never happen: a row with two ads, a row that was to be launched and has none, a row
 * that shows the ad of another.
 */
export const kindsOfProblem = ['duplicates', 'lost', 'wrongRow', 'errors'] as const;

export interface Problem {
  readonly kind: (typeof kindsOfProblem)[number];
  readonly text: string;
}

export interface WayResult {
  readonly problems: readonly Problem[];
  /** Rows at the end, those of them that are not clear, and ads made. */
  readonly rows: number;
  readonly unclear: number;
  readonly ads: number;
  readonly steps: readonly string[];
}

const STEPS = 7;
/** More than a month, after which the file leaves launches to the service. */
const DAYS_AHEAD = 80;

/** Seeds from here on play rows of all platforms, one service after the other. */
const ALL_FROM = 95_000_000_000;

/** Seeds below this one keep to the gestures they were found with. */
const MORE_FROM = 40_000_000_000;

/** One file, some rows, a dozen gestures and launches in the order that the seed says. */
export async function tryWay(
  service: RunningService,
  seed: number,
  daysAhead = 0,
): Promise<WayResult> {
  const below = random(seed);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const file = service.open(daysAhead, String(seed));
  const { sheet } = file;
  const before = new Set((await service.ads()).keys());
  const steps: string[] = [];
  const problems: Problem[] = [];
  const found = (kind: Problem['kind'], text: string): void => void problems.push({ kind, text });
  const snapshots: Snapshot[] = [];
  /**
   * How many ads of a name there may be: as many as rows had it at once, in this file and in those
   * it was copied from.
   */
  const allowed = new Map<string, number>();
  const elsewhere = new Map<string, number>();
  let names = 0;
  let versions = 0;

  const headers = (): string[] => file.cells()[0] ?? [];
  const column = (header: string): number => headers().indexOf(header) + 1;
  const idOf = (text: string): string => text.split('-')[0] ?? '';
  const rows = (): { number: number; id: string; at: (header: string) => string }[] => {
    const [head = [], ...body] = file.cells();
    const at = (header: string): number => head.indexOf(header);
    return body.flatMap((cells, i) => {
      const name = cells[at('Ad name')] ?? '';
      return name === ''
        ? []
        : [{ number: i + 2, id: idOf(name), at: (header: string) => cells[at(header)] ?? '' }];
    });
  };
  const emptyRow = (): number => {
    const used = new Set(rows().map(({ number }) => number));
    const free = Array.from({ length: ROWS }, (_, i) => i + 2).filter((row) => !used.has(row));
    return free[0] ?? 0;
  };
  const count = (): void => {
    const now = new Map<string, number>();
    for (const { id } of rows()) now.set(id, (now.get(id) ?? 0) + 1);
    for (const [id, some] of now)
      allowed.set(id, Math.max(allowed.get(id) ?? 0, some + (elsewhere.get(id) ?? 0)));
  };
  const addRow = (): void => {
    const row = emptyRow();
    if (row === 0) return;
    const cells = service.rowOf(`s${seed}n${++names}`);
    const own = headers();
    service.headers.forEach((header, i) => {
      const at = own.indexOf(header) + 1;
      if (at > 0 && cells[i] !== '')
        file.do({ do: 'type', sheet, row, column: at, text: cells[i] as string | boolean });
    });
  };
  const launch = async (people = 1): Promise<void> => {
    const plan = await file.plan().catch((error: unknown) => {
      if (isExpected(error)) return undefined;
      throw error;
    });
    if (plan === undefined) return;
    const all = await Promise.allSettled(Array.from({ length: people }, () => file.start(plan)));
    for (const each of all)
      if (each.status === 'rejected' && !isExpected(each.reason)) throw each.reason;
    await service.runBatches();
    await file.follow();
  };
  const look = async (): Promise<void> => {
    const ads = await service.ads();
    const made = new Map<string, number>();
    for (const [id, name] of ads)
      if (!before.has(id)) made.set(idOf(name), (made.get(idOf(name)) ?? 0) + 1);
    for (const [id, some] of made)
      if (some > (allowed.get(id) ?? 0))
        found('duplicates', `${id} has ${some} ads and ${allowed.get(id) ?? 0} rows`);
  };
  /** After a check every row shows what is its own. */
  const lookAtRows = async (): Promise<void> => {
    const ads = await service.ads();
    const shown = new Map<string, number>();
    for (const { number, id, at } of rows()) {
      const adId = at('Ad IDs').trim();
      if (adId === '' || at('Launch status') === 'Not clear') continue;
      if (shown.has(adId)) found('wrongRow', `rows ${shown.get(adId)} and ${number} show ${adId}`);
      shown.set(adId, number);
      const name = ads.get(adId);
      if (name !== undefined && idOf(name) !== id)
        found('wrongRow', `row ${number} of ${id} shows ${name}`);
    }
  };

  const sortable = (): [first: number, count: number] => {
    const own = headers();
    const last =
      Math.max(
        ...service.headers
          .filter((header) => !OWN.includes(header))
          .map((header) => own.indexOf(header)),
      ) + 1;
    const contentFirst =
      Math.min(
        ...['Ad account', 'Ad name', 'Headline', 'UTM tags', 'Ad sets'].map((header) =>
          own.indexOf(header),
        ),
      ) + 1;
    // All of what makes the ad, with more or less of what stands beside it.
    const first = pick([1, 1, contentFirst, Math.max(1, contentFirst - 1)]);
    const end = pick([last, own.length, Math.min(own.length, last + 1 + below(6))]);
    return [first, end - first + 1];
  };
  const gestures: { readonly [name: string]: () => void | Promise<void> } = {
    sortRange() {
      const [first, columns] = sortable();
      const row = 2 + below(3);
      const by = column(pick(['Ad name', 'Headline', 'UTM tags', 'Ad sets']));
      file.do({
        do: 'sortRange',
        sheet,
        row,
        column: first,
        rows: 2 + below(ROWS - row),
        columns,
        by,
        descending: below(2) === 0,
      });
    },
    sortOwn() {
      const at = column(pick(OWN));
      if (at > 0)
        file.do({
          do: 'sortRange',
          sheet,
          row: 2,
          column: at,
          rows: 3 + below(6),
          columns: 1,
          by: at,
          descending: below(2) === 0,
        });
    },
    /** A column of its own, or two: what the rows say changes, and which rows they are does not. */
    sortSome() {
      const at = column(pick(['Headline', 'UTM tags', 'Link', 'Media 1', 'Page']));
      const box = { row: 2 + below(2), column: at, rows: 2 + below(ROWS - 4), columns: 1 };
      file.do({ do: 'sortRange', sheet, ...box, by: at, descending: below(2) === 0 });
    },
    sort: () =>
      file.do({
        do: 'sort',
        sheet,
        column: column(pick(['Ad name', 'Headline'])),
        descending: below(2) === 0,
      }),
    insertRows: () => {
      if (rows().every(({ number }) => number < ROWS))
        file.do({ do: 'insertRows', sheet, before: 2 + below(6), count: 1 });
    },
    deleteRows: () => {
      if (rows().length > 2)
        file.do({ do: 'deleteRows', sheet, first: pick(rows()).number, count: 1 });
    },
    copyRow() {
      const to = emptyRow();
      if (to > 0) file.do({ do: 'copyRow', sheet, from: pick(rows()).number, to });
    },
    // Seen once while the original is there: a copy that was renamed whole and whose original is
    // gone is the original, renamed.
    async copyAndRename() {
      const to = emptyRow();
      if (to === 0) return;
      file.do({ do: 'copyRow', sheet, from: pick(rows()).number, to });
      const name = `s${seed}n${++names}`;
      const texts = {
        'Ad name': `${name}-v0`,
        Headline: `About ${name}`,
        'UTM tags': `who=${name}`,
      };
      for (const [header, text] of Object.entries(texts))
        file.do({ do: 'type', sheet, row: to, column: column(header), text });
      await file.check();
    },
    cut() {
      const toRow = emptyRow();
      const [first, columns] = sortable();
      if (toRow > 0)
        file.do({
          do: 'cut',
          sheet,
          row: pick(rows()).number,
          column: first,
          rows: 1,
          columns,
          toRow,
          toColumn: first,
        });
    },
    /** Several rows at once, to a place where others may stand: those are gone. */
    cutBlock() {
      const [first, columns] = sortable();
      const { number: row } = pick(rows());
      const [size, toRow] = [2 + below(2), 2 + below(ROWS - 4)];
      if (Math.abs(toRow - row) >= size)
        file.do({
          do: 'cut',
          sheet,
          row,
          column: first,
          rows: size,
          columns,
          toRow,
          toColumn: first,
        });
    },
    insertColumns: () => {
      if (headers().length < 30)
        file.do({
          do: 'insertColumns',
          sheet,
          before: 1 + below(headers().filter((text) => text !== '').length),
          count: 1,
        });
    },
    deleteColumn: () => {
      const at = column(pick(OWN));
      if (at > 0) file.do({ do: 'deleteColumns', sheet, first: at, count: 1 });
    },
    copyColumn() {
      const to = headers().length;
      if (headers()[to - 1] === '')
        file.do({
          do: 'copyColumn',
          sheet,
          from: column(pick(['Ad name', 'Headline', 'Ad IDs', 'Batch'])) || 1,
          to,
        });
    },
    edit() {
      const { number, id } = pick(rows());
      const header = pick(['Ad name', 'Headline', 'UTM tags']);
      const text = header === 'Ad name' ? `${id}-v${++versions}` : `${id} said ${++versions}`;
      file.do({
        do: 'type',
        sheet,
        row: number,
        column: column(header),
        text: header === 'UTM tags' ? `who=${text.replace(/ /g, '_')}` : text,
      });
    },
    addRow,
    undo: () =>
      file.restore(
        snapshots[snapshots.length - 1 - below(Math.min(2, snapshots.length))] as Snapshot,
      ),
    restore: () => file.restore(pick(snapshots)),
    deleteTabs: () => {
      for (const tab of file.hiddenTabs()) file.do({ do: 'deleteSheet', sheet: tab });
    },
    async copyFile() {
      for (const [id, some] of allowed) elsewhere.set(id, some);
      file.becomeCopy(service.nextId());
      await file.check();
      await file.asNew();
      // Versions and undo are the copy's own.
      snapshots.splice(0, snapshots.length, file.snapshot());
      count();
    },
    check: async () => {
      await file.check();
      await lookAtRows();
    },
    launch: () => launch(),
    twoPeople: () => launch(2),
    /** Somebody does something else while another person's launch is on its way to the service. */
    async meanwhile() {
      const others = [
        'sortRange',
        'sortSome',
        'cut',
        'insertRows',
        'deleteRows',
        'copyRow',
        'edit',
        'insertColumns',
        'undo',
      ];
      const other = pick(others);
      steps.push(`(${other})`);
      service.meanwhile(below(4), async () => {
        if (rows().length > 0) await gestures[other]?.();
        count();
      });
      await launch();
      service.meanwhile(0, undefined);
    },
  };
  const more: { readonly [name: string]: () => void } = {
    /** A row whose cells were cut out is deleted. */
    deleteEmptied() {
      const written = rows().map(({ number }) => number);
      const emptied = file
        .cells()
        .findIndex(
          (cells, i) =>
            i > 0 && !written.includes(i + 1) && cells.some((text) => text.startsWith('R-')),
        );
      if (emptied > 0) file.do({ do: 'deleteRows', sheet, first: emptied + 1, count: 1 });
    },
    /** Another row is pasted over one, whose cells may have been cut out. */
    pasteOver: () =>
      file.do({ do: 'copyRow', sheet, from: pick(rows()).number, to: 2 + below(ROWS - 4) }),
    weeksPass: () => file.pass((20 + below(30)) * DAY_MS),
  };
  const often = [
    'launch',
    'launch',
    'check',
    'sortRange',
    'sortRange',
    'edit',
    'addRow',
    'cut',
    'restore',
    'deleteTabs',
  ];
  const offered = seed < MORE_FROM ? gestures : { ...gestures, ...more };
  const all = [...Object.keys(offered), ...often];

  for (let i = 0; i < 2 + below(3); i++) addRow();
  count();
  snapshots.push(file.snapshot());
  try {
    for (let step = 0; step < STEPS; step++) {
      const name = pick(all);
      steps.push(name);
      if (rows().length === 0) addRow();
      await offered[name]?.();
      count();
      snapshots.push(file.snapshot());
      if (name === 'launch' || name === 'twoPeople' || name === 'meanwhile') await look();
      if (problems.length > 0) break;
    }
    for (const { number } of rows())
      file.do({ do: 'type', sheet, row: number, column: column('Ready'), text: true });
    await file.check();
    await launch();
    await file.check();
    await look();
    await lookAtRows();
    // A request with a row that needs fixing is refused whole.
    const mayLaunch = rows().every(({ at }) => at('Launch status') !== 'Needs fixing');
    for (const { number, at } of rows())
      if (mayLaunch && at('Ad IDs') === '' && at('Launch status') !== 'Not clear')
        found('lost', `row ${number} was not launched: ${at('Launch status')} ${at('What to do')}`);
  } catch (error) {
    const stack =
      error instanceof Error ? (error.stack?.split('\n').slice(1, 4).join(' ') ?? '') : '';
    found('errors', `${error instanceof Error ? error.message : String(error)} ${stack}`);
  }
  const ads = [...(await service.ads()).keys()].filter((id) => !before.has(id)).length;
  const unclear = rows().filter(({ at }) => at('Launch status') === 'Not clear').length;
  return { problems, rows: rows().length, unclear, ads, steps };
}

/**
 * A service takes so many ads; then another one is begun, because all that it lists gets longer
 * with each.
 */
const ADS_OF_A_SERVICE = 100;

/** Many of them. In every second one it is months later in the file than at the service. */
export async function tryWays(
  first: number,
  ways: number,
  tell: (line: string) => void = () => undefined,
) {
  // Earlier seeds keep to the platform they were found with.
  let turn = 0;
  const begin = (): Promise<RunningService> =>
    startService(first < ALL_FROM ? 'primary' : platforms[turn++ % platforms.length]);
  let [service, used] = [await begin(), 0];
  const totals = {
    platforms: {} as { [platform: string]: number },
    sequences: 0,
    rows: 0,
    ads: 0,
    unclear: 0,
    duplicates: 0,
    lost: 0,
    wrongRow: 0,
    errors: 0,
    problems: [] as string[],
  };
  for (let seed = first; seed < first + ways; seed++) {
    if (used > service.mostAds) [service, used] = [await begin(), 0];
    const { problems, rows, unclear, ads, steps } = await tryWay(
      service,
      seed,
      seed % 2 === 0 ? 0 : DAYS_AHEAD,
    );
    used += ads;
    totals.sequences += 1;
    totals.platforms[service.platform] = (totals.platforms[service.platform] ?? 0) + ads;
    totals.rows += rows;
    totals.ads += ads;
    totals.unclear += unclear;
    for (const kind of kindsOfProblem)
      totals[kind] += problems.filter((problem) => problem.kind === kind).length;
    if (problems.length > 0) {
      totals.problems.push(
        `seed ${seed} (${steps.join(' ')}): ${problems.map(({ text }) => text).join('; ')}`,
      );
      tell(totals.problems[totals.problems.length - 1] ?? '');
    }
    if (totals.sequences % 100 === 0)
      tell(
        `${totals.sequences} sequences, ${totals.ads} ads, ${totals.problems.length} with problems`,
      );
  }
  return totals;
}
