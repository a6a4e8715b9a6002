import { describe } from 'vitest';
import type { Store } from '../core/ports/store.ts';
import { commitSuite } from './store/commits.suite.ts';
import { concurrencySuite } from './store/concurrency.suite.ts';
import { documentSuite } from './store/documents.suite.ts';
import { modelSuite } from './store/model.suite.ts';
import { querySuite } from './store/queries.suite.ts';
import { readerSuite } from './store/readers.suite.ts';
import { severalSuite } from './store/several.suite.ts';
import { survivalSuite } from './store/survival.suite.ts';
import { tenancySuite } from './store/tenancy.suite.ts';

/** A backend as the suite sees it. */
export interface StoreBackend {
  /** Fresh, empty ground to store on. */
  create(): Promise<Ground>;
  /** What cannot be tried here, by the reason: there are no tests of it. */
  readonly skip?: { readonly reopening?: string; readonly processes?: string; readonly readBack?: string };
}

export interface Ground {
  /** Opens a store here. Several are open at once, as several processes would have them. */
  open(): Promise<Store>;
  /** What is really stored, read past the store; undefined when nothing is. */
  readBack?(
    kindName: string,
    companyId: string,
    id: string,
  ): Promise<{ readonly version: number; readonly text: string } | undefined>;
  /** How another process opens a store here: the address of a module, a function it exports, and what that takes. */
  readonly opener?: { readonly module: string; readonly open: string; readonly options: object };
  /** Closes nothing, removes everything. */
  remove(): Promise<void>;
}

/**
 * What every backend must do, whatever it is made of.
 *
 * @example
 * import { createMemoryStore } from 'slipway/adapters/store-memory';
 * import { storeSuite } from 'slipway/testing';
 *
 * const reason = 'it lives as long as its process';
 * storeSuite('mine', {
 *   async create() {
 *     const store = createMemoryStore();
 *     return { open: async () => store, remove: async () => undefined };
 *   },
 *   skip: { reopening: reason, processes: reason, readBack: reason },
 * });
 */
export function storeSuite(name: string, backend: StoreBackend): void {
  describe(`${name} store`, () => {
    documentSuite(backend);
    commitSuite(backend);
    querySuite(backend);
    severalSuite(backend);
    tenancySuite(backend);
    concurrencySuite(backend);
    modelSuite(backend);
    readerSuite(backend);
    survivalSuite(backend);
  });
}
