import type { Fault } from '../errors.ts';
import { join } from '../schema/faults.ts';
import { adFieldNames, creatorFieldNames, launchOptionNames, mediaFieldNames } from '../schema/launch-request.ts';
import { unknownFields, type Warning } from '../schema/unknown-fields.ts';
import type { LaunchAd } from './ad.ts';
import { accountFieldOf, readLaunchBody, type SentLaunch } from './body.ts';
import { MAX_ADS } from './limits.ts';
import { type NormalizeContext, normalizeAd } from './normalize-ad.ts';
import { liesIn } from './read-ad.ts';

export interface NormalizedLaunch {
  readonly ads: readonly LaunchAd[];
  readonly faults: readonly Fault[];
  /** Where something stands in the request, by where it would under the name used here. */
  readonly sentAs: ReadonlyMap<string, string>;
  /** Places that could not be read: their faults are told, and none that follow from them. */
  readonly broken: readonly string[];
  readonly warnings: readonly Warning[];
  /** Skips the capacity check. */
  readonly force: boolean;
  /** The plan the caller has seen and agrees to. */
  readonly planDigest?: string;
  readonly name?: string;
}

/**
 * Brings every accepted body to one form. Throws `bad_request` when there is no list of ads to speak of;
 * everything that is wrong inside an ad becomes a fault instead.
 */
export const normalizeLaunch = (body: unknown, context: NormalizeContext): NormalizedLaunch =>
  normalizeSent(readLaunchBody(body), context);

/** The same for a body that was read already. */
export function normalizeSent(sent: SentLaunch, context: NormalizeContext): NormalizedLaunch {
  const faults: Fault[] = [...sent.faults];
  const ads: LaunchAd[] = [];
  const sentAs = new Map<string, string>();
  if (sent.ads.length === 0 || sent.ads.length > MAX_ADS)
    faults.push({
      path: sent.adsPath,
      code: 'ads_count',
      message: `A launch holds 1 to ${MAX_ADS} ads; these are ${sent.ads.length}.${sent.ads.length === 0 ? '' : ' Split it.'}`,
    });
  sent.ads.forEach(({ path, input, faults: unread, broken }, index) => {
    faults.push(...unread);
    if (input === undefined) return;
    const result = normalizeAd(input, {
      index,
      path,
      topAdSets: sent.options.adSets,
      topAdSetsPath: sent.adSetsPath,
      useDefaults: sent.options.useDefaults === true,
      context,
    });
    const accountField = accountFieldOf(input);
    if (accountField !== 'adAccountId') sentAs.set(join(path, 'adAccountId'), join(path, accountField));
    ads.push(result.ad);
    faults.push(...result.faults.filter((fault) => !liesIn(fault.path, broken)));
  });
  const { planDigest, name } = sent.options;
  return {
    ads,
    faults,
    sentAs,
    broken: [...sent.broken, ...sent.ads.flatMap(({ broken }) => broken)],
    warnings: fieldWarnings(sent),
    force: sent.options.force === true,
    ...(planDigest === undefined ? {} : { planDigest }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Members of a body that nobody reads. */
export function fieldWarnings({ warnings, ads }: SentLaunch): Warning[] {
  return [
    ...warnings,
    ...ads.flatMap(({ path, input }) => {
      if (input === undefined) return [];
      const known = path === '' || path === 'creativeState' ? [...adFieldNames, ...launchOptionNames] : adFieldNames;
      return [
        ...unknownFields(input, known, path),
        ...(input.media ?? []).flatMap((item, position) =>
          unknownFields(item, mediaFieldNames, join(join(path, 'media'), position)),
        ),
        ...unknownFields(input.partnershipAd ?? {}, creatorFieldNames, join(path, 'partnershipAd')),
      ];
    }),
  ];
}
