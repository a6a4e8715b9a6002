import { type AccountKey, accountKeyOf } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import { findPlan } from '../launch/journal/journal.ts';
import { batchKind } from '../launch/journal/records.ts';
import { duplicateKind, duplicatePlanKind } from '../manage/duplicate/records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Pace } from '../ports/platform-accounts.ts';
import type { CopySource } from '../ports/platform-changes.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { type AdSetState, budgetsOf, type CampaignState } from './started.ts';

/**
 * What operations that were accepted, and are not finished, will still bring into an account: a campaign that is
 * switched on meanwhile delivers with them too.
 */
export interface Pending {
  /** Ad sets that get an active ad. */
  readonly adSetIds: ReadonlySet<string>;
  /** Active copies of ad sets, by the campaign they join. */
  readonly copies: ReadonlyMap<string, readonly AdSetState[]>;
  /** Active copies of campaigns. */
  readonly campaigns: readonly CampaignState[];
}

export async function pendingIn(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  key: AccountKey,
): Promise<Pending> {
  const now = clock.now();
  const adSetIds = new Set<string>();
  const copies = new Map<string, AdSetState[]>();
  const campaigns: CampaignState[] = [];
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const plan = await findPlan(store, companyId, id);
      for (const ad of plan?.ads ?? [])
        if (!ad.paused && accountKeyOf(ad) === key) for (const adSet of ad.adSets) adSetIds.add(adSet.id);
    }
  for (const { id, doc } of await allOf(store, duplicateKind, companyId, { where: { state: 'running' } })) {
    const plan = doc.account === key ? (await store.get(duplicatePlanKind, companyId, id))?.doc : undefined;
    if (plan?.status !== 'ACTIVE') continue;
    const { source, parentId, names, inherit } = plan;
    if (source.type === 'ad' && !(inherit && source.status !== 'ACTIVE')) adSetIds.add(parentId ?? source.adSetId ?? '');
    if (source.type === 'campaign')
      campaigns.push(...names.map((_, copy) => copiedCampaign(source, `${id} ${copy}`, { inherit, now })));
    const campaignId = parentId ?? source.campaignId ?? '';
    if (source.type === 'adset')
      copies.set(campaignId, [
        ...(copies.get(campaignId) ?? []),
        ...names.map((_, copy) => copiedAdSet(source, `${id} ${copy}`, { inherit, now, parentId })),
      ]);
  }
  return { adSetIds, copies, campaigns };
}

/** The same campaigns with what is on its way to them. */
export const withPending = (campaigns: readonly CampaignState[], { adSetIds, copies }: Pending): CampaignState[] =>
  campaigns.map((campaign) => ({
    ...campaign,
    adSets: [
      ...campaign.adSets.map((adSet) => (adSetIds.has(adSet.id) ? { ...adSet, hasActiveAds: true } : adSet)),
      ...(copies.get(campaign.id) ?? []),
    ],
  }));

interface Copying {
  readonly inherit?: boolean | undefined;
  readonly now: number;
  /** The campaign an ad set is copied into, where it is not its own. */
  readonly parentId?: string | undefined;
}

/** What an active copy of an ad set will be: all of it is switched on, or as much as in the source. */
export const copiedAdSet = (source: CopySource, copy: string, { inherit = false, now, parentId }: Copying): AdSetState => ({
  ...{ id: `${source.id} copy ${copy}`, name: source.name, status: inherit ? source.status : 'ACTIVE' },
  ...budgetsOf(source),
  ...paceOfCopy(source, now),
  hasActiveAds: source.children.some(({ status }) => !inherit || status === 'ACTIVE'),
  mayShare: parentId !== undefined,
});

/** As the source spends, with a whole lifetime budget again. What has ended gets another end, which is not known here. */
function paceOfCopy({ startTime, endTime, peaks, weekdays }: CopySource, now: number): Pace {
  return defined({ startTime, endTime: endTime !== undefined && endTime > now ? endTime : undefined, peaks, weekdays });
}

/** The same of a campaign with all below it. */
export const copiedCampaign = (source: CopySource, copy: string, copying: Copying): CampaignState => ({
  ...copiedAdSet(source, copy, copying),
  adSets: adSetsIn(source).map((adSet) => copiedAdSet(adSet, copy, copying)),
});

/** A campaign that holds ads itself is its own ad set, which spends the campaign's budget. */
function adSetsIn(campaign: CopySource): readonly CopySource[] {
  if (campaign.children.every(({ type }) => type !== 'ad')) return campaign.children;
  const { dailyBudget: _daily, lifetimeBudget: _lifetime, ...adSet } = campaign;
  return [adSet];
}
