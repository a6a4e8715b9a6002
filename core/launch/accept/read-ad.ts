import * as v from 'valibot';
import type { Fault } from '../../base/errors.ts';
import { faultsOf, join } from '../../base/schema/faults.ts';
import { type AdInput, adInput } from '../request-schema.ts';

export interface SentAd {
  readonly path: string;
  /** Undefined when too little could be read to check it against the rules. */
  readonly input?: AdInput;
  readonly faults: readonly Fault[];
  /** The places of the faults: what a rule finds wrong there follows from them. */
  readonly broken: readonly string[];
}

/** These decide which rules apply: where one cannot be read, no rule is checked. */
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

/** Leaves out what has the wrong type, so that the rest can be checked too. */
export function readAd(value: unknown, path: string): SentAd {
  const parsed = v.safeParse(adInput, value);
  if (parsed.success) return { path, input: parsed.output, faults: [], broken: [] };
  const faults = faultsOf(parsed.issues, path);
  const places = parsed.issues.map(({ path: keys = [] }) => keys.map(({ key }) => key));
  const rest = v.safeParse(adInput, withoutThese(value, places));
  const unreadable = places.some(
    ([field]) => field === undefined || decisive.includes(String(field)),
  );
  if (unreadable || !rest.success) return { path, faults, broken: [] };
  return {
    path,
    input: rest.output,
    faults,
    broken: places.flatMap((keys) => placesOf(path, keys)),
  };
}

/** A name that cannot be built is not missing. */
const placesOf = (path: string, keys: readonly unknown[]): string[] =>
  keys[0] === 'naming' ? [placeOf(path, keys), join(path, 'adName')] : [placeOf(path, keys)];

/** A medium is broken as a whole: its parts refer to each other. */
const placeOf = (path: string, [field, position]: readonly unknown[]) =>
  field === 'media' && typeof position === 'number'
    ? join(join(path, 'media'), position)
    : join(path, String(field));

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
    rest.media = rest.media.map((item: unknown, i) =>
      (brokenMedia.get(i) ?? []).reduce(without, item),
    );
  return rest;
}

/** Nothing is left of a medium when no member is named. */
function without(item: unknown, member: unknown): unknown {
  if (member === undefined || typeof item !== 'object' || item === null) return {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== member));
}

/** Costs the same however many places are broken. */
export function liesIn(path: string, broken: ReadonlySet<string>): boolean {
  if (broken.size === 0) return false;
  for (let end = 0; end <= path.length; end++)
    if (
      (end === path.length || path[end] === '.' || path[end] === '[') &&
      broken.has(path.slice(0, end))
    )
      return true;
  return false;
}
