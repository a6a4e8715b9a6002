import type { Document, Kind, Store, Stored, Write } from '../ports/store.ts';

/** Whether a further step would find more. */
export type Forgotten = 'more' | 'done';

export async function expiredOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  {
    by,
    before,
    limit,
  }: { readonly by: keyof T & string; readonly before: number; readonly limit: number },
): Promise<{ readonly items: readonly Stored<T>[]; readonly left: Forgotten }> {
  const where = { [by]: { before } } as {
    readonly [F in keyof T & string]?: { readonly before: number };
  };
  const { items, next } = await store.find(kind, companyId, { where, order: { by }, limit });
  return { items, left: next === undefined ? 'done' : 'more' };
}

/** Forgets some of them. What was written meanwhile is not expired at the next look. */
export async function forgetExpired<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  expired: { readonly by: keyof T & string; readonly before: number },
): Promise<Forgotten> {
  const { items, left } = await expiredOf(store, kind, companyId, { ...expired, limit: 200 });
  const conflict = await store.commit(removals(kind, companyId, items));
  return conflict === undefined ? left : 'more';
}

export const bothOf = (...steps: readonly Forgotten[]): Forgotten =>
  steps.includes('more') ? 'more' : 'done';

export const removals = <T extends Document>(
  kind: Kind<T>,
  companyId: string,
  items: readonly Pick<Stored, 'id' | 'version'>[],
): Write[] =>
  items.map(({ id, version }) => ({ kind, companyId, id, expect: version, doc: undefined }));
