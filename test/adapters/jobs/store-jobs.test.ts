import { createStoreJobs } from '../../../adapters/jobs/store-jobs.ts';
import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { silent } from '../../../core/ports/log.ts';
import { testJobs } from '../../conformance/jobs.suite.ts';

testJobs('documents of the store', async () => {
  const store = createMemoryStore();
  return {
    store,
    open: async () => createStoreJobs({ store, clock: systemClock, log: silent, sweepMs: 20, patienceMs: 1_000 }),
    close: () => store.close(),
  };
});
