import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { storeSuite } from '../../conformance/store.suite.ts';

storeSuite('Memory', {
  async create() {
    const store = createMemoryStore();
    return { open: async () => store, remove: async () => {} };
  },
  skip: {
    reopening: 'it lives as long as its process',
    processes: 'it lives as long as its process',
    readBack: 'nobody else can reach its map',
  },
});
