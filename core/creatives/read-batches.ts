import { readJournal } from '../launch/journal/journal.ts';
import { type BatchRecord, batchKind, planKind } from '../launch/journal/records.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Kind, Store, Write } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { type AdFiles, filesOfAds } from './files-of-ads.ts';
import { type AdAssetRecord, adAssetId, adAssetKind, readBatchKind, usedFileKind } from './records.ts';

interface Ports {
  readonly store: Store;
  readonly secrets: Secrets;
}

const ENDED: readonly BatchRecord['rawStatus'][] = ['Success', 'Error', 'Cancelled'];
/** Writes of one commit. */
const AT_ONCE = 200;

/**
 * Notes what the ads of ended batches show, from their plans and journals. Batches that were read before are passed over
 * unless their journals have grown. May be done by several processes at once: all write the same.
 */
export async function readBatches(ports: Ports, companyId: string): Promise<void> {
  const read = new Map<string, { readonly entries: number; readonly version: number }>();
  await eachOf(ports.store, readBatchKind, companyId, {}, ({ id, doc, version }) =>
    read.set(id, { entries: doc.entries, version }),
  );
  const grown: { readonly id: string; readonly entries: number }[] = [];
  for (const rawStatus of ENDED)
    await eachOf(ports.store, batchKind, companyId, { where: { rawStatus } }, ({ id, doc: { entries } }) => {
      if (entries !== read.get(id)?.entries) grown.push({ id, entries });
    });
  for (const { id, entries } of grown) {
    const plan = await ports.store.get(planKind, companyId, id);
    const ads = plan === undefined ? [] : filesOfAds(plan.doc, await readJournal(ports.store, companyId, id));
    await keepAds(ports, companyId, id, ads);
    // Last, so that what was cut off is read again.
    const expect = read.get(id)?.version ?? 'absent';
    await ports.store.commit([{ kind: readBatchKind, companyId, id, expect, doc: { entries } }]);
  }
}

async function keepAds(ports: Ports, companyId: string, batch: string, ads: readonly AdFiles[]): Promise<void> {
  const files = [...new Set(ads.flatMap((ad) => ad.files))];
  const writes = [
    ...(await Promise.all(
      ads.map(async (ad) => {
        const doc: AdAssetRecord = { ...ad, batch, asset: await assetOf(ports.secrets, ad.files) };
        return added(adAssetKind, companyId, adAssetId(ad.account, ad.adId), doc);
      }),
    )),
    ...files.map((sha256) => added(usedFileKind, companyId, sha256, { batch })),
  ];
  for (let start = 0; start < writes.length; start += AT_ONCE)
    await addMissing(ports.store, writes.slice(start, start + AT_ONCE));
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

/** One file is itself; several together are a creative of their own. */
async function assetOf(secrets: Secrets, files: readonly string[]): Promise<string> {
  const [only = '', ...others] = files;
  return others.length === 0 ? only : `set-${await secrets.sha256(files.join(' '))}`;
}
