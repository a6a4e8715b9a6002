import { describe } from 'vitest';
import { commitSuite } from './store/commits.suite.ts';
import { concurrencySuite } from './store/concurrency.suite.ts';
import { documentSuite } from './store/documents.suite.ts';
import type { StoreBackend } from './store/ground.ts';
import { modelSuite } from './store/model.suite.ts';
import { querySuite } from './store/queries.suite.ts';
import { readerSuite } from './store/readers.suite.ts';
import { severalSuite } from './store/several.suite.ts';
import { survivalSuite } from './store/survival.suite.ts';
import { tenancySuite } from './store/tenancy.suite.ts';

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
