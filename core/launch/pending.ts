import { type AccountKey, accountKeyOf } from '../base/account-key.ts';
import { foldEntries } from '../effects/state.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { AdSetState, CampaignState } from '../gate/started.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { findPlan, readJournal } from './journal/journal.ts';
import { batchKind } from './journal/records.ts';
import type { Plan } from './plan/plan.ts';
import { isActive, isTop, newSpenders } from './structure/parents.ts';

export const pendingLaunches: GateHooks['pending'][number] = async ({ store }, companyId, key) => {
  const adSetIds = new Set<string>();
  const copies = new Map<string, readonly AdSetState[]>();
  const campaigns: CampaignState[] = [];
  const starting = new Set<string>();
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const plan = await findPlan(store, companyId, id);
      for (const ad of plan?.ads ?? [])
        if (!ad.paused && accountKeyOf(ad) === key) for (const adSet of ad.adSets) adSetIds.add(adSet.id);
      const made = newSpenders(plan?.parents ?? [], key, adSetIds);
      campaigns.push(...made.campaigns);
      for (const [campaign, adSets] of made.adSets) copies.set(campaign, [...(copies.get(campaign) ?? []), ...adSets]);
      for (const made of plan === undefined ? [] : await startingIn(store, companyId, id, plan, key)) starting.add(made);
    }
  return { adSetIds, copies, campaigns, starting };
};

/** What this launch has made and will switch on once all of it is there. */
async function startingIn(
  store: Store,
  companyId: string,
  batchId: string,
  { parents = [], operations }: Plan,
  key: AccountKey,
): Promise<readonly string[]> {
  const last = parents.filter((parent) => parent.account === key && isTop(parent) && isActive(parent));
  if (last.length === 0) return [];
  const states = foldEntries(operations, await readJournal(store, companyId, batchId));
  return last.flatMap(({ id }) => states.get(id)?.result?.ref ?? []);
}
