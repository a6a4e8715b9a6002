import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
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
    await changeDocument(store, importFileKind, {
      companyId,
      id: file.id,
      change: (current) => {
        if (current?.doc.waiting === undefined) return { doc: current?.doc };
        const { waiting: _waiting, ...doc } = current.doc;
        return { doc: { ...doc, outcome } };
      },
    });
  await changeDocument(store, importKind, {
    companyId,
    id,
    change: (current) => ({
      doc: current && { ...current.doc, finishedAt: current.doc.finishedAt ?? clock.now() },
    }),
  });
}
