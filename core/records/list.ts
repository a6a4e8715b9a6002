import type { PageWindow } from '../base/schema/envelope.ts';
import type { Document, Kind, Page, Query, Store, Stored } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export async function pageOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    query,
    offset,
    limit,
  }: PageWindow & { readonly companyId: string; readonly query: Pick<Query<T>, 'where' | 'order'> },
): Promise<ListPage<Stored<T>>> {
  const [total, { items }] = await Promise.all([
    store.count(kind, companyId, query),
    store.find(kind, companyId, { ...query, offset, limit }),
  ]);
  return { items, total };
}

/** For matches that only the document shows: reads all in parts, keeps the page. */
export async function pageOfMatching<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    query,
    offset,
    limit,
    matches,
    turns,
  }: PageWindow & {
    readonly companyId: string;
    readonly query: Pick<Query<T>, 'where' | 'order'>;
    readonly matches: (doc: T) => boolean;
    readonly turns?: Turns | undefined;
  },
): Promise<ListPage<Stored<T>>> {
  const items: Stored<T>[] = [];
  let total = 0;
  await eachOf(store, kind, {
    companyId,
    query,
    see: (found) => {
      if (!matches(found.doc)) return;
      if (total >= offset && items.length < limit) items.push(found);
      total += 1;
    },
    turns,
  });
  return { items, total };
}

export async function allOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  query: Pick<Query<T>, 'where' | 'order'> = {},
): Promise<Stored<T>[]> {
  const items: Stored<T>[] = [];
  await eachOf(store, kind, { companyId, query, see: (found) => items.push(found) });
  return items;
}

export async function eachOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  {
    companyId,
    query,
    see,
    turns,
  }: {
    readonly companyId: string;
    readonly query: Pick<Query<T>, 'where' | 'order'>;
    readonly see: (found: Stored<T>) => void;
    readonly turns?: Turns | undefined;
  },
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await store.find(kind, companyId, {
      ...query,
      limit: 500,
      ...(after !== undefined && { after }),
    });
    page.items.forEach(see);
    after = page.next;
    // A store in this process answers at once: without a pause all of this would be one turn.
    if (after !== undefined) await turns?.next();
  } while (after !== undefined);
}

/** All documents that match, page by page, for loops that may end early. */
export async function* pagesOf<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  query: Pick<Query<T>, 'where' | 'order' | 'limit'>,
): AsyncGenerator<readonly Stored<T>[]> {
  let after: string | undefined;
  do {
    const page: Page<T> = await store.find(kind, companyId, {
      ...query,
      ...(after !== undefined && { after }),
    });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}
