import { exception } from './exceptions.ts';

/** One run of a script: what it may do, how long it may take, and what it has done so far. */

export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

interface Execution {
  readonly mode: AuthMode;
  /** Whether somebody sits in front of it: time triggers have no user interface. */
  readonly interactive: boolean;
  readonly startedAt: number;
  readonly limitMs: number;
  calls: number;
  dead: boolean;
}

/** Things that will happen to executions to come. */
interface Disturbances {
  /** Kill the execution at this call of a service, counted from 1. */
  killAtCall?: number | undefined;
  /**
   * Before this call the user does this in the document, or calls the script from another window.
   */
  edits: { readonly beforeCall: number; readonly edit: () => void }[];
}

export interface Runtime {
  now: number;
  execution: Execution | undefined;
  /**
   * The script is being loaded: a service call there breaks the menu of an add-on that is not
   * enabled.
   */
  loading: boolean;
  disturbances: Disturbances;
  /** How often each method was called, since the counts were last taken. */
  counts: { [method: string]: number };
  /** The methods in the order of their calls, since somebody asked for it. */
  order: string[] | undefined;
  /** Undoes writes that were not flushed when the execution died, newest last. */
  unflushed: (() => void)[];
  /** A published add-on has stricter rules for triggers than a script that is bound to its file. */
  installed: 'bound' | 'add-on';
  authorized: boolean;
  /** Which of the scopes the user ticked when Google asked. */
  scopes: { triggers: boolean; drive: boolean; fetch: boolean };
  /** Of the user's Google account, in which exceptions are told. */
  locale: string;
  /** What a day still allows. */
  left: { fetches: number; properties: number; triggerMs: number };
  /** Addresses that the manifest names; undefined where it has no list. */
  allowlist: readonly string[] | undefined;
  /** Calls of the spreadsheet that fail, each once: their number from now on, from 1. */
  failing: number[];
  /** Executions that stand still while another one runs in the middle of theirs, innermost last. */
  waiting: Pick<Runtime, 'execution' | 'loading' | 'unflushed' | 'disturbances'>[];
  /** Executions of the same user in other files. */
  elsewhere: number;
  /** The execution that has the lock of the document. */
  lockedBy: Execution | undefined;
}

/** Of a consumer's account: Google's quotas for a day. */
const DAY = { fetches: 20_000, properties: 50_000, triggerMs: 90 * 60_000 };

export const createRuntime = (now: number): Runtime => ({
  now,
  execution: undefined,
  loading: false,
  disturbances: { edits: [] },
  counts: {},
  order: undefined,
  unflushed: [],
  installed: 'bound',
  authorized: true,
  scopes: { triggers: true, drive: true, fetch: true },
  locale: 'en',
  left: { ...DAY },
  allowlist: undefined,
  failing: [],
  waiting: [],
  elsewhere: 0,
  lockedBy: undefined,
});

/** How many executions of one user run at once. */
const MOST_AT_ONCE = 30;

/** Begins an execution, in the middle of another one where that is under way. */
export function begin(runtime: Runtime, mode: AuthMode, interactive: boolean): void {
  const { execution, loading, unflushed, disturbances, waiting, locale, left } = runtime;
  const isInside = execution !== undefined;
  if (waiting.length + Number(isInside) + runtime.elsewhere >= MOST_AT_ONCE)
    throw exception('atOnce', locale);
  if (!interactive && left.triggerMs <= 0) throw exception('triggerTime', locale);
  if (isInside) {
    waiting.push({ execution, loading, unflushed, disturbances });
    runtime.disturbances = { edits: [] };
  }
  const limitMs =
    mode === 'FULL' ? LIMITS.full : mode === 'CUSTOM_FUNCTION' ? LIMITS.custom : LIMITS.simple;
  runtime.execution = { mode, interactive, startedAt: runtime.now, limitMs, calls: 0, dead: false };
  runtime.loading = true;
  runtime.unflushed = [];
}

export function end(runtime: Runtime): {
  readonly calls: number;
  readonly dead: boolean;
  readonly now: number;
} {
  const {
    calls = 0,
    dead = false,
    startedAt = runtime.now,
    interactive = true,
  } = runtime.execution ?? {};
  // Time triggers of a user have so many minutes a day together.
  if (!interactive) runtime.left.triggerMs -= runtime.now - startedAt;
  if (runtime.lockedBy === runtime.execution) runtime.lockedBy = undefined;
  const outer = runtime.waiting.pop();
  Object.assign(runtime, outer ?? { execution: undefined, unflushed: [] });
  return { calls, dead, now: runtime.now };
}

const LIMITS = { custom: 30_000, simple: 30_000, full: 360_000 } as const;

export type Permission =
  | 'anything'
  | 'menu'
  | 'document'
  | 'properties'
  | 'fetch'
  | 'dialogs'
  | 'triggers';

const ALLOWED: { readonly [P in Permission]: readonly AuthMode[] } = {
  anything: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  menu: ['NONE', 'LIMITED', 'FULL'],
  document: ['LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  properties: ['LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  fetch: ['CUSTOM_FUNCTION', 'FULL'],
  dialogs: ['FULL'],
  triggers: ['FULL'],
};

/**
 * What one call costs, in milliseconds of the virtual clock: reading a sheet is slow, writing
 * slower.
 */
const COSTS: readonly (readonly [RegExp, number])[] = [
  [/\.(get|is|find|create\w*Finder)/, 25],
  [/\.(fetch|fetchAll)$/, 300],
  [/\.flush$/, 150],
  [/^(Properties|Cache)/, 10],
  [/^Utilities/, 0],
];
const OTHER_COST = 50;

const costs = new Map<string, number>();

function costOf(method: string): number {
  const known = costs.get(method);
  if (known !== undefined) return known;
  const cost = COSTS.find(([pattern]) => pattern.test(method))?.[1] ?? OTHER_COST;
  costs.set(method, cost);
  return cost;
}

/** Every call of a service passes through here. */
export function enter(runtime: Runtime, method: string, permission: Permission): void {
  const { execution, disturbances } = runtime;
  if (execution === undefined || runtime.loading)
    throw new Error(`${method} was called while the script was being loaded.`);
  execution.calls += 1;
  runtime.counts[method] = (runtime.counts[method] ?? 0) + 1;
  runtime.order?.push(method);
  if (disturbances.edits.length > 0) letOthersEdit(disturbances, execution.calls);
  if (disturbances.killAtCall === execution.calls) {
    disturbances.killAtCall = undefined;
    kill(runtime);
  }
  spend(runtime, costOf(method));
  if (
    !ALLOWED[permission].includes(execution.mode) ||
    (permission === 'dialogs' && !execution.interactive)
  )
    throw new Error(
      `You do not have permission to call ${method}. Authorization mode: ${execution.mode}.`,
    );
  if (permission === 'document' && runtime.failing.length > 0) failIfDue(runtime);
  if (
    permission === 'properties' &&
    method.startsWith('Properties.') &&
    --runtime.left.properties < 0
  )
    throw new Error('Service invoked too many times for one day: properties.');
  if (
    permission === 'document' &&
    execution.mode === 'CUSTOM_FUNCTION' &&
    !/\.(get|is|find|create)/.test(method)
  )
    throw new Error(`You do not have permission to call ${method} in a custom function.`);
}

function failIfDue(runtime: Runtime): void {
  runtime.failing = runtime.failing.map((calls) => calls - 1);
  if (!runtime.failing.includes(0)) return;
  runtime.failing = runtime.failing.filter((calls) => calls > 0);
  throw exception('spreadsheets', runtime.locale, { id: 'this file' });
}

function letOthersEdit(disturbances: Disturbances, call: number): void {
  const due = disturbances.edits.filter(({ beforeCall }) => beforeCall === call);
  disturbances.edits = disturbances.edits.filter((each) => !due.includes(each));
  for (const { edit } of due) edit();
}

/** Lets time pass. Past its limit an execution is killed, and has no effect afterwards. */
export function spend(runtime: Runtime, ms: number): void {
  runtime.now += ms;
  const { execution } = runtime;
  if (execution === undefined) return;
  if (!execution.dead && runtime.now - execution.startedAt > execution.limitMs) kill(runtime);
  if (execution.dead) throw new Error('Exceeded maximum execution time');
}

/** Ends an execution where it stands. What it wrote and did not flush is lost with it. */
export function kill(runtime: Runtime): never {
  if (runtime.execution !== undefined) runtime.execution.dead = true;
  for (const undo of runtime.unflushed.splice(0).reverse()) undo();
  throw new Error('Exceeded maximum execution time');
}
