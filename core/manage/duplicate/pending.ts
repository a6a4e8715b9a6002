import { copiedAdSet, copiedCampaign, type GateHooks } from '../../gate/pending.ts';
import type { AdSetState, CampaignState } from '../../gate/started.ts';
import { allOf } from '../../records/list.ts';
import { duplicateKind, duplicatePlanKind } from './records.ts';

export const pendingCopies: GateHooks['pending'][number] = async (
  { store, clock },
  companyId,
  key,
) => {
  const now = clock.now();
  const adSetIds = new Set<string>();
  const copies = new Map<string, AdSetState[]>();
  const campaigns: CampaignState[] = [];
  for (const { id, doc } of await allOf(store, duplicateKind, companyId, {
    where: { state: 'running' },
  })) {
    const plan =
      doc.account === key ? (await store.get(duplicatePlanKind, companyId, id))?.doc : undefined;
    if (plan?.status !== 'ACTIVE') continue;
    const { source, parentId, names, inherit } = plan;
    if (source.type === 'ad' && !(inherit && source.status !== 'ACTIVE'))
      adSetIds.add(parentId ?? source.adSetId ?? '');
    if (source.type === 'campaign')
      campaigns.push(
        ...names.map((_, copy) => copiedCampaign(source, `${id} ${copy}`, { inherit, now })),
      );
    const campaignId = parentId ?? source.campaignId ?? '';
    if (source.type === 'adset')
      copies.set(campaignId, [
        ...(copies.get(campaignId) ?? []),
        ...names.map((_, copy) => copiedAdSet(source, `${id} ${copy}`, { inherit, now, parentId })),
      ]);
  }
  return { adSetIds, copies, campaigns };
};
