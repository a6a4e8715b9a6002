import * as v from 'valibot';
import { type Fault, SlipwayError } from '../errors.ts';
import { faultsOf, join } from '../schema/faults.ts';
import { type AdInput, adFieldNames, launchOptionNames, launchOptions } from '../schema/launch-request.ts';
import { unknownFields, type Warning } from '../schema/unknown-fields.ts';
import { readAd, type SentAd } from './read-ad.ts';

export interface SentLaunch {
  readonly ads: readonly SentAd[];
  readonly options: v.InferOutput<typeof launchOptions>;
  /** Where the list of ads stands, or should. */
  readonly adsPath: string;
  /** Where the ad sets for all ads stand. */
  readonly adSetsPath: string;
  /** What could not be read beside the ads, and its places. */
  readonly faults: readonly Fault[];
  readonly broken: readonly string[];
  readonly warnings: readonly Warning[];
}

/** What must be looked up before a body can be normalised. */
export function namesIn({ ads }: SentLaunch): {
  readonly accountIds: readonly string[];
  readonly mediaUrls: readonly string[];
} {
  const accountIds = new Set<string>();
  const mediaUrls = new Set<string>();
  for (const { input } of ads) {
    if (input === undefined) continue;
    const accountId = accountIdOf(input);
    if (accountId !== undefined) accountIds.add(accountId);
    for (const { url } of input.media ?? []) if (url) mediaUrls.add(url.trim());
  }
  return { accountIds: [...accountIds], mediaUrls: [...mediaUrls] };
}

/**
 * Finds the ads in a body: `{ ads, adSets? }`, one ad's fields at top level, or either of them inside
 * `creativeState`. Throws `bad_request` when there are none to speak of.
 */
export function readLaunchBody(body: unknown): SentLaunch {
  const outer = asFields(body);
  const { creativeState, ...beside } = outer;
  const wrapped = creativeState !== undefined && creativeState !== null;
  const path = wrapped ? 'creativeState' : '';
  const inner = wrapped ? asFields(creativeState) : outer;
  // Options may stand beside the wrapper as well as inside it.
  const fields = wrapped ? { ...beside, ...inner } : outer;
  const placeOf = (name: string): string => join(name in inner ? path : '', name);

  if (fields.ads === undefined) {
    if (!adFieldNames.some((name) => name !== 'adSets' && fields[name] !== undefined))
      throw noLaunch('`ads` is missing: send a list of ads, or one ad’s fields at top level.', [
        { path: join(path, 'ads'), code: 'missing_field', message: 'ads is missing.' },
      ]);
    // Its ad sets are its own; whatever is wrong with them is told as the ad's.
    const { adSets: _, ...options } = fields;
    const read = readOptions(options, placeOf);
    return { ...read, ads: [readAd(fields, path)], adsPath: join(path, 'ads'), warnings: [] };
  }
  if (!Array.isArray(fields.ads))
    throw noLaunch('`ads` must be a list.', [{ path: placeOf('ads'), code: 'wrong_type', message: 'ads must be a list.' }]);
  const adsPath = placeOf('ads');
  return {
    ...readOptions(fields, placeOf),
    ads: fields.ads.map((value, index) => readAd(value, join(adsPath, index))),
    adsPath,
    warnings: [
      ...unknownFields(inner, launchOptionNames, path),
      ...(wrapped ? unknownFields(beside, launchOptionNames, '') : []),
    ],
  };
}

/**
 * What stands beside the ads. A field of the wrong type makes this no launch; a single ad set that cannot be
 * read is a fault like any other.
 */
function readOptions(
  fields: { readonly [name: string]: unknown },
  placeOf: (name: string) => string,
): Pick<SentLaunch, 'options' | 'adSetsPath' | 'faults' | 'broken'> {
  const adSetsPath = placeOf('adSets');
  const parsed = v.safeParse(launchOptions, fields);
  if (parsed.success) return { options: parsed.output, adSetsPath, faults: [], broken: [] };
  const faults = parsed.issues.flatMap((issue) => {
    const place = placeOf(String(issue.path?.[0]?.key ?? ''));
    // Paths start anew at the field, which may stand beside the wrapper or inside it.
    return faultsOf([issue], '').map((fault) => ({ ...fault, path: place.replace(/[^.]*$/, '') + fault.path }));
  });
  if (parsed.issues.some(({ path = [] }) => path.length < 2))
    throw noLaunch('The request is not in the form of a launch.', faults);
  const positions = new Set(parsed.issues.map(({ path = [] }) => path[1]?.key));
  const adSets = Array.isArray(fields.adSets) ? fields.adSets.map((each, i) => (positions.has(i) ? '' : each)) : undefined;
  return {
    options: v.parse(launchOptions, { ...fields, adSets }),
    adSetsPath,
    faults,
    broken: [...positions].map((position) => join(adSetsPath, Number(position))),
  };
}

function asFields(value: unknown): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw noLaunch('The body must be a JSON object with `ads`, a list of ads.', []);
  return value as { readonly [name: string]: unknown };
}

const noLaunch = (message: string, details: readonly Fault[]): SlipwayError =>
  new SlipwayError('bad_request', message, { details });

/** The names an ad's account goes by, the first one given counts. */
const accountFields = ['adAccountId', 'accountId', 'businessId'] as const;

export const accountFieldOf = (ad: AdInput): (typeof accountFields)[number] =>
  accountFields.find((field) => given(ad[field]) !== undefined) ?? 'adAccountId';

export const accountIdOf = (ad: AdInput): string | undefined => given(ad[accountFieldOf(ad)]);

/** Empty text counts as not given: that is what an empty cell is. */
export const given = (value: string | null | undefined): string | undefined =>
  value === null || value === undefined || value.trim() === '' ? undefined : value.trim();
