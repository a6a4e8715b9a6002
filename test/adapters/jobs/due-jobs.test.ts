import { expect, test } from 'vitest';
import { createDueJobs } from '../../../adapters/jobs/due-jobs.ts';
import { defaultRetries } from '../../../adapters/jobs/retries.ts';
import { createStoreQueue } from '../../../adapters/jobs/store-queue.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Log } from '../../../core/ports/log.ts';
import { silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../../core/records/job.ts';

function fixture() {
  const store = createMemoryStore();
  const clock = createManualClock();
  const lines: { readonly event: string; readonly [field: string]: unknown }[] = [];
  const log: Log = { ...silent, warn: (event, fields) => lines.push({ event, ...fields }) };
  const seen: string[] = [];
  const due = createDueJobs({
    clock,
    log,
    sweepMs: 1_000,
    queue: createStoreQueue(store, clock, defaultRetries),
    overdue: async () => [],
    knows: (queue) => queue === 'known',
    found: ({ id }) => seen.push(id.slice('known:acme:'.length)),
  });
  const add = (queue: string, subjects: readonly string[], dueAt = 0) =>
    store.commit(subjects.map((subject) => jobWrite(queue, 'acme', { subject, now: dueAt })));
  return { store, clock, lines, seen, due, add };
}
const always = () => true;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));

test('a queue without a handler is told of once for as long as it is there, with how many and since when', async () => {
  const { due, add, clock, lines, store } = fixture();
  await add('newer', numbered(450), 1_000);
  for (let i = 0; i < 5; i++) {
    await due.look(always);
    await clock.advance(1_000);
  }
  expect(lines).toEqual([
    { event: 'jobs.unknown_queue', queue: 'newer', jobs: 450, since: '1970-01-01T00:00:01.000Z' },
  ]);
  await store.commit(
    numbered(450).map((i) => ({
      kind: jobKind,
      companyId: SYSTEM,
      id: jobId('newer', 'acme', i),
      expect: 1,
      doc: undefined,
    })),
  );
  await due.look(always);
  await clock.advance(1_000);
  await add('newer', ['back']);
  await due.look(always);
  expect(lines).toHaveLength(2);
});

test('more jobs than are read at one go are all found, by going on where the last look ended', async () => {
  const { due, add, clock, seen } = fixture();
  await add('known', numbered(4_500));
  for (let looks = 1; looks <= 3; looks++) {
    await due.look(always);
    await clock.advance(1_000);
    expect(new Set(seen).size).toBe(Math.min(4_500, looks * 2_000));
  }
});

test('a job that was heard of is found at once, behind whatever number of others', async () => {
  const { due, add, seen, clock } = fixture();
  await add('known', numbered(4_500));
  await due.look(always);
  await add('known', ['new'], clock.now());
  due.hear(jobId('known', 'acme', 'new'));
  await due.look(always);
  expect(seen[seen.length - 1]).toBe('new');
});

test('a job that wants to be called later is found at its time, and nothing is read while nothing could be started', async () => {
  const { due, add, seen, clock } = fixture();
  const at = clock.now() + 5_000;
  await add('known', ['later'], at);
  due.hear(jobId('known', 'acme', 'later'), at);
  await clock.advance(4_999);
  await due.look(() => false);
  expect(seen).toEqual([]);
  await clock.advance(1);
  await due.look(() => false);
  expect(seen).toEqual(['later']);
});
