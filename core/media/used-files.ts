import type { Store } from '../ports/store.ts';
import { changeFile } from './find/files.ts';
import { mediaKind, usedFileKind } from './records.ts';
/** Notes on the files with this content where it is used. */
export async function tellFiles(store: Store, companyId: string, sha256: string): Promise<void> {
  const used = await store.get(usedFileKind, companyId, sha256);
  if (used === undefined) return;
  const { accounts } = used.doc;
  const { items } = await store.find(mediaKind, companyId, { where: { sha256 } });
  for (const { id, doc } of items)
    if (accounts.some((account) => !doc.usedIn?.includes(account)))
      await changeFile(store, companyId, {
        id,
        change: (media) => ({ ...media, usedIn: union(media.usedIn, accounts) }),
      });
}

export const union = (some: readonly string[] = [], more: readonly string[]): readonly string[] =>
  [...new Set([...some, ...more])].sort();
