import { createStoreJobs } from '../../../adapters/jobs/store-jobs.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { SUITE_RETRIES, testJobs } from '../../conformance/jobs.suite.ts';
import { machineClock } from '../../machine-time.ts';

testJobs('documents of the store', async () => {
  const store = createMemoryStore();
  const options = {
    store,
    clock: machineClock,
    log: silent,
    sweepMs: 20,
    patienceMs: 1_000,
    retries: SUITE_RETRIES,
  };
  return {
    store,
    open: async () => createStoreJobs(options),
    async passPause(id) {
      const job = await store.get(jobKind, SYSTEM, id);
      if (job === undefined) throw new Error(`There is no job ${id}.`);
      const doc = { ...job.doc, dueAt: machineClock.now() };
      await store.commit([{ kind: jobKind, companyId: SYSTEM, id, expect: job.version, doc }]);
    },
    close: () => store.close(),
  };
});
