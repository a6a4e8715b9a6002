import { createDice } from '../dice.ts';
import type { Entity, Table } from '../entity.ts';
import type { FaultKind, FaultRule, Fired } from '../faults.ts';
import type { DescribedFault } from '../platform.ts';
import type { World } from '../world.ts';

/**
 * A platform says no. Thrown by whatever part of a simulator found the reason; `fault` is the
 * reason in its words.
 *
 * @example
 * import { Refused } from 'slipway-sandbox/kit';
 *
 * export const tooMany = () => new Refused({ status: 429 }, 'Too many calls.');
 */
export class Refused<Fault> extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Damage {
  readonly kind: 'cut' | 'html' | 'empty' | 'slow' | 'status-200';
  readonly status?: number;
  readonly ms?: number;
}

/**
 * Played by the shell; without these fields, by the part it concerns. Families are numbered as the
 * first platform's.
 */
export interface PlayedFault<Fault> extends DescribedFault {
  /** 'none': the call is not carried out. Default 'done'. */
  readonly effect?: 'none' | 'done';
  /** Replaces the answer. */
  readonly refusal?: Fault;
  readonly http?: Damage;
  /** Carried out after the delay. */
  readonly late?: boolean;
}

export type FaultLibrary<Fault> = Table<PlayedFault<Fault>>;

/**
 * A refusal, nothing done.
 *
 * @example
 * import { refusing } from 'slipway-sandbox/kit';
 *
 * export const throttle = refusing(3, 'too many calls', { status: 429 });
 */
export const refusing = <Fault>(
  family: number,
  what: string,
  refusal: Fault,
): PlayedFault<Fault> => ({
  family,
  what,
  effect: 'none',
  refusal,
});

/** Played by the part it concerns. */
export const behaviour = (family: number, what: string, where: FaultKind = {}): DescribedFault => ({
  family,
  what,
  ...where,
});

/**
 * Faults that every platform can have. `system`: its answer when it fails; `known`: how that is
 * known.
 *
 * @example
 * import { commonFaults, refusing } from 'slipway-sandbox/kit';
 *
 * type Fault = { readonly status: number };
 * export const faults = {
 *   ...commonFaults<Fault>({ system: { status: 500 }, known: '500', any: { status: 400 }, takes: 'status' }),
 *   throttle: refusing<Fault>(3, 'too many calls', { status: 429 }),
 * };
 */
export const commonFaults = <Fault>({
  system,
  known,
  any,
  takes,
  done = any,
}: {
  readonly system: Fault;
  readonly known: string;
  /** The refusal that rules fill in, and its options. */
  readonly any: Fault;
  readonly takes: string;
  /** The refusal of what was done all the same. Default: `any`. */
  readonly done?: Fault;
}): FaultLibrary<Fault> => ({
  transient: refusing(1, `${known}, nothing done`, system),
  'failed-but-created': {
    family: 1,
    what: `${known}, and yet it was done`,
    refusal: system,
    method: 'POST',
  },

  'html-502': {
    family: 2,
    what: 'an HTML page with 502, nothing done',
    effect: 'none',
    http: { kind: 'html', status: 502 },
  },
  'html-503': {
    family: 2,
    what: 'an HTML page with 503, nothing done',
    effect: 'none',
    http: { kind: 'html', status: 503 },
  },
  'html-but-done': {
    family: 2,
    what: 'an HTML page with 502, and yet it was done',
    http: { kind: 'html', status: 502 },
  },
  'empty-body': { family: 2, what: '200 without a body; it was done', http: { kind: 'empty' } },
  'connection-cut': {
    family: 2,
    what: 'the connection breaks before anything is done',
    effect: 'none',
    http: { kind: 'cut' },
  },
  'answer-lost': {
    family: 2,
    what: 'it is done, then the connection breaks',
    http: { kind: 'cut' },
  },
  slow: {
    family: 2,
    what: 'no answer for `ms` (90000), nothing done',
    effect: 'none',
    http: { kind: 'slow' },
  },
  'slow-but-done': {
    family: 2,
    what: 'done at once, answered after `ms` (90000)',
    http: { kind: 'slow' },
  },
  'late-effect': {
    family: 2,
    what: 'done only after `ms` (90000), whether anyone still waits or not',
    late: true,
  },

  error: refusing(19, `any refusal: give ${takes}`, any),
  'error-but-done': {
    family: 19,
    what: 'any refusal, as above, and yet it was done',
    refusal: done,
  },
});

/** Hits a share of the requests that write. */
export const onPost = (fault: string, probability: number, path?: string): FaultRule => ({
  fault,
  method: 'POST',
  ...(path !== undefined && { path }),
  probability,
});

/**
 * Whether a fault hides an object younger than its `ms`; with `type` drawn, than a part of it that
 * is drawn for the object.
 */
export function isTooNew(
  { world, fired }: { readonly world: World; readonly fired: Fired },
  { id, created }: Entity,
  fault: string,
  ms = 5_000,
): boolean {
  const rule = fired.get(fault);
  if (rule === undefined) return false;
  const share =
    rule.type === 'drawn' ? createDice(world.seed + Number(id.replace(/\D/g, '').slice(-6)))() : 1;
  return world.now() - created < Number(rule.ms ?? ms) * share;
}

export const commonTroubles = {
  'answer lost': { fault: 'answer-lost' },
  'failed but done': { fault: 'failed-but-created' },
  'cut before': { fault: 'connection-cut' },
  html: { fault: 'html-502' },
  throttled: { fault: 'throttle' },
  'token dead': { fault: 'token-expired' },
} as const;

interface Played<Fault> {
  readonly skip: boolean;
  readonly refusal: Fault | undefined;
  readonly damage: Damage | undefined;
  readonly lateMs: number;
}

export function play<Fault extends object>(
  library: FaultLibrary<Fault>,
  fired: Fired,
): Played<Fault> {
  let played: Played<Fault> = { skip: false, refusal: undefined, damage: undefined, lateMs: 0 };
  for (const [name, options] of fired) {
    const fault = library[name];
    if (fault === undefined) continue;
    const ms = Number(options.ms ?? 90_000);
    played = {
      skip: played.skip || fault.effect === 'none',
      refusal: played.refusal ?? (fault.refusal && { ...fault.refusal, ...stated(options) }),
      damage: fault.http === undefined ? played.damage : { ...fault.http, ms },
      lateMs: fault.late === true ? ms : played.lateMs,
    };
  }
  return played;
}

/** Options of a refusal rule. */
function stated(options: Table<unknown>): object {
  const numbers = ['code', 'subcode', 'status'].filter((name) => typeof options[name] === 'number');
  const texts = ['message', 'title', 'userMessage', 'type'].filter(
    (name) => typeof options[name] === 'string',
  );
  return Object.fromEntries([...numbers, ...texts].map((name) => [name, options[name]]));
}
