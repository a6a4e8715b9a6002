import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { DROPPED } from '../../records/drop.ts';
import { allOf } from '../../records/list.ts';
import { importFileKind, importKind } from './records.ts';

/** Ends an import that the operator gives up. */
export async function dropImport(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  id: string,
): Promise<undefined> {
  const outcome = { status: 'failed', code: 'dropped', message: DROPPED } as const;
  for (const file of await allOf(store, importFileKind, companyId, { where: { waiting: id } }))
    await changeKept(store, importFileKind, {
      companyId,
      id: file.id,
      change: ({ waiting, ...doc }) => (waiting === undefined ? doc : { ...doc, outcome }),
    });
  await changeKept(store, importKind, {
    companyId,
    id,
    change: (doc) => ({ ...doc, finishedAt: doc.finishedAt ?? clock.now() }),
  });
}
