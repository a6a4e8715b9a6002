import { createDice } from './dice.ts';
import type { Json, JsonObject } from './entity.ts';
import { pathPattern } from './path-pattern.ts';
import type { World } from './world.ts';

/** A fault, and where it plays unless the rule says otherwise. */
export interface FaultKind {
  readonly method?: string;
  readonly path?: string;
}

export interface FaultRule {
  readonly fault: string;
  /** Default: any. */
  readonly method?: string;
  /**
   * Without host, platform and version (`/act_1/ads`). `*` is anything, `{id}` one part, a bare
   * word the end.
   */
  readonly path?: string;
  /** From the nth matching call on, counted from 1. */
  readonly nth?: number;
  /** Default: once where `nth` is given, otherwise until removed. */
  readonly times?: number;
  /** 0 to 1, for each matching call. */
  readonly probability?: number;
  readonly account?: string;
  /** Of the dice behind `probability`. */
  readonly seed?: number;
  /** Options of the fault (`ms`, `code`). */
  readonly [option: string]: Json | undefined;
}

export interface FaultCall {
  readonly method: string;
  readonly path: string;
  readonly account: string | undefined;
}

/** Faults that hit a call, with the options of their rules. */
export type Fired = ReadonlyMap<string, JsonObject>;

interface Faults {
  add(rule: FaultRule): void;
  clear(): void;
  /** With how often each was met and fired. */
  rules(): readonly JsonObject[];
  /**
   * Counts the call with every matching rule; several may fire. `exactly`: only rules with this
   * very path, for a request of many calls.
   */
  fire(call: FaultCall, exactly?: boolean): Fired;
}

const none: Fired = new Map();

export interface FaultOptions {
  /** Paths of rules may start with it. */
  readonly basePath?: string;
  /** One spelling of an account. */
  readonly accountOf?: (account: string) => string;
}

/** Kept with the world across restarts. */
export function createFaults(
  kinds: { readonly [fault: string]: FaultKind },
  world: World,
  platform: string,
  options: FaultOptions = {},
): Faults {
  const { accountOf = (account) => account, basePath } = options;
  const prefix = `fault ${platform} `;
  let active = world.notes
    .starting(prefix)
    .map(([note, kept]) => activate(kinds, note, kept as unknown as KeptRule, basePath));
  let added = Math.max(0, ...active.map(({ note }) => Number(note.slice(prefix.length))));

  const keep = ({ note, rule, seed, seen, fired, rolls }: Active) =>
    world.notes.set(note, { rule: optionsOf(rule), seed, seen, fired, rolls });

  return {
    add(rule) {
      added += 1;
      const seed = rule.seed ?? world.seed + active.length;
      const each = activate(
        kinds,
        `${prefix}${added}`,
        { rule, seed, seen: 0, fired: 0, rolls: 0 },
        basePath,
      );
      active.push(each);
      keep(each);
    },
    clear() {
      active = [];
      world.notes.forget(prefix);
    },
    rules: () => active.map(({ rule, seen, fired }) => ({ ...optionsOf(rule), seen, fired })),
    fire(call, exactly = false) {
      if (active.length === 0) return none;
      const fired = new Map<string, JsonObject>();
      for (const each of active) {
        if (
          exactly
            ? `/${each.rule.path?.replace(/^\//, '')}` !== call.path
            : !matches(each, call, accountOf)
        )
          continue;
        if (meets(each)) fired.set(each.rule.fault, optionsOf(each.rule));
        keep(each);
      }
      return fired;
    },
  };
}

interface KeptRule {
  readonly rule: FaultRule;
  readonly seed: number;
  readonly seen: number;
  readonly fired: number;
  readonly rolls: number;
}

interface Active {
  readonly note: string;
  readonly rule: FaultRule;
  readonly method: string | undefined;
  readonly isMeant: ((path: string) => boolean) | undefined;
  readonly seed: number;
  readonly dice: () => number;
  seen: number;
  fired: number;
  rolls: number;
}

function activate(
  kinds: { readonly [fault: string]: FaultKind },
  note: string,
  kept: KeptRule,
  basePath: string | undefined,
): Active {
  const { rule, seed, seen, fired, rolls } = kept;
  const kind = kinds[rule.fault];
  const path = rule.path ?? kind?.path;
  const dice = createDice(seed);
  for (let roll = 0; roll < rolls; roll++) dice();
  return {
    note,
    rule,
    method: (rule.method ?? kind?.method)?.toUpperCase(),
    isMeant: path === undefined ? undefined : pathPattern(path, basePath),
    seed,
    dice,
    seen,
    fired,
    rolls,
  };
}

function meets(each: Active): boolean {
  const { nth, times, probability } = each.rule;
  each.seen += 1;
  if (each.seen < (nth ?? 1)) return false;
  if (each.fired >= (times ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1))) return false;
  if (probability !== undefined) {
    each.rolls += 1;
    if (each.dice() >= probability) return false;
  }
  each.fired += 1;
  return true;
}

function matches(each: Active, call: FaultCall, accountOf: (account: string) => string) {
  const { account } = each.rule;
  if (each.method !== undefined && each.method !== call.method) return false;
  if (
    account !== undefined &&
    (call.account === undefined || accountOf(account) !== accountOf(call.account))
  )
    return false;
  return each.isMeant === undefined || each.isMeant(call.path);
}

const optionsOf = (rule: FaultRule): JsonObject =>
  Object.fromEntries(
    Object.entries(rule).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
