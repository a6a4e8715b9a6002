import { withWholeStore } from '../../../access/whole-store.ts';
import { mapBounded } from '../../../base/map-bounded.ts';
import { findPlan, readJournal } from '../../../launch/journal/journal.ts';
import { type BatchRecord, batchKind } from '../../../launch/journal/records.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import type { Kind, Store, Write } from '../../../ports/store.ts';
import { assetOf } from './asset-of.ts';
import { type AdFiles, filesOfAds } from './files-of-ads.ts';
import { type AdAssetRecord, adAssetId, adAssetKind, listedBatchesKind, unreadBatchKind, unreadWrite } from './records.ts';
import { markUsed } from './used-files.ts';

interface Ports {
  readonly store: Store;
  readonly secrets: Secrets;
}

const ENDED: readonly BatchRecord['rawStatus'][] = ['Success', 'Error', 'Cancelled'];
/** Writes of one commit. */
const AT_ONCE = 200;

/**
 * Notes what the ads of ended batches show, from their plans and journals: of those that the journal has listed as unread
 * since the last time. May be done by several processes at once: all write the same.
 */
export async function readBatches(given: Ports, companyId: string): Promise<void> {
  const ports = withWholeStore(given);
  await listOld(ports.store, companyId);
  for (;;) {
    const { items } = await ports.store.find(unreadBatchKind, companyId, { limit: AT_ONCE });
    if (items.length === 0) return;
    for (const batch of new Set(items.map(({ doc }) => doc.batch))) await readBatch(ports, companyId, batch);
    // Last, so that what was cut off is read again. Whoever else read them may have removed them.
    await mapBounded(items, 20, ({ id, version }) =>
      ports.store.commit([{ kind: unreadBatchKind, companyId, id, expect: version, doc: undefined }]),
    );
  }
}

async function readBatch(ports: Ports, companyId: string, batch: string): Promise<void> {
  const plan = await findPlan(ports.store, companyId, batch);
  if (plan === undefined) return;
  const ads = filesOfAds(plan, await readJournal(ports.store, companyId, batch));
  await keepAds(ports, companyId, batch, ads);
}

/** Lists what ended before batches listed themselves. Once for a company. */
async function listOld(store: Store, companyId: string): Promise<void> {
  if ((await store.get(listedBatchesKind, companyId, LISTED)) !== undefined) return;
  for (const rawStatus of ENDED) {
    let after: string | undefined;
    do {
      const page = await store.find(batchKind, companyId, {
        ...{ where: { rawStatus }, limit: AT_ONCE },
        ...(after !== undefined && { after }),
      });
      await addMissing(
        store,
        page.items.map(({ id, doc }) => unreadWrite(companyId, id, doc.entries)),
      );
      after = page.next;
    } while (after !== undefined);
  }
  await store.commit([{ kind: listedBatchesKind, companyId, id: LISTED, expect: 'absent', doc: {} }]);
}

const LISTED = 'batches';

async function keepAds(ports: Ports, companyId: string, batch: string, ads: readonly AdFiles[]): Promise<void> {
  const writes = await Promise.all(
    ads.map(async (ad) => {
      const doc: AdAssetRecord = { ...ad, batch, asset: await assetOf(ports.secrets, ad.files) };
      return added(adAssetKind, companyId, adAssetId(ad.account, ad.adId), doc);
    }),
  );
  for (let start = 0; start < writes.length; start += AT_ONCE)
    await addMissing(ports.store, writes.slice(start, start + AT_ONCE));
  await markUsed(ports.store, companyId, ads);
}

const added = (kind: Kind, companyId: string, id: string, doc: object): Write => ({ kind, companyId, id, expect: 'absent', doc });

/** What is there already says the same. */
async function addMissing(store: Store, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const conflict = await store.commit(writes);
  if (conflict !== undefined)
    await addMissing(
      store,
      writes.filter((_, position) => !conflict.lost.includes(position)),
    );
}
