import { mapBounded } from '../../../base/map-bounded.ts';
import { usedFileKind } from '../../../media/records.ts';
import { tellFiles, union } from '../../../media/used-files.ts';
import type { Store } from '../../../ports/store.ts';
import { changeDocument } from '../../../records/change.ts';
import type { AdFiles } from './files-of-ads.ts';

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
