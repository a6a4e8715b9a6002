import { createDice } from './dice.ts';
import type { Json, JsonObject } from './world.ts';

/** What a platform can play, and where it plays it unless the rule says otherwise. */
export interface FaultKind {
  readonly method?: string;
  readonly path?: string;
}

export interface FaultRule {
  readonly fault: string;
  /** GET, POST, DELETE; any when absent. */
  readonly method?: string;
  /** Matched against the path without host, platform and version (`/act_1/ads`); `*` stands for anything. */
  readonly path?: string;
  /** Only from the nth matching call on, counted from 1 since the rule was added. */
  readonly nth?: number;
  /** How often it fires: once where `nth` is given, otherwise until removed. */
  readonly times?: number;
  /** 0 to 1, for each matching call. */
  readonly probability?: number;
  readonly account?: string;
  /** Of the dice behind `probability`. */
  readonly seed?: number;
  /** Whatever the fault itself takes (`ms`, `code`, …). */
  readonly [option: string]: Json | undefined;
}

export interface FaultCall {
  readonly method: string;
  readonly path: string;
  readonly account: string | undefined;
}

/** The faults that hit one call, by name, with the options of their rules. */
export type Fired = ReadonlyMap<string, JsonObject>;

export interface Faults {
  add(rule: FaultRule): void;
  clear(): void;
  /** Each rule as it was given, with how often it was met and fired. */
  rules(): readonly JsonObject[];
  /**
   * Counts the call with every rule it matches; several may fire at once. With `exactly`, only rules that name
   * this very path are asked: how a request that carries many calls is addressed as a whole.
   */
  fire(call: FaultCall, exactly?: boolean): Fired;
}

const none: Fired = new Map();

export function createFaults(kinds: { readonly [fault: string]: FaultKind }, worldSeed: number): Faults {
  let active: Active[] = [];

  return {
    add(rule) {
      const kind = kinds[rule.fault];
      const path = rule.path ?? kind?.path;
      active.push({
        rule,
        method: (rule.method ?? kind?.method)?.toUpperCase(),
        pattern: path === undefined ? undefined : patternOf(path),
        account: rule.account === undefined ? undefined : withoutPrefix(rule.account),
        dice: createDice(rule.seed ?? worldSeed + active.length),
        seen: 0,
        fired: 0,
      });
    },
    clear() {
      active = [];
    },
    rules: () => active.map(({ rule, seen, fired }) => ({ ...optionsOf(rule), seen, fired })),
    fire(call, exactly = false) {
      if (active.length === 0) return none;
      const fired = new Map<string, JsonObject>();
      for (const each of active) {
        if (exactly ? each.rule.path !== call.path : !matches(each, call)) continue;
        each.seen += 1;
        if (each.seen < (each.rule.nth ?? 1)) continue;
        if (each.fired >= (each.rule.times ?? (each.rule.nth === undefined ? Number.POSITIVE_INFINITY : 1))) continue;
        if (each.rule.probability !== undefined && each.dice() >= each.rule.probability) continue;
        each.fired += 1;
        fired.set(each.rule.fault, optionsOf(each.rule));
      }
      return fired;
    },
  };
}

interface Active {
  readonly rule: FaultRule;
  readonly method: string | undefined;
  readonly pattern: RegExp | undefined;
  readonly account: string | undefined;
  readonly dice: () => number;
  seen: number;
  fired: number;
}

function matches(each: Active, call: FaultCall): boolean {
  if (each.method !== undefined && each.method !== call.method) return false;
  if (each.account !== undefined && (call.account === undefined || each.account !== withoutPrefix(call.account))) return false;
  return each.pattern === undefined || each.pattern.test(call.path);
}

function patternOf(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^/?${parts.join('.*').replace(/^\//, '')}/?$`);
}

const withoutPrefix = (account: string): string => account.replace(/^act_/, '');

const optionsOf = (rule: FaultRule): JsonObject =>
  Object.fromEntries(Object.entries(rule).filter((entry): entry is [string, Json] => entry[1] !== undefined));
