import { expect, test } from 'vitest';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { createStoreJobs } from '../../../adapters/jobs/store-jobs.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { createCompany } from '../../../core/access/companies.ts';
import { eventsFor } from '../../../core/events/events.ts';
import { exportKind } from '../../../core/features/exports/records.ts';
import { features } from '../../../core/features/registry.ts';
import { deliveryKind } from '../../../core/features/webhooks/records.ts';
import type { ExportFiles } from '../../../core/ports/export-files.ts';
import { silent } from '../../../core/ports/log.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { idempotencyKind } from '../../../core/records/idempotency.ts';
import { jobKind } from '../../../core/records/job.ts';
import { answerOnce, keyed } from '../../../core/records/once.ts';
import { runSweep, SWEEP_QUEUE, startSweeping } from '../../../core/upkeep/sweep.ts';
import { asService } from '../../as-service.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const working = () => false;

/** With `auto` the pauses of a sweep pass by themselves. */
async function fixture(options: { readonly auto: boolean } = { auto: true }) {
  const open = createMemoryStore();
  const clock = createManualClock(undefined, options);
  const removed: string[] = [];
  /** The sizes of all commits, to see that none is large. */
  const commits: number[] = [];
  const store: Store = {
    ...open,
    commit: (writes) => {
      commits.push(writes.length);
      return open.commit(writes);
    },
  };
  const exportFiles: ExportFiles = {
    write: async () => 0,
    read: async () => undefined,
    remove: async (_company, name) => {
      removed.push(name);
    },
  };
  const files = { remove: async () => undefined };
  const secrets = createNodeSecrets('a secret that is long enough');
  const ports = {
    store,
    clock,
    exportFiles,
    files,
    facts: createMemoryFacts(),
    secrets,
    platforms: {},
    events: eventsFor([]),
  };
  const { companyId } = await createCompany(ports, { name: 'Acme' });
  const keep = async (key: string, company = companyId): Promise<void> => {
    await answerOnce(keyed(ports, company, { key, bodyDigest: 'd' }), async () => ({
      success: true,
    }));
  };
  return {
    clock,
    ports,
    companyId,
    removed,
    commits,
    keep,
    kept: () => store.count(idempotencyKind, companyId),
  };
}

test('answers kept for a repetition are forgotten an hour after their day is over, and no sooner', async () => {
  const { clock, ports, keep, kept } = await fixture();
  await keep('old');
  await clock.advance(DAY + HOUR);
  await keep('young');
  expect(await runSweep(asService(ports), features, working)).toEqual({
    againAt: clock.now() + HOUR,
  });
  expect(await kept()).toBe(2);
  await clock.advance(1);
  await runSweep(asService(ports), features, working);
  expect(await kept()).toBe(1);
});

test('thousands of them go in small commits, in every company, whoever else sweeps at the same time', async () => {
  const { clock, ports, commits, keep, kept } = await fixture();
  const { companyId: other } = await createCompany(ports, { name: 'Other' });
  for (let i = 0; i < 650; i++) await keep(`key ${i}`);
  await keep('theirs', other);
  await clock.advance(2 * DAY);
  commits.length = 0;
  await Promise.all([
    runSweep(asService(ports), features, working),
    runSweep(asService(ports), features, working),
  ]);
  expect([await kept(), await ports.store.count(idempotencyKind, other)]).toEqual([0, 0]);
  expect(Math.max(...commits)).toBeLessThanOrEqual(200);
});

test('a key that is used again while it is swept is not lost', async () => {
  const { clock, ports, keep, kept } = await fixture();
  await keep('again');
  await clock.advance(2 * DAY);
  const { commit } = ports.store;
  let first = true;
  const meanwhile: Store = {
    ...ports.store,
    async commit(writes) {
      if (first) {
        first = false;
        await keep('again');
      }
      return commit(writes);
    },
  };
  await runSweep(asService({ ...ports, store: meanwhile }), features, working);
  expect(await kept()).toBe(1);
});

test('exports go after seven days, with their files', async () => {
  const { clock, ports, companyId, removed } = await fixture();
  const doc = { status: 'success', level: 'ad', format: 'csv', createdAt: clock.now() };
  await ports.store.commit([
    { kind: exportKind, companyId, id: 'export_1', expect: 'absent', doc },
  ]);
  await clock.advance(7 * DAY);
  await runSweep(asService(ports), features, working);
  expect(removed).toEqual([]);
  await clock.advance(1);
  await runSweep(asService(ports), features, working);
  expect([removed, await ports.store.count(exportKind, companyId)]).toEqual([['export_1.csv'], 0]);
});

test('deliveries to webhooks go after thirty days', async () => {
  const { clock, ports, companyId } = await fixture();
  const doc = { webhookId: 'wh_1', status: 'delivered', createdAt: clock.now() };
  await ports.store.commit([{ kind: deliveryKind, companyId, id: 'd1', expect: 'absent', doc }]);
  await clock.advance(30 * DAY);
  await runSweep(asService(ports), features, working);
  expect(await ports.store.count(deliveryKind, companyId)).toBe(1);
  await clock.advance(1);
  await runSweep(asService(ports), features, working);
  expect(await ports.store.count(deliveryKind, companyId)).toBe(0);
});

test('it is one job however many processes start it, and comes back every hour', async () => {
  const { clock, ports, keep, kept } = await fixture({ auto: false });
  await Promise.all([startSweeping(ports), startSweeping(ports), startSweeping(ports)]);
  await startSweeping(ports);
  expect(await ports.store.count(jobKind, SYSTEM)).toBe(1);
  const worker = createStoreJobs({ ...ports, log: silent }).work({
    [SWEEP_QUEUE]: () => runSweep(asService(ports), features, working),
  });
  await keep('a');
  for (let hour = 0; hour < 27; hour++) await clock.advance(HOUR);
  await clock.advance(1_000);
  expect(await kept()).toBe(0);
  expect(await ports.store.count(jobKind, SYSTEM)).toBe(1);
  const stopped = worker.stop();
  await clock.advance(1_000);
  await stopped;
});

test('it stops when the process wants to end and goes on where it was', async () => {
  const { clock, ports, keep, kept } = await fixture();
  for (let i = 0; i < 250; i++) await keep(`key ${i}`);
  await clock.advance(2 * DAY);
  let looks = 0;
  expect(await runSweep(asService(ports), features, () => ++looks > 1)).toEqual({
    againAt: clock.now() + 50,
  });
  expect(await kept()).toBe(150);
  await runSweep(asService(ports), features, working);
  expect(await kept()).toBe(0);
});
