import type { AccountKey } from '../../base/account-key.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { openStatus } from '../../launch/show/status.ts';
import { duplicateKind, duplicatePlanKind } from '../../manage/duplicate/records.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';

/** What Slipway made lately: it has no figures yet, by which all else is known. */
interface Made {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string;
  /** Its id, or its key. */
  readonly account: AccountKey | string;
}

const LATELY_MS = 2 * 86_400_000;
const MOST_BATCHES = 20;
const MOST_ADS = 2_000;
const MOST_COPIES = 50;
const newest = { order: { by: 'createdAt', direction: 'desc' } } as const;

export async function madeLately(
  ports: ServicePorts,
  companyId: string,
  type: EntityType,
): Promise<readonly Made[]> {
  const copies = await copiesMade(ports, companyId, type);
  return type === 'ad' ? [...copies, ...(await adsLaunched(ports, companyId))] : copies;
}

async function adsLaunched(ports: ServicePorts, companyId: string): Promise<readonly Made[]> {
  const { items } = await ports.store.find(batchKind, companyId, {
    ...newest,
    limit: MOST_BATCHES,
  });
  const made: Made[] = [];
  let left = MOST_ADS;
  for (const { id, doc } of items) {
    left -= doc.totalAds;
    if (doc.rawStatus === 'Draft' || doc.createdAt < ports.clock.now() - LATELY_MS || left < 0)
      continue;
    const { status } = await openStatus(ports, companyId, id);
    for (const { adId, adName, adAccountId } of status.launchedAds)
      made.push({ type: 'ad', id: adId, name: adName, account: adAccountId });
  }
  return made;
}

async function copiesMade(
  { store, clock }: ServicePorts,
  companyId: string,
  type: EntityType,
): Promise<readonly Made[]> {
  const { items } = await store.find(duplicateKind, companyId, { ...newest, limit: MOST_COPIES });
  const made: Made[] = [];
  for (const { id, doc } of items) {
    if (doc.type !== type || doc.results === undefined || doc.createdAt < clock.now() - LATELY_MS)
      continue;
    const plan = await store.get(duplicatePlanKind, companyId, id);
    for (const { newId, copyNumber } of doc.results)
      if (newId !== undefined && newId !== null)
        made.push({
          type,
          id: newId,
          name: plan?.doc.names[copyNumber - 1] ?? newId,
          account: doc.account,
        });
  }
  return made;
}
