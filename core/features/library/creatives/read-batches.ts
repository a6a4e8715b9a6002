import { withWholeStore } from '../../../access/whole-store.ts';
import { mapBounded } from '../../../base/map-bounded.ts';
import { findPlan, readJournal } from '../../../launch/journal/journal.ts';
import { type BatchRecord, batchKind } from '../../../launch/journal/records.ts';
import { usedFileKind } from '../../../media/records.ts';
import { tellFiles, union } from '../../../media/used-files.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import type { Store, Write } from '../../../ports/store.ts';
import { changeDocument } from '../../../records/change.ts';
import { type AdFiles, filesOfAds } from './files-of-ads.ts';
import {
  type AdAssetRecord,
  adAssetId,
  adAssetKind,
  assetOf,
  listedBatchesKind,
  unreadBatchKind,
  unreadWrite,
} from './records.ts';

type Ports = Pick<ServicePorts, 'store' | 'secrets'>;

const ENDED: readonly BatchRecord['rawStatus'][] = ['Success', 'Error', 'Cancelled'];
const AT_ONCE = 200;

/**
 * Notes what the ads of unread ended batches show, from their plans and journals. Several processes
 * at once write the same.
 */
export async function readBatches(given: Ports, companyId: string): Promise<void> {
  const ports = withWholeStore(given);
  await listOld(ports.store, companyId);
  for (;;) {
    const { items } = await ports.store.find(unreadBatchKind, companyId, { limit: AT_ONCE });
    if (items.length === 0) return;
    for (const batch of new Set(items.map(({ doc }) => doc.batch)))
      await readBatch(ports, companyId, batch);
    // Last, so that what was cut off is read again. Another process may have removed them.
    await mapBounded(items, 20, ({ id, version }) =>
      ports.store.commit([
        { kind: unreadBatchKind, companyId, id, expect: version, doc: undefined },
      ]),
    );
  }
}

async function readBatch(ports: Ports, companyId: string, batch: string): Promise<void> {
  const plan = await findPlan(ports.store, companyId, batch);
  if (plan === undefined) return;
  const ads = filesOfAds(plan, await readJournal(ports.store, companyId, batch));
  await keepAds(ports, companyId, batch, ads);
}

/** Lists batches that ended before they listed themselves. Once for a company. */
async function listOld(store: Store, companyId: string): Promise<void> {
  if ((await store.get(listedBatchesKind, companyId, LISTED)) !== undefined) return;
  for (const rawStatus of ENDED) {
    let after: string | undefined;
    do {
      const page = await store.find(batchKind, companyId, {
        where: { rawStatus },
        limit: AT_ONCE,
        ...(after !== undefined && { after }),
      });
      await addMissing(
        store,
        page.items.map(({ id, doc }) => unreadWrite(companyId, id, doc.entries)),
      );
      after = page.next;
    } while (after !== undefined);
  }
  await store.commit([
    { kind: listedBatchesKind, companyId, id: LISTED, expect: 'absent', doc: {} },
  ]);
}

const LISTED = 'batches';

async function keepAds(
  ports: Ports,
  companyId: string,
  batch: string,
  ads: readonly AdFiles[],
): Promise<void> {
  const writes = await Promise.all(
    ads.map(async (ad) => {
      const doc: AdAssetRecord = { ...ad, batch, asset: await assetOf(ports.secrets, ad.files) };
      const id = adAssetId(ad.account, ad.adId);
      return { kind: adAssetKind, companyId, id, expect: 'absent' as const, doc };
    }),
  );
  for (let start = 0; start < writes.length; start += AT_ONCE)
    await addMissing(ports.store, writes.slice(start, start + AT_ONCE));
  await markUsed(ports.store, companyId, ads);
}

/** Documents that are there already say the same. */
async function addMissing(store: Store, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const conflict = await store.commit(writes);
  if (conflict !== undefined)
    await addMissing(
      store,
      writes.filter((_, position) => !conflict.lost.includes(position)),
    );
}

async function markUsed(store: Store, companyId: string, ads: readonly AdFiles[]): Promise<void> {
  const accounts = new Map<string, Set<string>>();
  for (const { account, files } of ads)
    for (const file of files) accounts.set(file, (accounts.get(file) ?? new Set()).add(account));
  await mapBounded([...accounts], 10, async ([sha256, more]) => {
    const known = (await store.get(usedFileKind, companyId, sha256))?.doc.accounts ?? [];
    if ([...more].some((account) => !known.includes(account)))
      await changeDocument(store, usedFileKind, {
        companyId,
        id: sha256,
        change: (current) => ({
          doc: { accounts: union(current?.doc.accounts, [...more]) },
        }),
      });
    await tellFiles(store, companyId, sha256);
  });
}
