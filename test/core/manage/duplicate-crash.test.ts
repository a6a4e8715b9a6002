import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disconnect, listConnections } from '../../../core/accounts/connect.ts';
import { duplicateStatus } from '../../../core/manage/duplicate/duplicate-status.ts';
import { duplicatePlanKind } from '../../../core/manage/duplicate/records.ts';
import { DUPLICATE_QUEUE, runDuplicate } from '../../../core/manage/duplicate/run.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { letDie } from '../../dead-job.ts';
import { copyAdSet, expectWholeCopies, heldNow, madeSince } from './copies.ts';
import { copyThrough, deaths, duplicateOnce, idempotent, inBackground } from './copy-through.ts';
import { caller, createManageFixture, eur, parsed } from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

describe('a process that dies', () => {
  test.each([2, 12])(
    'at any commit of a duplication of %i ads leaves every copy whole and nothing else',
    async (ads) => {
      for (let at = 1; at <= 14; at += 1)
        for (const when of ['before', 'after'] as const) {
          const { answer, made } = await copyThrough({ ads, copyCount: 2, deaths: [{ at, when }] });
          expect([at, when, answer.successCount]).toEqual([at, when, 2]);
          expectWholeCopies(answer, made, ads);
        }
    },
  );

  test('once it has accepted is continued in the background, and the repeated request gets that result', async () => {
    const { jobs, replayed, fixture } = await copyThrough({
      ads: 2,
      copyCount: 2,
      deaths: [{ at: 4, when: 'after' }],
    });
    expect(jobs.map(({ doc }) => doc.queue)).toEqual([DUPLICATE_QUEUE]);
    expect(replayed).toBe(true);
    expect(
      (await fixture.audit()).filter(({ action }) => action === 'adset.duplicated'),
    ).toHaveLength(1);
  });

  test('leaves a request that can be repeated at once: it tells within seconds what is known', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([2]);
    const before = await heldNow(fixture);
    const body = parsed(duplicateAdSetRequest, { adsetId: adSet, accountId: eur, copyCount: 2 });
    await runUntilCrash(fixture, { at: 4, when: 'after' }, (ports) => duplicateOnce(ports, body));
    const asked = fixture.ports.clock.now();
    const { answer } = await duplicateOnce(fixture.ports, body);
    expect(fixture.ports.clock.now() - asked).toBeLessThan(10_000);
    expect([answer.results.length, answer.results.some(({ pending }) => pending)]).toEqual([
      2,
      true,
    ]);
    await inBackground(fixture, answer.duplicateId ?? '');
    const { answer: whole } = await duplicateOnce(fixture.ports, body);
    expect([whole.successCount, whole.duplicateId]).toEqual([2, answer.duplicateId]);
    expectWholeCopies(whole, await madeSince(fixture, before), 2);
  });

  test('again and again, in any weather, never makes a copy twice nor leaves half of one', async () => {
    const fault = fc.record({
      path: fc.constantFrom('*/copies', '/asyncbatch'),
      fault: fc.constantFrom(
        'transient',
        'failed-but-created',
        'answer-lost',
        'connection-cut',
        'html-502',
        'copy-partial',
        'copy-no-id',
        'unknown-error',
      ),
      probability: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 2, 5),
        fc.integer({ min: 1, max: 3 }),
        fc.array(deaths(12), { maxLength: 3 }),
        fc.array(fault, { maxLength: 2 }),
        async (ads, copyCount, deaths, faults) => {
          const { answer, made } = await copyThrough({ ads, copyCount, deaths, faults });
          expect(answer.results).toHaveLength(copyCount);
          expectWholeCopies(answer, made, ads);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('a connection that is removed while copies are made ends them, with what is left behind', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([0]);
  const body = parsed(duplicateAdSetRequest, { adsetId: adSet, accountId: eur, copyCount: 2 });
  await runUntilCrash(fixture, { at: 6, when: 'after' }, (ports) => duplicateOnce(ports, body));
  for (const { id } of await listConnections(fixture.ports, caller.companyId))
    await disconnect(fixture.ports, caller, id);
  const { duplicateId = '' } = (await duplicateOnce(fixture.ports, body)).answer;
  await inBackground(fixture, duplicateId);
  const { answer } = await duplicateOnce(fixture.ports, body);
  expect(answer).toMatchObject({ success: false, failCount: 2 });
  expect(answer.results[0]).toMatchObject({
    error: expect.stringContaining('no ad account'),
    leftBehind: [{ type: 'adset' }],
  });
});

test('a duplication whose job is dead says so, and what to do', async () => {
  const fixture = await createManageFixture();
  const { store } = fixture.ports;
  const { adSet } = await fixture.tree([0]);
  const body = parsed(duplicateAdSetRequest, { adsetId: adSet, accountId: eur, copyCount: 1 });
  await runUntilCrash(fixture, { at: 6, when: 'after' }, (ports) => duplicateOnce(ports, body));
  const [job] = (await store.find(jobKind, SYSTEM)).items;
  const status = () => duplicateStatus(fixture.ports, caller, job?.doc.subject ?? '');
  expect((await status()).halted).toBeUndefined();
  await letDie(store, job?.id ?? '', 0);
  expect(await status()).toMatchObject({
    status: 'running',
    halted: { fix: expect.stringContaining(`retry ${job?.id}`) },
  });
});

describe('the same request', () => {
  const body = (adSet: string) =>
    parsed(duplicateAdSetRequest, { adsetId: adSet, accountId: eur, copyCount: 2 });

  test('sent twice at once is carried out once', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    const before = await heldNow(fixture);
    const answers = await Promise.all(
      [1, 2, 3].map(() => duplicateOnce(fixture.ports, body(adSet))),
    );
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expectWholeCopies(
      (answers[0] ?? answers[1])?.answer as never,
      await madeSince(fixture, before),
      1,
    );
  });

  test('sent later gets the answer of the first, and asks the platform nothing', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    const first = await duplicateOnce(fixture.ports, body(adSet));
    const { value, calls } = await fixture.counting(() =>
      duplicateOnce(fixture.ports, body(adSet)),
    );
    expect(value).toEqual({ ...first, replayed: true });
    expect(calls).toBe(0);
  });

  test('without a key makes copies again', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    await copyAdSet(fixture, { adsetId: adSet });
    await copyAdSet(fixture, { adsetId: adSet });
    expect(
      (await fixture.held('adsets')).filter((each) => each.source_adset_id === adSet),
    ).toHaveLength(2);
  });

  test('with another body is refused', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    await duplicateOnce(fixture.ports, body(adSet));
    const other = duplicateOnce(fixture.ports, body(adSet), { ...idempotent, bodyDigest: 'other' });
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('what turns up long after it was given up is found by the last look and removed', async () => {
  const fixture = await createManageFixture({ times: { settleMs: 5_000 } });
  const { store } = fixture.ports;
  const { adSet } = await fixture.tree([0]);
  const before = await heldNow(fixture);
  await fixture.fault({
    fault: 'connection-cut',
    method: 'POST',
    path: `/${adSet}/copies`,
    times: 1,
  });
  const answer = await copyAdSet(fixture, { adsetId: adSet });
  expect(answer.successCount).toBe(1);
  // The request nobody heard of again is carried out after all.
  const { mark } =
    (await store.get(duplicatePlanKind, caller.companyId, answer.duplicateId))?.doc ?? {};
  const rename_options = {
    rename_strategy: 'ONLY_TOP_LEVEL_RENAME',
    rename_suffix: ` - Copy [${mark}-1]`,
  };
  await fixture.client.post(`/${adSet}/copies`, { rename_options });
  expect((await madeSince(fixture, before)).adSets).toHaveLength(2);

  const holder = createHolder(fixture.clock, 'w');
  const look = () => runDuplicate(fixture.ports, caller.companyId, answer.duplicateId, { holder });
  expect(await look()).toHaveProperty('againAt');
  await fixture.clock.sleep(600_000);
  expect(await look()).toBeUndefined();
  expectWholeCopies(answer, await madeSince(fixture, before), 0);
  expect((await fixture.audit()).map(({ action }) => action)).toContain('adset.leftovers');
});
