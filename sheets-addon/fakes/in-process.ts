import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import type { UndoMode } from '../../core/launch/journal/records.ts';
import type { Http } from '../../core/ports/http.ts';
import type { App } from '../base/app.ts';
import { useHost } from '../base/host.ts';
import { openApp } from '../base/run.ts';
import { keepConnection } from '../base/settings.ts';
import { type PlanView, planLaunch } from '../features/launch/plan-launch.ts';
import { checkRows, launchAsNew, type RowsSummary } from '../launch/check-rows.ts';
import { continueLaunches, startLaunch, undoLaunch } from '../launch/launches.ts';
import type { LaunchView } from '../launch/views.ts';
import { serverBackend } from '../server-backend.ts';
import { markLaunchSheet } from '../sheet/launch-sheet.ts';
import { copyOf } from './copy.ts';
import { createGoogle } from './globals.ts';
import type { Host } from './services.ts';
import { type Gesture, gesture, named } from './user.ts';
import { addSheet, cellAt, type Sheet } from './world.ts';

/**
 * A spreadsheet whose script runs in this process, for tests that try thousands of ways: the
 * sources without bundle and context. Requests go where the test says, without waiting.
 */
interface FileOptions {
  readonly host: Host;
  readonly http: Http;
  readonly key: string;
  readonly companyId: string;
  readonly id: string;
  /** The time on the script's clock when the file is opened. */
  readonly now: number;
  readonly headers: readonly string[];
  readonly rows: number;
  /** Hidden sheets it begins with, as another file had them. */
  readonly tabs?: readonly Sheet[];
}

export interface SpreadsheetFile {
  readonly sheet: string;
  do(it: Gesture): void;
  /** The cells of the launch sheet, as shown. */
  cells(): string[][];
  /** Everything in the file at this moment; `restore` brings it back. */
  snapshot(): Snapshot;
  restore(at: Snapshot): void;
  /** From now on this is a copy of the file, with an id of its own. */
  becomeCopy(id: string): void;
  hiddenTabs(): string[];
  /** Lets time pass. */
  pass(ms: number): void;
  /** Everything the hidden tabs hold. */
  remembered(): string;
  /** The cells the launch sheet had then. */
  sheetOf(at: Snapshot): (string | number | boolean)[][];
  check(): Promise<RowsSummary>;
  plan(): Promise<string>;
  planned(): Promise<PlanView>;
  start(planId: string): Promise<readonly LaunchView[]>;
  follow(): Promise<readonly LaunchView[]>;
  undo(id: string, mode: UndoMode): Promise<readonly LaunchView[]>;
  asNew(): Promise<RowsSummary>;
  /** Runs a function of the script; before the call of that number another person acts. */
  run<T>(
    work: (app: App) => Promise<T>,
    disturbed?: { readonly beforeCall: number; act(): void },
  ): Promise<T>;
  /** The cells of any sheet, as shown. */
  cellsOf(sheet: string): string[][];
  setLocale(locale: string): void;
}

export interface Snapshot {
  readonly sheets: readonly Sheet[];
}

const SHEET = 'Ads';

useHost({ backend: serverBackend, platforms: platformDefinitions });

export function openFile({
  host,
  http,
  key,
  companyId,
  id,
  now,
  headers,
  rows,
  tabs = [],
}: FileOptions): SpreadsheetFile {
  const { google, globals } = createGoogle(host, now);
  const { world, runtime } = google;
  const known = new Map<number, Sheet>();
  (world as { id: string }).id = id;
  world.newSheetRows = rows;
  // One script at a time, as the document's lock sees to.
  let line: Promise<unknown> = Promise.resolve();

  const app = (): App => {
    Object.assign(globalThis, globals, { SERVER: 'http://service.test', DRIVE: false });
    const limitMs = Number.POSITIVE_INFINITY;
    runtime.execution = {
      mode: 'FULL',
      interactive: true,
      startedAt: runtime.now,
      limitMs,
      calls: 0,
      dead: false,
    };
    const opened = openApp();
    const clock = { ...opened.clock, now: () => runtime.now };
    return {
      ...opened,
      http,
      clock,
      deadline: clock.now() + (opened.deadline - opened.clock.now()),
      locked: (work) => {
        const turn = line.then(() => opened.locked(work));
        line = turn.catch(() => undefined);
        return turn;
      },
    };
  };
  keepConnection(app(), { key, companyId, companyName: 'Acme' });
  const made = addSheet(world, SHEET);
  made.frozenRows = 1;
  gesture(google, { do: 'paste', sheet: SHEET, row: 1, column: 1, rows: [headers] });
  markLaunchSheet({ sheet: google.sheet(made), template: 'single', accountId: '', made: [] });
  world.active = { sheet: made.id, row: 1, column: 1 };
  for (const tab of tabs) world.sheets.push({ ...copyOf(tab), id: world.nextId++ * 1009 });

  return {
    sheet: SHEET,
    do: (it) => gesture(google, it),
    cells() {
      const sheet = named(world, SHEET);
      return sheet.rows.map((_, r) =>
        sheet.columns.map((__, c) => String(cellAt(sheet, r + 1, c + 1).value)),
      );
    },
    snapshot() {
      for (const sheet of world.sheets) known.set(sheet.id, sheet);
      return { sheets: world.sheets.map(copyOf) };
    },
    restore({ sheets }) {
      for (const sheet of world.sheets) known.set(sheet.id, sheet);
      // Handles of the script stay those of the same sheets.
      world.sheets = sheets.map((then) => Object.assign(known.get(then.id) ?? then, copyOf(then)));
    },
    becomeCopy(copyId) {
      (world as { id: string }).id = copyId;
    },
    hiddenTabs: () => world.sheets.filter(({ hidden }) => hidden).map(({ name }) => name),
    pass(ms) {
      runtime.now += ms;
    },
    remembered: () =>
      world.sheets
        .filter(({ hidden }) => hidden)
        .flatMap(({ rows: all }) =>
          all.flatMap(({ cells }) => [...cells.values()].map(({ value }) => String(value))),
        )
        .join(),
    sheetOf({ sheets }) {
      const then = sheets.find(({ name }) => name === SHEET);
      return then === undefined
        ? []
        : then.rows.map((_, r) => then.columns.map((__, c) => cellAt(then, r + 1, c + 1).value));
    },
    check: () => checkRows(app()),
    plan: async () => (await planLaunch(app(), 'ready')).planId,
    planned: () => planLaunch(app(), 'ready'),
    start: (planId) => startLaunch(app(), planId, 'ready'),
    follow: () => continueLaunches(app()),
    undo: (launch, mode) => undoLaunch(app(), launch, mode),
    asNew: () => launchAsNew(app()),
    async run(work, disturbed) {
      const opened = app();
      runtime.disturbances = {
        edits:
          disturbed === undefined
            ? []
            : [{ beforeCall: disturbed.beforeCall, edit: disturbed.act }],
      };
      try {
        return await work(opened);
      } finally {
        runtime.disturbances = { edits: [] };
      }
    },
    cellsOf(name) {
      const sheet = named(world, name);
      return sheet.rows.map((_, r) =>
        sheet.columns.map((__, c) => String(cellAt(sheet, r + 1, c + 1).value)),
      );
    },
    setLocale(locale) {
      world.locale = locale;
    },
  };
}
