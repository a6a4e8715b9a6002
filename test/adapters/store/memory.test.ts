import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { StoreBackend } from '../../../adapters/testing/store/ground.ts';
import { storeSuite } from '../../../adapters/testing/store.suite.ts';
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

storeSuite('Memory', backend);
recordsSuite('Memory', backend);
