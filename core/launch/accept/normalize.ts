import { defined } from '../../base/defined.ts';
import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import { atOnce, type Steps } from '../../records/steps.ts';
import type { AdsInto } from '../request-schema.ts';
import { parentsInRows, placedAds } from '../structure/rows.ts';
import { accountFieldOf, readLaunchBody, type SentLaunch } from './body.ts';
import type { LaunchFacts } from './facts.ts';
import { filledAd } from './fill.ts';
import { normalizeAd, normalizeAdSets } from './normalize-ad.ts';
import { liesIn } from './read-ad.ts';

export interface NormalizedLaunch {
  readonly ads: readonly LaunchAd[];
  readonly faults: readonly Fault[];
  /** The place in the request, by the place under the name used here. */
  readonly sentAs: ReadonlyMap<string, string>;
  /** Unreadable places: what follows from their faults is not reported. */
  readonly broken: ReadonlySet<string>;
  readonly force: boolean;
  /**
   * Whether ads launched before are to be launched again; undefined where the request does not say.
   */
  readonly again: boolean | undefined;
  readonly planDigest?: string;
  readonly name?: string;
  readonly after?: readonly AdsInto[];
}

/**
 * Brings a body to one form at once. Throws `bad_request` without a list of ads; what is wrong
 * inside an ad becomes a fault.
 */
export function normalizeLaunch(body: unknown, facts: LaunchFacts): NormalizedLaunch {
  const read = atOnce(readLaunchBody(body));
  const { byAd, faults } = parentsInRows(read);
  const launch = atOnce(normalizeSent(placedAds(read, byAd), facts));
  return faults.length === 0 ? launch : { ...launch, faults: [...launch.faults, ...faults] };
}

export function* normalizeSent(sent: SentLaunch, facts: LaunchFacts): Steps<NormalizedLaunch> {
  const faults: Fault[] = [...sent.faults];
  const ads: LaunchAd[] = [];
  const sentAs = new Map<string, string>();
  const broken = new Set(sent.broken);
  const forAll = sent.options.adSets && {
    adSets: normalizeAdSets(sent.options.adSets),
    path: sent.adSetsPath,
  };
  const useDefaults = sent.options.useDefaults === true;
  for (const [index, { path, input, faults: unread, broken: unreadable }] of sent.ads.entries()) {
    yield;
    faults.push(...unread);
    for (const place of unreadable) broken.add(place);
    if (input === undefined) continue;
    const filled = filledAd(input, { index, path }, facts.fillings);
    const result = normalizeAd(filled.input, { index, path, forAll, useDefaults, facts });
    const accountField = accountFieldOf(input);
    if (accountField !== 'adAccountId')
      sentAs.set(join(path, 'adAccountId'), join(path, accountField));
    ads.push(result.ad);
    for (const fault of [...filled.faults, ...result.faults])
      if (!liesIn(fault.path, broken))
        faults.push({ ...fault, path: sentAs.get(fault.path) ?? fault.path });
  }
  const { planDigest, name, after } = sent.options;
  return {
    ads,
    faults,
    sentAs,
    broken,
    force: sent.options.force === true,
    again: sent.options.again,
    ...defined({ planDigest, name, after }),
  };
}
