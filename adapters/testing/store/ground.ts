import { afterEach, test } from 'vitest';
import type { Document, Kind, Page, Query, Store, Write } from '../../../core/ports/store.ts';

/** A backend as the suite sees it. */
export interface StoreBackend {
  /** Fresh, empty ground to store on. */
  create(): Promise<Ground>;
  /** What cannot be tried here, with the reason. */
  readonly skip?: {
    readonly reopening?: string;
    readonly processes?: string;
    readonly readBack?: string;
  };
}

export interface Ground {
  /** Several are open at once, as several processes would have them. */
  open(): Promise<Store>;
  /** Read past the store; undefined when nothing is stored. */
  readBack?(
    kindName: string,
    companyId: string,
    id: string,
  ): Promise<{ readonly version: number; readonly text: string } | undefined>;
  /** How another process opens a store: a module, a function it exports, and its argument. */
  readonly opener?: { readonly module: string; readonly open: string; readonly options: object };
  /** Closes nothing, removes everything. */
  remove(): Promise<void>;
}

/** Gives each test its own ground and clears it away after the test. */
export function useGround(backend: StoreBackend): {
  ground(): Promise<Ground>;
  store(): Promise<Store>;
  /** A test with a fresh store. */
  withStore(title: string, work: (store: Store) => Promise<void>, timeout?: number): void;
} {
  const grounds: Ground[] = [];
  const stores: Store[] = [];
  const ground = async (): Promise<Ground> => {
    const made = await backend.create();
    grounds.push(made);
    return {
      ...made,
      async open() {
        const store = await made.open();
        stores.push(store);
        return store;
      },
    };
  };
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await Promise.all(grounds.splice(0).map((made) => made.remove()));
  });
  const store = async () => (await ground()).open();
  return {
    ground,
    store,
    withStore: (title, work, timeout) => test(title, async () => work(await store()), timeout),
  };
}

export const write = (
  of: Kind<never>,
  companyId: string,
  id: string,
  expect: number | 'absent',
  doc: Document | undefined,
): Write => ({ kind: of as unknown as Kind, companyId, id, expect, doc });

/** Makes a new document of each entry, in one commit. */
export async function fill<T extends Document>(
  store: Store,
  of: Kind<T>,
  companyId: string,
  docs: { readonly [id: string]: T },
): Promise<void> {
  const writes = Object.entries(docs).map(([id, doc]) => ({
    kind: of as Kind,
    companyId,
    id,
    expect: 'absent' as const,
    doc,
  }));
  const conflict = await store.commit(writes);
  if (conflict !== undefined) throw new Error(`Could not fill in: ${JSON.stringify(conflict)}`);
}

/** The ids of all pages, following `next`. */
export async function allIds<T extends Document>(
  store: Store,
  of: Kind<T>,
  companyId: string,
  query: Query<T> = {},
): Promise<string[]> {
  const ids: string[] = [];
  let page: Page<T> | undefined;
  do {
    page = await store.find(of, companyId, {
      ...query,
      ...(page?.next !== undefined && { after: page.next }),
    });
    ids.push(...page.items.map(({ id }) => id));
  } while (page.next !== undefined);
  return ids;
}
