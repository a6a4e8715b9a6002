import * as v from 'valibot';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { faultsOf, join } from '../../base/schema/faults.ts';
import type { Steps } from '../../records/steps.ts';
import { type AdInput, adFieldNames, launchOptions } from '../request-schema.ts';
import { readAd, type SentAd } from './read-ad.ts';

export interface SentLaunch {
  readonly ads: readonly SentAd[];
  readonly options: v.InferOutput<typeof launchOptions>;
  readonly adsPath: string;
  readonly adSetsPath: string;
  /** Unreadable members beside the ads, and their places. */
  readonly faults: readonly Fault[];
  readonly broken: readonly string[];
  /** The members beside the ads; empty where one ad's fields stand at top level. */
  readonly beside: readonly { readonly fields: object; readonly path: string }[];
}

export function namesIn({ ads }: SentLaunch): {
  readonly accountIds: readonly string[];
  readonly mediaUrls: readonly string[];
  readonly workspaceIds: readonly string[];
} {
  const accountIds = new Set<string>();
  const mediaUrls = new Set<string>();
  const workspaceIds = new Set<string>();
  for (const { input } of ads) {
    if (input === undefined) continue;
    const accountId = accountIdOf(input);
    if (accountId !== undefined) accountIds.add(accountId);
    const workspaceId = nonBlank(input.workspaceId);
    if (workspaceId !== undefined) workspaceIds.add(workspaceId);
    for (const { url } of input.media ?? []) if (url) mediaUrls.add(url.trim());
  }
  return {
    accountIds: [...accountIds],
    mediaUrls: [...mediaUrls],
    workspaceIds: [...workspaceIds],
  };
}

interface Unwrapped {
  readonly inner: Fields;
  readonly beside: Fields;
  /** Both: options may stand in either. */
  readonly fields: Fields;
  readonly path: string;
  placeOf(name: string): string;
}

type Fields = { readonly [name: string]: unknown };

/** Throws `bad_request` when the body, or what it wraps, is no object. */
export function unwrapped(body: unknown): Unwrapped {
  const outer = asFields(body);
  const { creativeState, ...beside } = outer;
  if (creativeState === undefined || creativeState === null)
    return { inner: outer, beside: {}, fields: outer, path: '', placeOf: (name) => name };
  const inner = asFields(creativeState);
  const placeOf = (name: string) => join(name in inner ? 'creativeState' : '', name);
  return { inner, beside, fields: { ...beside, ...inner }, path: 'creativeState', placeOf };
}

/**
 * Finds the ads in a body: `{ ads, adSets? }`, one ad's fields at top level, or either of them
 * inside `creativeState`. Throws `bad_request` without ads.
 */
export function* readLaunchBody(body: unknown): Steps<SentLaunch> {
  const { inner, beside, fields, path, placeOf } = unwrapped(body);
  if (fields.ads === undefined) {
    if (!adFieldNames.some((name) => name !== 'adSets' && fields[name] !== undefined))
      throw noLaunch('`ads` is missing: send a list of ads, or one ad’s fields at top level.', [
        { path: join(path, 'ads'), code: 'missing_field', message: 'ads is missing.' },
      ]);
    const { adSets: _, ...options } = fields;
    const read = readOptions(options, placeOf);
    return { ...read, ads: [readAd(fields, path)], adsPath: join(path, 'ads'), beside: [] };
  }
  if (!Array.isArray(fields.ads))
    throw noLaunch('`ads` must be a list.', [
      { path: placeOf('ads'), code: 'wrong_type', message: 'ads must be a list.' },
    ]);
  const adsPath = placeOf('ads');
  const ads: SentAd[] = [];
  for (const value of fields.ads) {
    ads.push(readAd(value, join(adsPath, ads.length)));
    yield;
  }
  return {
    ...readOptions(fields, placeOf),
    ads,
    adsPath,
    beside: [
      { fields: inner, path },
      { fields: beside, path: '' },
    ],
  };
}

/**
 * Throws where a field has the wrong type; a single unreadable ad set is a fault like any other.
 */
function readOptions(
  fields: Fields,
  placeOf: (name: string) => string,
): Pick<SentLaunch, 'options' | 'adSetsPath' | 'faults' | 'broken'> {
  const adSetsPath = placeOf('adSets');
  const parsed = v.safeParse(launchOptions, fields);
  if (parsed.success) return { options: parsed.output, adSetsPath, faults: [], broken: [] };
  const faults = parsed.issues.flatMap((issue) => {
    const place = placeOf(String(issue.path?.[0]?.key ?? ''));
    // The path begins at the field, which may stand beside the wrapper or inside it.
    return faultsOf([issue], '').map((fault) => ({
      ...fault,
      path: place.slice(0, place.lastIndexOf('.') + 1) + fault.path,
    }));
  });
  // Only ad sets are read one by one: what is wrong inside another list is wrong of its field.
  const ofFields = parsed.issues.filter(
    ({ path = [] }) => path.length < 2 || path[0]?.key !== 'adSets',
  );
  if (ofFields.some(({ kind }) => kind === 'schema'))
    throw noLaunch('The request is not in the form of a launch.', faults);
  const readable: { [name: string]: unknown } = { ...fields };
  for (const { path = [] } of ofFields) delete readable[String(path[0]?.key)];
  const positions = new Set(
    parsed.issues.flatMap((issue) => (ofFields.includes(issue) ? [] : [issue.path?.[1]?.key])),
  );
  if (Array.isArray(readable.adSets))
    readable.adSets = readable.adSets.map((each: unknown, i) => (positions.has(i) ? '' : each));
  const rest = v.safeParse(launchOptions, readable);
  if (rest.success) {
    const broken = [...positions].map((position) => join(adSetsPath, Number(position)));
    return { options: rest.output, adSetsPath, faults, broken };
  }
  // With too many unreadable ad sets the rest was not looked at.
  const options = v.parse(launchOptions, { ...readable, adSets: undefined });
  return { options, adSetsPath, faults, broken: [adSetsPath] };
}

function asFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw noLaunch('The body must be a JSON object with `ads`, a list of ads.', []);
  return value as Fields;
}

const noLaunch = (message: string, details: readonly Fault[]): SlipwayError =>
  new SlipwayError('bad_request', message, { details });

export const accountFields = [
  'adAccountId',
  'accountId',
  'businessId',
  'accountIds',
  'adAccountIds',
] as const;

export function accountFieldOf(ad: AdInput): (typeof accountFields)[number] {
  for (const field of accountFields) if (nonBlank(ad[field]) !== undefined) return field;
  return 'adAccountId';
}

export const accountIdOf = (ad: AdInput): string | undefined => nonBlank(ad[accountFieldOf(ad)]);

/** Empty text counts as not given, as in an empty cell. */
export const nonBlank = (value: string | null | undefined): string | undefined =>
  value?.trim() || undefined;
