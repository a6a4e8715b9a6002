import { expect, test } from 'vitest';
import { listAudit } from '../../../core/access/audit.ts';
import { features, queuesOf } from '../../../core/features/registry.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../../core/launch/journal/records.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { duplicateStatus } from '../../../core/manage/duplicate/duplicate-status.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../../core/records/job.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { dropJob } from '../../../core/upkeep/drop-job.ts';
import { retryJobs } from '../../../core/upkeep/operator-jobs.ts';
import { stuckBatches } from '../../../core/upkeep/stuck-batches.ts';
import { letDie } from '../../dead-job.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { createStandInFixture, several } from '../launch/stand-in-fixture.ts';
import { duplicateOnce } from '../manage/copy-through.ts';
import { createManageFixture, eur, parsed } from '../manage/manage-fixture.ts';
import { runUntilCrash } from '../manage/run-until-crash.ts';

const HOUR = 3_600_000;
const all = { offset: 0, limit: 50 };

test('a dropped batch ends with what it has made, says why, and a retry launches the rest once', async () => {
  const { launch, run, status, made, ports, store, clock } = await createStandInFixture();
  const id = await launch({ ads: several(3) });
  const job = jobId(LAUNCH_QUEUE, COMPANY, String(id));
  await expect(
    dropJob(ports, queuesOf(features), { operator: caller, id: job }),
  ).rejects.toMatchObject({
    details: [{ code: 'not_failed' }],
  });
  await letDie(store, job, clock.now());
  expect((await stuckBatches(ports, 60, all)).items).toMatchObject([
    {
      adBatchId: id,
      companyId: COMPANY,
      reason: 'dead',
      jobId: job,
      totalAds: 3,
      error: 'Not today.',
    },
  ]);

  expect(await dropJob(ports, queuesOf(features), { operator: caller, id: job })).toEqual({
    success: true,
    dropped: job,
  });
  expect(await status(id)).toMatchObject({
    rawStatus: 'Error',
    failedAds: [{ code: 'dropped', retryable: true }, { code: 'dropped' }, { code: 'dropped' }],
  });
  expect(await store.get(jobKind, SYSTEM, job)).toBeUndefined();
  expect((await stuckBatches(ports, 60, all)).total).toBe(0);
  const { items: audit } = await listAudit(ports, COMPANY, all);
  expect(audit.filter(({ action }) => action === 'job.drop')).toMatchObject([
    { subject: job, details: { queue: 'launch', error: 'Not today.' } },
  ]);
  await expect(
    dropJob(ports, queuesOf(features), { operator: caller, id: job }),
  ).rejects.toMatchObject({ code: 'not_found' });

  await retryBatch(ports, caller, String(id));
  await run(id);
  expect(await status(id)).toMatchObject({ rawStatus: 'Success', successfulAds: 3 });
  expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(3);
});

test('what was sent without an answer before its batch was dropped is looked for before it is sent again', async () => {
  const { launch, run, status, made, ports, store, clock } = await createStandInFixture({
    mood: ({ kind }, sends) => (kind === 'ad' && sends === 1 ? 'lost' : 'ok'),
  });
  const id = await launch({ ads: several(2) });
  const job = jobId(LAUNCH_QUEUE, COMPANY, String(id));
  const stopping = () => made.some(({ kind }) => kind === 'ad');
  await runBatch(ports, COMPANY, String(id), { holder: createHolder(clock, 'worker'), stopping });
  await letDie(store, job, clock.now());
  await dropJob(ports, queuesOf(features), { operator: caller, id: job });
  expect(await status(id)).toMatchObject({
    rawStatus: 'Error',
    failedAds: [1, 2].map(() => ({ code: 'dropped', mayExist: true })),
  });
  await retryBatch(ports, caller, String(id));
  await run(id);
  expect((await status(id)).successfulAds).toBe(2);
  expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
});

test('a dropped undo says what it left, and can be asked for again', async () => {
  const { launch, run, status, ports, store, clock } = await createStandInFixture();
  const id = await launch({ ads: several(2) });
  await run(id);
  await undoBatch(ports, caller, { batchId: String(id), mode: 'pause' });
  const job = jobId(UNDO_QUEUE, COMPANY, String(id));
  await letDie(store, job, clock.now());
  await dropJob(ports, queuesOf(features), { operator: caller, id: job });
  const { undo, halted } = await status(id);
  expect(halted).toBeUndefined();
  expect(undo).toMatchObject({
    ads: 2,
    undone: 0,
    failed: 2,
    left: [{ type: 'ad' }, { type: 'ad' }],
  });
  expect(undo?.finishedAt).toBeDefined();
  await undoBatch(ports, caller, { batchId: String(id), mode: 'pause' });
});

test('a dropped duplication ends, and says what to look for', async () => {
  const fixture = await createManageFixture();
  const { store } = fixture.ports;
  const { adSet } = await fixture.tree([0]);
  const body = parsed(duplicateAdSetRequest, { adsetId: adSet, accountId: eur, copyCount: 1 });
  await runUntilCrash(fixture, { at: 3, when: 'after' }, (ports) => duplicateOnce(ports, body));
  const [job] = (await store.find(jobKind, SYSTEM)).items;
  const id = job?.id ?? '';
  await letDie(store, id, 0);
  // The worker that died holds it until its time is over.
  await dropJob(fixture.ports, queuesOf(features), { operator: caller, id });
  expect(await duplicateStatus(fixture.ports, caller, job?.doc.subject ?? '')).toMatchObject({
    status: 'finished',
    failCount: 1,
    results: [{ success: false, error: expect.stringContaining('Look for it in the ad account') }],
  });
});

test('a batch without a job, one that fails and one that waits are stuck; the first gets a job again or ends', async () => {
  const { launch, run, status, ports, store, clock } = await createStandInFixture();
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push(await launch({ ads: several(1) }));
  const jobs = ids.map((id) => jobId(LAUNCH_QUEUE, COMPANY, String(id)));
  const change = async (id = '', doc: object | undefined): Promise<void> => {
    const job = await store.get(jobKind, SYSTEM, id);
    if (job === undefined) throw new Error(id);
    const next = doc && { ...job.doc, ...doc };
    await store.commit([{ kind: jobKind, companyId: SYSTEM, id, expect: job.version, doc: next }]);
  };
  await change(jobs[0], undefined);
  await change(jobs[1], undefined);
  await change(jobs[2], { failures: 3, error: 'The disk is full.' });
  const reasons = async () =>
    (await stuckBatches(ports, 60, all)).items.map(({ adBatchId, reason }) => [adBatchId, reason]);
  expect(await reasons()).toEqual([[ids[2], 'failing']]);
  await clock.sleep(HOUR);
  expect((await reasons()).sort()).toEqual([
    [ids[0], 'lost'],
    [ids[1], 'lost'],
    [ids[2], 'failing'],
    [ids[3], 'waiting'],
  ]);
  expect(await retryJobs(ports, jobs[0] ?? '')).toEqual([jobs[0]]);
  expect((await store.get(jobKind, SYSTEM, jobs[0] ?? ''))?.doc.subject).toBe(String(ids[0]));
  for (const id of [jobs[1], jobs[2]])
    await dropJob(ports, queuesOf(features), { operator: caller, id: id ?? '' });
  for (const id of ids.slice(1, 3)) expect((await status(id)).rawStatus).toBe('Error');
  await expect(retryJobs(ports, jobs[1] ?? '')).rejects.toMatchObject({ code: 'not_found' });
  await run(ids[0] ?? 0);
  expect((await reasons()).map(([id]) => id)).toEqual([ids[3]]);
});

test('what others rely on without looking cannot be dropped', async () => {
  const { ports, store, clock } = await createStandInFixture();
  await store.commit([
    jobWrite('ad-end', COMPANY, { subject: 'primary:act_1/7', now: clock.now() }),
  ]);
  await letDie(store, `ad-end:${COMPANY}:primary:act_1/7`, clock.now());
  await expect(
    dropJob(ports, queuesOf(features), {
      operator: caller,
      id: `ad-end:${COMPANY}:primary:act_1/7`,
    }),
  ).rejects.toMatchObject({
    code: 'unprocessable_entity',
    details: [{ code: 'cannot_be_dropped' }],
  });
});
