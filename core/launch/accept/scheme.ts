import { type AccountKey, accountKeyOf } from '../../accounts/account-key.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import { kind, type Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { join } from '../../schema/faults.ts';
import type { Warnings } from '../../schema/unknown-fields.ts';
import { adSetKey, type Plan } from '../plan/plan.ts';
import { pairsOf } from './pairs.ts';

/** How ads of a campaign were tracked, by scheme. */
interface CampaignTracking {
  readonly schemes: { readonly [scheme: string]: number };
}

/** Its id is `<account> <campaign>`. */
export const campaignTrackingKind = kind<CampaignTracking>('campaign-tracking');

/** Schemes that are remembered of a campaign. */
const MOST_SCHEMES = 10;

/** Parameters that say the same for all ads of a campaign; the values of others may differ from ad to ad. */
const SHARED = ['utm_source', 'utm_medium', 'utm_campaign'];

/**
 * How an ad is tracked, whatever it is called: its parameters, with the values of those that a campaign shares. Digits are
 * the same to it, so that dates and numbers make no difference. Empty where nothing is tracked.
 */
export function schemeOf({ link = '', utmTags = '' }: Pick<LaunchAd, 'link' | 'utmTags'>): string {
  const query = /\?([^#]*)/.exec(link)?.[1] ?? '';
  const parts = [...pairsOf(query), ...pairsOf(utmTags)].map(([name, value]) =>
    SHARED.includes(name) ? `${name}=${value.replace(/\d+/g, '#')}` : name,
  );
  return [...new Set(parts)].sort().join('&').slice(0, 1_000);
}

export type Schemes = ReadonlyMap<string, { readonly [scheme: string]: number }>;
type Campaigns = ReadonlyMap<AccountKey, ReadonlyMap<string, Pick<AdSet, 'campaignId'>> | undefined>;

const campaignsOf = (ad: LaunchAd, adSets: Campaigns): string[] => {
  const account = accountKeyOf(ad);
  const ids = ad.adSets.flatMap(({ id }) => adSets.get(account)?.get(id)?.campaignId ?? []);
  return [...new Set(ids)].map((campaign) => `${account} ${campaign}`);
};

/** How the campaigns of some ads have been tracked until now. */
export async function readSchemes(
  store: Store,
  companyId: string,
  ads: readonly LaunchAd[],
  adSets: Campaigns,
): Promise<Schemes> {
  const campaigns = new Set(ads.flatMap((ad) => campaignsOf(ad, adSets)));
  const found = await Promise.all(
    [...campaigns].map(async (id) => [id, (await store.get(campaignTrackingKind, companyId, id))?.doc.schemes ?? {}] as const),
  );
  return new Map(found);
}

/** Ads that are tracked in another way than most ads of their campaign, those of this launch among them. */
export function warnOfSchemes(warnings: Warnings, ads: readonly LaunchAd[], adSets: Campaigns, known: Schemes): void {
  const counts = new Map<string, Map<string, number>>([...known].map(([id, schemes]) => [id, new Map(Object.entries(schemes))]));
  for (const ad of ads)
    for (const campaign of campaignsOf(ad, adSets)) {
      const schemes = counts.get(campaign) ?? new Map<string, number>();
      const scheme = schemeOf(ad);
      counts.set(campaign, schemes.set(scheme, (schemes.get(scheme) ?? 0) + 1));
    }
  for (const ad of ads) {
    const own = schemeOf(ad);
    const other = campaignsOf(ad, adSets)
      .map((campaign) => mostOf(counts.get(campaign)))
      .find((scheme) => scheme !== undefined && scheme !== own);
    if (other !== undefined)
      warnings.add(() => ({
        path: join(ad.path, ad.utmTags === undefined && ad.link !== undefined ? 'link' : 'utmTags'),
        code: 'tracking_conflict',
        message: `Other ads of its campaign are tracked with ${told(other)}, this one with ${told(own)}: reports by these parameters would not show them together.`,
      }));
  }
}

const told = (scheme: string): string => (scheme === '' ? 'no parameters' : scheme.slice(0, 200));

/** The first of those that most ads have. Ads without parameters are no example for others. */
function mostOf(schemes: ReadonlyMap<string, number> | undefined): string | undefined {
  let most: readonly [string, number] | undefined;
  for (const each of schemes ?? []) if (each[0] !== '' && (most === undefined || each[1] > most[1])) most = each;
  return most?.[0];
}

/** Remembers how the ads of a plan are tracked. Only advice depends on it: it is written after the launch was accepted. */
export async function noteSchemes(store: Store, companyId: string, plan: Plan): Promise<void> {
  const ads = plan.operations.flatMap(({ kind: of, account, adSetId, adIndex }) => {
    const campaign = of === 'ad' ? plan.adSets[adSetKey(account, adSetId ?? '')]?.campaignId : undefined;
    const ad = plan.ads[adIndex];
    return campaign === undefined || ad === undefined ? [] : [{ account, campaign, scheme: schemeOf(ad) }];
  });
  await addSchemes(store, companyId, ads);
}

/** The same of ads that are there already: each is to be told once. */
export async function addSchemes(
  store: Store,
  companyId: string,
  ads: readonly { readonly account: AccountKey; readonly campaign: string; readonly scheme: string }[],
): Promise<void> {
  const added = new Map<string, Map<string, number>>();
  for (const { account, campaign, scheme } of ads) {
    const id = `${account} ${campaign}`;
    const schemes = added.get(id) ?? new Map<string, number>();
    added.set(id, schemes.set(scheme, (schemes.get(scheme) ?? 0) + 1));
  }
  for (const [id, schemes] of added)
    await changeDocument(store, campaignTrackingKind, companyId, id, (current) => {
      const counts = new Map(Object.entries(current?.doc.schemes ?? {}));
      for (const [scheme, more] of schemes) counts.set(scheme, (counts.get(scheme) ?? 0) + more);
      const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_SCHEMES);
      return { doc: { schemes: Object.fromEntries(most) } };
    });
}
