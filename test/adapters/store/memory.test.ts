import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { StoreBackend } from '../../../adapters/testing/store/ground.ts';
import { modelSuite } from '../../../adapters/testing/store/model.suite.ts';
import { storeSuite } from '../../../adapters/testing/store.suite.ts';
import type { Store } from '../../../core/ports/store.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';

const backend: StoreBackend = {
  async create() {
    const store = createMemoryStore();
    return { open: async () => store, remove: async () => {} };
  },
  skip: {
    reopening: 'it lives as long as its process',
    processes: 'it lives as long as its process',
    readBack: 'nobody else can reach its map',
  },
};

/** Positions are the store's own: these have another form than those of the package. */
const elsewhere: StoreBackend = {
  ...backend,
  async create() {
    const store = createMemoryStore();
    const open = async (): Promise<Store> => ({
      ...store,
      async find(kind, companyId, query = {}) {
        const after = query.after?.startsWith('own ')
          ? decodeURIComponent(query.after.slice(4))
          : query.after;
        const page = await store.find(kind, companyId, {
          ...query,
          ...(after !== undefined && { after }),
        });
        return {
          ...page,
          ...(page.next !== undefined && { next: `own ${encodeURIComponent(page.next)}` }),
        };
      },
    });
    return { open, remove: async () => {} };
  },
};

storeSuite('Memory', backend);
modelSuite(elsewhere);
recordsSuite('Memory', backend);
