import type { Clock } from '../../ports/clock.ts';
import type { ExportFiles } from '../../ports/export-files.ts';
import type { Store } from '../../ports/store.ts';
import { expiredOf, type Forgotten } from '../../records/expired.ts';
import { EXPORT_KEPT_MS, exportKind, fileOf } from './records.ts';

const STEP = 20;

/** Forgets some of the exports that were kept long enough, with their files. */
export async function forgetExports(
  { store, clock, exportFiles }: { readonly store: Store; readonly clock: Clock; readonly exportFiles: ExportFiles },
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - EXPORT_KEPT_MS;
  const { items, left } = await expiredOf(store, exportKind, companyId, { by: 'createdAt', before, limit: STEP });
  for (const { id, version, doc } of items) {
    await exportFiles.remove(companyId, fileOf(id, doc));
    await store.commit([{ kind: exportKind, companyId, id, expect: version, doc: undefined }]);
  }
  return left;
}
