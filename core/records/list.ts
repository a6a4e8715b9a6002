import type { Document, Kind, Query, Store, Stored } from '../ports/store.ts';

/** All of a company's documents that match, however many pages they fill. */
export async function allOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  query: Omit<Query<T>, 'after' | 'limit'> = {},
): Promise<Stored<T>[]> {
  const items: Stored<T>[] = [];
  let after: string | undefined;
  do {
    const page = await store.find(kind, companyId, { ...query, limit: 500, ...(after !== undefined && { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}
