import * as v from 'valibot';
import type { Fault } from '../../base/errors.ts';
import { faultsOf, join } from '../../base/schema/faults.ts';
import { type AdInput, adInput } from '../request-schema.ts';

/** One ad as sent, with the place it stands in. */
export interface SentAd {
  readonly path: string;
  /** What could be read of it; undefined when that is too little to hold it against the rules. */
  readonly input?: AdInput;
  /** What could not be read. */
  readonly faults: readonly Fault[];
  /** The places of those faults: whatever a rule finds wrong there follows from them. */
  readonly broken: readonly string[];
}

/** These decide which rules there are: where one cannot be read, no rule can be held against the ad. */
const decisive = [
  'type',
  'scalePostId',
  'partnershipCode',
  'adAccountType',
  'adAccountId',
  'accountId',
  'businessId',
  'accountIds',
  'adAccountIds',
  'workspaceId',
];

/** Reads an ad. What is of the wrong type is left out and told, so that everything else can be judged along with it. */
export function readAd(value: unknown, path: string): SentAd {
  const parsed = v.safeParse(adInput, value);
  if (parsed.success) return { path, input: parsed.output, faults: [], broken: [] };
  const faults = faultsOf(parsed.issues, path);
  const places = parsed.issues.map(({ path: keys = [] }) => keys.map(({ key }) => key));
  const rest = v.safeParse(adInput, withoutThese(value, places));
  const unreadable = places.some(([field]) => field === undefined || decisive.includes(String(field)));
  if (unreadable || !rest.success) return { path, faults, broken: [] };
  return { path, input: rest.output, faults, broken: places.flatMap((keys) => placesOf(path, keys)) };
}

/** A name that cannot be built is not missing. */
const placesOf = (path: string, keys: readonly unknown[]): string[] =>
  keys[0] === 'naming' ? [placeOf(path, keys), join(path, 'adName')] : [placeOf(path, keys)];

/** A medium is broken as a whole: its parts speak of each other. */
const placeOf = (path: string, [field, position]: readonly unknown[]): string =>
  field === 'media' && typeof position === 'number' ? join(join(path, 'media'), position) : join(path, String(field));

function withoutThese(value: unknown, places: readonly (readonly unknown[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const rest: { [field: string]: unknown } = { ...value };
  const brokenMedia = new Map<number, unknown[]>();
  for (const [field, position, member] of places) {
    if (field === 'media' && typeof position === 'number')
      brokenMedia.set(position, [...(brokenMedia.get(position) ?? []), member]);
    else delete rest[String(field)];
  }
  if (Array.isArray(rest.media))
    rest.media = rest.media.map((item: unknown, i) => (brokenMedia.get(i) ?? []).reduce(without, item));
  return rest;
}

/** A medium without one of its members; without a member named, nothing is left of it. */
function without(item: unknown, member: unknown): unknown {
  if (member === undefined || typeof item !== 'object' || item === null) return {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== member));
}

/** Whether a fault lies in a place that could not be read. Costs the same however many of those there are. */
export function liesIn(path: string, broken: ReadonlySet<string>): boolean {
  if (broken.size === 0) return false;
  for (let end = 0; end <= path.length; end++)
    if ((end === path.length || path[end] === '.' || path[end] === '[') && broken.has(path.slice(0, end))) return true;
  return false;
}
