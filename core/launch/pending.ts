import { type AccountKey, accountKeyOf } from '../base/account-key.ts';
import { foldEntries } from '../effects/state.ts';
import type { GateHooks, Pending } from '../gate/pending.ts';
import type { AdSetState, CampaignState } from '../gate/started.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { findPlan, readJournal } from './journal/journal.ts';
import { batchKind } from './journal/records.ts';
import type { Plan } from './plan/plan.ts';
import { isActive, isNewId, isTop, newId, newSpenders } from './structure/parents.ts';

export const pendingLaunches: GateHooks['pending'][number] = async ({ store }, companyId, key) => {
  const adSetIds = new Set<string>();
  const copies = new Map<string, readonly AdSetState[]>();
  const campaigns: CampaignState[] = [];
  const starting = new Set<string>();
  const making: Pending['making'][number][] = [];
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const plan = await findPlan(store, companyId, id);
      if (plan === undefined) continue;
      const made = await madeIn(store, companyId, id, plan, key);
      const idOf = (named: string) =>
        isNewId(named) ? (made.get(named) ?? `${named} of batch ${id}`) : named;
      const active = new Set<string>();
      for (const ad of plan.ads)
        if (!ad.paused && accountKeyOf(ad) === key)
          for (const adSet of ad.adSets) active.add(adSet.id);
      for (const named of active) adSetIds.add(idOf(named));
      const own = newSpenders(plan.parents ?? [], key, active, idOf);
      campaigns.push(...own.campaigns);
      for (const [campaign, adSets] of own.adSets)
        copies.set(campaign, [...(copies.get(campaign) ?? []), ...adSets]);
      for (const parent of plan.parents ?? []) {
        const { level, request } = parent;
        const campaignId = request.campaignId && idOf(request.campaignId);
        if (parent.account === key)
          making.push({ batch: id, level, name: request.name, campaignId });
        const there = made.get(newId(parent.ref));
        if (there !== undefined && parent.account === key && isTop(parent) && isActive(parent))
          starting.add(there);
      }
    }
  return { adSetIds, copies, campaigns, starting, making };
};

/** Campaigns and ad sets that launches under way put something into, by their ids. */
export async function filledByLaunches(
  store: Store,
  companyId: string,
  key: AccountKey,
): Promise<ReadonlyMap<string, string>> {
  const filled = new Map<string, string>();
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const { ads = [], parents = [] } = (await findPlan(store, companyId, id)) ?? {};
      for (const ad of ads)
        if (accountKeyOf(ad) === key) for (const adSet of ad.adSets) filled.set(adSet.id, id);
      for (const { account, request } of parents)
        if (account === key) filled.set(request.campaignId ?? '', id);
    }
  return filled;
}

/**
 * The ids of the campaigns and ad sets that this launch has made by now, by what stands for them in
 * its plan.
 */
async function madeIn(
  store: Store,
  companyId: string,
  batchId: string,
  { parents = [], operations }: Plan,
  key: AccountKey,
): Promise<ReadonlyMap<string, string>> {
  const own = parents.filter(({ account }) => account === key);
  if (own.length === 0) return new Map();
  const states = foldEntries(operations, await readJournal(store, companyId, batchId));
  return new Map(
    own.flatMap(({ id, ref }) => {
      const made = states.get(id)?.result?.ref;
      return made === undefined ? [] : [[newId(ref), made] as const];
    }),
  );
}
