import { accountKeyOf } from '../base/account-key.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { AdSetState, CampaignState } from '../gate/started.ts';
import { allOf } from '../records/list.ts';
import { findPlan } from './journal/journal.ts';
import { batchKind } from './journal/records.ts';
import { newSpenders } from './structure/parents.ts';

export const pendingLaunches: GateHooks['pending'][number] = async ({ store }, companyId, key) => {
  const adSetIds = new Set<string>();
  const copies = new Map<string, readonly AdSetState[]>();
  const campaigns: CampaignState[] = [];
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const plan = await findPlan(store, companyId, id);
      for (const ad of plan?.ads ?? [])
        if (!ad.paused && accountKeyOf(ad) === key) for (const adSet of ad.adSets) adSetIds.add(adSet.id);
      const made = newSpenders(plan?.parents ?? [], key, adSetIds);
      campaigns.push(...made.campaigns);
      for (const [campaign, adSets] of made.adSets) copies.set(campaign, [...(copies.get(campaign) ?? []), ...adSets]);
    }
  return { adSetIds, copies, campaigns };
};
