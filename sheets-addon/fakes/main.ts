import { copyOf } from './copy.ts';
import type { StoredFile } from './drive.ts';
import { type AuthMode, begin, end } from './execution.ts';
import { createGoogle } from './globals.ts';
import { look } from './look.ts';
import type { FetchFault, Host } from './services.ts';
import { type Gesture, gesture } from './user.ts';
import { cellAt, type Sheet } from './world.ts';

/**
 * Runs inside the context: arrays, dates and errors are of its realm. The host
 * (../playground/apps-script.ts) talks in text.
 */
const global = globalThis as unknown as { [name: string]: unknown };

/**
 * Younger than ES2019. It is not documented which of it Apps Script has, and a syntax check cannot
 * see it.
 */
const YOUNGER: readonly (readonly [object, readonly string[]])[] = [
  [Object, ['hasOwn', 'groupBy']],
  [
    Array.prototype,
    ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'],
  ],
  [String.prototype, ['at', 'replaceAll', 'matchAll', 'isWellFormed', 'toWellFormed']],
  [Promise, ['allSettled', 'any', 'withResolvers']],
  [globalThis, ['BigInt', 'WeakRef', 'FinalizationRegistry', 'AggregateError']],
];

export function install(host: Host, now: number): void {
  for (const [owner, names] of YOUNGER)
    for (const name of names) delete (owner as { [member: string]: unknown })[name];
  const { google, globals } = createGoogle(host, now);
  const { runtime } = google;
  Object.assign(global, globals, { Date: virtualDate(() => runtime.now) });
  /** The end of the log of executions. */
  const logged: string[] = [];
  const keep = (...words: unknown[]): void => {
    logged.push(words.join(' '));
    if (logged.length > 20) logged.shift();
  };
  global.console = { log: () => {}, info: () => {}, warn: keep, error: keep };

  const overlapped: unknown[] = [];
  let saved:
    | { sheets: Sheet[]; user: Map<string, string>; document: Map<string, string> }
    | undefined;

  const control: { readonly [verb: string]: (argument: never) => unknown } = {
    begin: ({ mode, interactive }: { mode: AuthMode; interactive: boolean }) =>
      begin(runtime, mode, interactive),
    invoke: ({
      name,
      args,
      event,
    }: {
      name: string;
      args: unknown[];
      event?: { sheet: string; row: number; column: number; rows?: number; columns?: number };
    }) => {
      runtime.loading = false;
      const called = global[name];
      if (typeof called !== 'function' || name.endsWith('_'))
        throw new Error(`Script function not found: ${name}`);
      const given = event === undefined ? args : [editEvent(event)];
      const result = (called as (...all: unknown[]) => unknown)(...given);
      return legal(result === undefined ? null : result, 'The result');
    },
    end: () => end(runtime),
    /** Keeps the file and what Google keeps beside it, to begin there again and again. */
    save: () => {
      const { user, document } = google.stores;
      saved = {
        sheets: google.world.sheets.map(copyOf),
        user: new Map(user),
        document: new Map(document),
      };
    },
    /**
     * With `restored` as an earlier version of the file: what Google keeps beside it stays as it
     * is.
     */
    load: ({ restored = false }: { restored?: boolean }) => {
      if (saved === undefined) throw new Error('Nothing was saved.');
      const known = new Map(google.world.sheets.map((sheet) => [sheet.id, sheet]));
      // Handles of the script stay those of the same sheets.
      google.world.sheets = saved.sheets.map((then) =>
        Object.assign(known.get(then.id) ?? then, copyOf(then)),
      );
      if (restored) return;
      for (const store of ['user', 'document'] as const) {
        google.stores[store].clear();
        for (const [key, value] of saved[store]) google.stores[store].set(key, value);
      }
      google.triggers.splice(0);
    },
    /** Files of the user's Drive from now on, and whether the script may read them. */
    drive: ({ files, allowed = true }: { files: StoredFile[]; allowed?: boolean }) => {
      google.drive.splice(0, google.drive.length, ...files);
      runtime.scopes.drive = allowed;
    },
    gesture: (it: Gesture) => gesture(google, it),
    look: ({ sheet }: { sheet?: string }) => look(google, sheet),
    /** `calls` are executions of the script that begin in the middle of the next one. */
    disturb: (it: {
      killAtCall?: number;
      edits?: { beforeCall: number; gestures?: Gesture[]; calls?: object[] }[];
      faults?: FetchFault[];
    }) => {
      runtime.disturbances = {
        ...(it.killAtCall === undefined ? {} : { killAtCall: it.killAtCall }),
        edits: (it.edits ?? []).map(({ beforeCall, gestures = [], calls = [] }) => ({
          beforeCall,
          edit: () => {
            for (const each of gestures) gesture(google, each);
            for (const each of calls)
              overlapped.push(JSON.parse(host('call', JSON.stringify(each))));
          },
        })),
      };
      google.faults.splice(0, google.faults.length, ...(it.faults ?? []));
    },
    set: (it: {
      installed?: 'bound' | 'add-on';
      authorized?: boolean;
      advanceMs?: number;
      lockedByOther?: boolean;
      newSheetRows?: number;
      user?: object;
      owner?: object;
      otherTriggers?: number;
      mayMakeTriggers?: boolean;
      mayFetch?: boolean;
      left?: Partial<typeof runtime.left>;
      /** Executions of the user in other files. */
      elsewhere?: number;
      allowlist?: readonly string[];
      failing?: number[];
      projectName?: string;
      timezone?: string;
      /** Of the file: how it writes numbers, dates and truth. */
      locale?: string;
      userLocale?: string;
      /** The file is a copy from now on: another id, without what Google keeps beside it. */
      copyAs?: string;
    }) => {
      if (it.owner !== undefined)
        google.stores.owner = new Map(
          Object.entries(it.owner).map(([key, value]) => [key, String(value)]),
        );
      if (it.mayFetch !== undefined) runtime.scopes.fetch = it.mayFetch;
      Object.assign(runtime.left, it.left);
      runtime.elsewhere = it.elsewhere ?? runtime.elsewhere;
      if (it.allowlist !== undefined) runtime.allowlist = it.allowlist;
      if (it.failing !== undefined) runtime.failing = it.failing;
      if (it.mayMakeTriggers !== undefined) runtime.scopes.triggers = it.mayMakeTriggers;
      for (let i = 0; i < (it.otherTriggers ?? 0); i++)
        google.triggers.push({
          id: `other-${i}`,
          handler: 'runScheduled',
          everyMinutes: 60,
          ofOtherFile: true,
        });
      google.world.projectName = it.projectName ?? google.world.projectName;
      runtime.locale = it.userLocale ?? runtime.locale;
      google.world.timezone = it.timezone ?? google.world.timezone;
      google.world.locale = it.locale ?? google.world.locale;
      if (it.copyAs !== undefined) {
        (google.world as { id: string }).id = it.copyAs;
        google.stores.document.clear();
        // Those of the original go on, and are not seen from the copy.
        google.triggers.splice(
          0,
          google.triggers.length,
          ...google.triggers.map((each) => ({ ...each, ofOtherFile: true })),
        );
      }
      if (it.installed !== undefined) runtime.installed = it.installed;
      if (it.authorized !== undefined) runtime.authorized = it.authorized;
      if (it.lockedByOther !== undefined) google.lock.heldByOther = it.lockedByOther;
      if (it.user !== undefined) {
        google.stores.user.clear();
        for (const [key, value] of Object.entries(it.user))
          google.stores.user.set(key, String(value));
      }
      google.world.newSheetRows = it.newSheetRows ?? google.world.newSheetRows;
      runtime.now += it.advanceMs ?? 0;
    },
    /**
     * Calls since the counts were last taken; in their order too, once the counts were taken so.
     */
    takeCounts: ({ inOrder = false }: { inOrder?: boolean }) => {
      const { counts, order } = runtime;
      [runtime.counts, runtime.order] = [{}, inOrder ? [] : undefined];
      return { counts, ...(order && { order }), requests: google.requests.splice(0) };
    },
    /** What became of executions in the middle of others, since somebody last asked. */
    takeOverlapped: () => overlapped.splice(0),
    state: () => ({
      menus: google.screen.menus,
      sidebar: google.screen.sidebar ?? null,
      toasts: google.toasts,
      triggers: google.triggers,
      properties: {
        user: Object.fromEntries(google.stores.user),
        document: Object.fromEntries(google.stores.document),
      },
      now: runtime.now,
      logged,
    }),
  };

  /** A paste is one edit of a range. */
  const editEvent = ({
    sheet,
    row,
    column,
    rows = 1,
    columns = 1,
  }: {
    sheet: string;
    row: number;
    column: number;
    rows?: number;
    columns?: number;
  }) => {
    const found = google.world.sheets.find(({ name }) => name === sheet);
    if (found === undefined) throw new Error(`There is no sheet ${sheet}.`);
    const range = google.sheet(found).getRange(row, column, rows, columns);
    // Of several cells Google tells the range alone.
    const value =
      rows * columns === 1 ? { value: String(cellAt(found, row, column).value), oldValue: '' } : {};
    return {
      range,
      source: google.spreadsheet,
      user: {},
      authMode: runtime.execution?.mode,
      ...value,
    };
  };

  global.__control = (verb: string, argument: string): string =>
    JSON.stringify(control[verb]?.(JSON.parse(argument) as never) ?? null);
}

/**
 * What may pass between a script and the sidebar: plain data, no dates, no functions, nothing
 * undefined.
 */
function legal(value: unknown, where: string): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      legal(item, `${where}[${i}]`);
    });
    return value;
  }
  const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(
      `${where} cannot pass to the sidebar: ${Object.prototype.toString.call(value)}.`,
    );
  for (const [name, item] of Object.entries(value as object))
    if (item !== undefined) legal(item, `${where}.${name}`);
  return value;
}

function virtualDate(now: () => number): DateConstructor {
  const Real = Date;
  return new Proxy(Real, {
    construct: (target, args: []) => (args.length === 0 ? new target(now()) : new target(...args)),
    get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
  });
}
