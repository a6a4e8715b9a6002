import { mapBounded } from '../../base/map-bounded.ts';
import { mediaKind } from '../../media/records.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { changeFile } from '../library/files.ts';
import type { AdFiles } from './files-of-ads.ts';
import { usedFileKind } from './records.ts';

/** Notes in which accounts files are used, for those that are uploaded later too, and tells the files of the library. */
export async function markUsed(store: Store, companyId: string, ads: readonly AdFiles[]): Promise<void> {
  const accounts = new Map<string, Set<string>>();
  for (const { account, files } of ads)
    for (const file of files) accounts.set(file, (accounts.get(file) ?? new Set()).add(account));
  await mapBounded([...accounts], 10, async ([sha256, more]) => {
    const known = (await store.get(usedFileKind, companyId, sha256))?.doc.accounts ?? [];
    if ([...more].some((account) => !known.includes(account)))
      await changeDocument(store, usedFileKind, companyId, sha256, (current) => ({
        doc: { accounts: union(current?.doc.accounts, [...more]) },
      }));
    await tellFiles(store, companyId, sha256);
  });
}

/** The files with this content learn where it is used. */
export async function tellFiles(store: Store, companyId: string, sha256: string): Promise<void> {
  const used = await store.get(usedFileKind, companyId, sha256);
  if (used === undefined) return;
  const { accounts } = used.doc;
  const { items } = await store.find(mediaKind, companyId, { where: { sha256 } });
  for (const { id, doc } of items)
    if (accounts.some((account) => !doc.usedIn?.includes(account)))
      await changeFile(store, companyId, id, (media) => ({ ...media, usedIn: union(media.usedIn, accounts) }));
}

const union = (some: readonly string[] = [], more: readonly string[]): readonly string[] =>
  [...new Set([...some, ...more])].sort();
