import { type AccountKey, accountKeyOf } from '../base/account-key.ts';
import { join } from '../base/schema/faults.ts';
import type { Warnings } from '../base/schema/unknown-fields.ts';
import type { LaunchAd } from '../ports/launch-ad.ts';
import type { AdSet } from '../ports/platform-accounts.ts';
import { kind, type Store, type Stored, type Write } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { adSetKey, type Plan } from './plan/plan.ts';
import { isNewId } from './structure/parents.ts';

interface CampaignTracking {
  readonly schemes: { readonly [scheme: string]: number };
}

/** Id: `<account> <campaign>`. */
export const campaignTrackingKind = kind<CampaignTracking>('campaign-tracking');

const MOST_SCHEMES = 10;

/** The same for all ads of a campaign; other values may differ from ad to ad. */
const SHARED = ['utm_source', 'utm_medium', 'utm_campaign'];

/**
 * How an ad is tracked: its parameters, with the values of those that a campaign shares. Digits are
 * replaced, so that dates and numbers make no difference. Empty where nothing is tracked.
 */
export function schemeOf({ link = '', utmTags = '' }: Pick<LaunchAd, 'link' | 'utmTags'>): string {
  const query = /\?([^#]*)/.exec(link)?.[1] ?? '';
  const parts = [...pairsOf(query), ...pairsOf(utmTags)].map(([name, value]) =>
    SHARED.includes(name) ? `${name}=${value.replace(/\d+/g, '#')}` : name,
  );
  return [...new Set(parts)].sort().join('&').slice(0, 1_000);
}

export type Schemes = ReadonlyMap<string, Stored<CampaignTracking> | undefined>;
type Campaigns = ReadonlyMap<
  AccountKey,
  ReadonlyMap<string, Pick<AdSet, 'campaignId'>> | undefined
>;

const campaignsOf = (ad: LaunchAd, adSets: Campaigns): readonly string[] => {
  const account = accountKeyOf(ad);
  const known = adSets.get(account);
  const campaigns = ad.adSets.flatMap(({ id }) => {
    const campaign = known?.get(id)?.campaignId;
    return campaign === undefined ? [] : [`${account} ${campaign}`];
  });
  return campaigns.length < 2 ? campaigns : [...new Set(campaigns)];
};

export async function readSchemes(
  store: Store,
  companyId: string,
  ads: readonly LaunchAd[],
  adSets: Campaigns,
): Promise<Schemes> {
  const campaigns = new Set<string>();
  for (const ad of ads) for (const campaign of campaignsOf(ad, adSets)) campaigns.add(campaign);
  return readTracking(store, companyId, campaigns);
}

export const readTracking = async (
  store: Store,
  companyId: string,
  campaigns: Iterable<string>,
): Promise<Schemes> =>
  new Map(
    await Promise.all(
      [...campaigns].map(
        async (id) => [id, await store.get(campaignTrackingKind, companyId, id)] as const,
      ),
    ),
  );

/**
 * Warns of ads tracked in another way than most of their campaign, those of this launch included.
 */
export function warnOfSchemes(
  warnings: Warnings,
  ads: readonly LaunchAd[],
  adSets: Campaigns,
  known: Schemes,
): void {
  const counts = new Map<string, Map<string, number>>(
    [...known].map(([id, tracking]) => [id, new Map(Object.entries(tracking?.doc.schemes ?? {}))]),
  );
  const schemeFor = schemesOnce();
  const placed = ads.map((ad) => ({ ad, own: schemeFor(ad), campaigns: campaignsOf(ad, adSets) }));
  for (const { own, campaigns } of placed)
    for (const campaign of campaigns) {
      const schemes = counts.get(campaign) ?? new Map<string, number>();
      counts.set(campaign, schemes.set(own, (schemes.get(own) ?? 0) + 1));
    }
  if ([...counts.values()].every((schemes) => schemes.size < 2)) return;
  const most = new Map([...counts].map(([campaign, schemes]) => [campaign, mostOf(schemes)]));
  for (const { ad, own, campaigns } of placed) {
    const other = campaigns
      .map((campaign) => most.get(campaign))
      .find((scheme) => scheme !== undefined && scheme !== own);
    if (other !== undefined)
      warnings.add(() => ({
        path: join(ad.path, ad.utmTags === undefined && ad.link !== undefined ? 'link' : 'utmTags'),
        code: 'tracking_conflict',
        message: `Other ads of its campaign are tracked with ${told(other)}, this one with ${told(own)}: reports by these parameters would not show them together.`,
      }));
  }
}

/** Ads of a launch mostly share link and tags: each pair is read once. */
function schemesOnce(): typeof schemeOf {
  const known = new Map<string, string>();
  return (ad) => {
    const key = `${ad.link ?? ''}\n${ad.utmTags ?? ''}`;
    const scheme = known.get(key) ?? schemeOf(ad);
    known.set(key, scheme);
    return scheme;
  };
}

const told = (scheme: string) => (scheme === '' ? 'no parameters' : scheme.slice(0, 200));

/** Ads without parameters are no example for others. */
function mostOf(schemes: ReadonlyMap<string, number> | undefined): string | undefined {
  let most: readonly [string, number] | undefined;
  for (const each of schemes ?? [])
    if (each[0] !== '' && (most === undefined || each[1] > most[1])) most = each;
  return most?.[0];
}

interface TrackedAd {
  readonly account: AccountKey;
  readonly campaign: string;
  readonly scheme: string;
}

/** Written with the launch. Ads without parameters are no example and leave nothing. */
export function schemeWrites(companyId: string, plan: Plan, known: Schemes): Write[] {
  const schemeFor = schemesOnce();
  const ads = plan.operations.flatMap(({ kind: of, account, adSetId, adIndex }): TrackedAd[] => {
    const campaign =
      of === 'ad' ? plan.adSets[adSetKey(account, adSetId ?? '')]?.campaignId : undefined;
    const ad = plan.ads[adIndex];
    const scheme = campaign === undefined || ad === undefined ? '' : schemeFor(ad);
    return campaign === undefined || isNewId(campaign) || scheme === ''
      ? []
      : [{ account, campaign, scheme }];
  });
  return [...countsOf(ads)].map(([id, more]) => {
    const current = known.get(id);
    return {
      kind: campaignTrackingKind,
      companyId,
      id,
      expect: current?.version ?? 'absent',
      doc: withMore(current?.doc, more),
    };
  });
}

/** For ads that exist already: add each once. */
export async function addSchemes(
  store: Store,
  companyId: string,
  ads: readonly TrackedAd[],
): Promise<void> {
  for (const [id, more] of countsOf(ads))
    await changeDocument(store, campaignTrackingKind, {
      companyId,
      id,
      change: (current) => ({ doc: withMore(current?.doc, more) }),
    });
}

function countsOf(ads: readonly TrackedAd[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { account, campaign, scheme } of ads) {
    const id = `${account} ${campaign}`;
    const schemes = counts.get(id) ?? new Map<string, number>();
    counts.set(id, schemes.set(scheme, (schemes.get(scheme) ?? 0) + 1));
  }
  return counts;
}

function withMore(
  current: CampaignTracking | undefined,
  more: ReadonlyMap<string, number>,
): CampaignTracking {
  const counts = new Map(Object.entries(current?.schemes ?? {}));
  for (const [scheme, ads] of more) counts.set(scheme, (counts.get(scheme) ?? 0) + ads);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_SCHEMES);
  return { schemes: Object.fromEntries(most) };
}

export const pairsOf = (query: string): ReadonlyMap<string, string> =>
  new Map(
    query.split('&').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
