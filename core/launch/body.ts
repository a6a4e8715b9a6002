import * as v from 'valibot';
import { SlipwayError } from '../errors.ts';
import { faultsOf, join } from '../schema/faults.ts';
import { type AdInput, adFieldNames, adInput, launchOptionNames, launchOptions } from '../schema/launch-request.ts';
import { unknownFields, type Warning } from '../schema/unknown-fields.ts';

/** One ad as sent, with the place it stands in. */
export interface SentAd {
  readonly path: string;
  readonly parsed: v.SafeParseResult<typeof adInput>;
}

export interface SentLaunch {
  readonly ads: readonly SentAd[];
  readonly options: v.InferOutput<typeof launchOptions>;
  readonly warnings: readonly Warning[];
}

/** What must be looked up before a body can be normalised. */
export function namesIn({ ads }: SentLaunch): {
  readonly accountIds: readonly string[];
  readonly mediaUrls: readonly string[];
} {
  const accountIds = new Set<string>();
  const mediaUrls = new Set<string>();
  for (const { parsed } of ads) {
    if (!parsed.success) continue;
    const accountId = accountIdOf(parsed.output);
    if (accountId !== undefined) accountIds.add(accountId);
    for (const { url } of parsed.output.media ?? []) if (url) mediaUrls.add(url.trim());
  }
  return { accountIds: [...accountIds], mediaUrls: [...mediaUrls] };
}

/**
 * Finds the ads in a body: `{ ads, adSets? }`, one ad's fields at top level, or either of them inside
 * `creativeState`. Throws `bad_request` when there are none to speak of.
 */
export function readLaunchBody(body: unknown, path = ''): SentLaunch {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new SlipwayError('bad_request', 'The body must be a JSON object with `ads`, a list of ads.');
  const fields = body as { [name: string]: unknown };
  if (fields.creativeState !== undefined && path === '') {
    // Options may stand beside the wrapper as well as inside it.
    const { creativeState, ...beside } = fields;
    const inner = typeof creativeState === 'object' && creativeState !== null ? { ...beside, ...creativeState } : creativeState;
    return readLaunchBody(inner, 'creativeState');
  }
  const options = v.safeParse(launchOptions, fields);
  if (!options.success)
    throw new SlipwayError('bad_request', 'The request is not in the form of a launch.', {
      details: faultsOf(options.issues, path),
    });
  if (fields.ads === undefined) {
    const looksLikeAd = adFieldNames.some((name) => name !== 'adSets' && fields[name] !== undefined);
    if (!looksLikeAd)
      throw new SlipwayError('bad_request', '`ads` is missing: send a list of ads, or one ad’s fields at top level.', {
        details: [{ path: join(path, 'ads'), code: 'missing_field', message: 'ads is missing.' }],
      });
    return { ads: [{ path, parsed: v.safeParse(adInput, fields) }], options: options.output, warnings: [] };
  }
  if (!Array.isArray(fields.ads))
    throw new SlipwayError('bad_request', '`ads` must be a list.', {
      details: [{ path: join(path, 'ads'), code: 'wrong_type', message: 'ads must be a list.' }],
    });
  return {
    ads: fields.ads.map((value, index) => ({ path: join(join(path, 'ads'), index), parsed: v.safeParse(adInput, value) })),
    options: options.output,
    warnings: unknownFields(fields, launchOptionNames, path),
  };
}

export const accountIdOf = (ad: AdInput): string | undefined =>
  given(ad.adAccountId) ?? given(ad.accountId) ?? given(ad.businessId);

/** Empty text counts as not given: that is what an empty cell is. */
export const given = (value: string | null | undefined): string | undefined =>
  value === null || value === undefined || value.trim() === '' ? undefined : value.trim();
