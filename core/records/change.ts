import type { Conflict, Document, Kind, Store, Stored, Write } from '../ports/store.ts';

/**
 * Changes one document, again from its latest version after each conflict. `change` may throw to
 * leave all as it is, and must have no effects, because it may be called repeatedly. Answers a
 * conflict of `also` alone, by positions in it.
 */
export async function changeDocument<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    id,
    change,
  }: {
    readonly companyId: string;
    readonly id: string;
    readonly change: (current: Stored<T> | undefined) => {
      readonly doc: T | undefined;
      readonly also?: readonly Write[];
    };
  },
): Promise<Conflict | undefined> {
  for (;;) {
    const current = await store.get(kind, companyId, id);
    const { doc, also = [] } = change(current);
    if (current === undefined && doc === undefined) return undefined;
    const own: Write = { kind, companyId, id, expect: current?.version ?? 'absent', doc };
    const conflict = await store.commit([own, ...also]);
    if (!conflict?.lost.includes(0))
      return conflict && { lost: conflict.lost.map((position) => position - 1) };
  }
}

/**
 * The same for a document that is there, alone. Answers it as it is then; undefined where there is
 * none.
 */
export async function changeKept<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    id,
    change,
  }: { readonly companyId: string; readonly id: string; readonly change: (doc: T) => T },
): Promise<T | undefined> {
  let doc: T | undefined;
  await changeDocument(store, kind, {
    companyId,
    id,
    change(current) {
      doc = current && change(current.doc);
      return { doc };
    },
  });
  return doc;
}
