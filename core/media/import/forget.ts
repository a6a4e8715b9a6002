import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { expiredOf, type Forgotten } from '../../records/expired.ts';
import { allOf } from '../../records/list.ts';
import { IMPORT_KEPT_MS, importFileKind, importKind } from './records.ts';

export async function forgetImports(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - IMPORT_KEPT_MS;
  const { items, left } = await expiredOf(store, importKind, companyId, {
    by: 'createdAt',
    before,
    limit: 5,
  });
  for (const { id, version } of items) {
    const files = await allOf(store, importFileKind, companyId, { where: { of: id } });
    await store.commit([
      { kind: importKind, companyId, id, expect: version, doc: undefined },
      ...files.map((file) => ({
        kind: importFileKind,
        companyId,
        id: file.id,
        expect: file.version,
        doc: undefined,
      })),
    ]);
  }
  return left;
}
