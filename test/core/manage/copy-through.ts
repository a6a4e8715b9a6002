import fc from 'fast-check';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateKind } from '../../../core/manage/duplicate/records.ts';
import { runDuplicate } from '../../../core/manage/duplicate/run.ts';
import {
  type DuplicateAdSetRequest,
  duplicateAdSetRequest,
} from '../../../core/manage/schema/duplicate.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { createHolder } from '../../../core/records/lease.ts';
import type { Crash } from '../../crashing-store.ts';
import { underKey } from '../../under-key.ts';
import { heldNow, madeSince } from './copies.ts';
import { caller, createManageFixture, eur, type ManageFixture, parsed } from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

/** Deaths of processes at one of their first commits. */
export const deaths = (commits: number): fc.Arbitrary<Crash> =>
  fc.record({
    at: fc.integer({ min: 1, max: commits }),
    when: fc.constantFrom('before' as const, 'after' as const),
  });

export const idempotent = { key: 'POST /v1/manage/duplicate-adset k1', bodyDigest: 'digest' };

export const duplicateOnce = (
  ports: ManageFixture['ports'],
  body: DuplicateAdSetRequest,
  request = idempotent,
) =>
  underKey(ports, caller.companyId, request, (once) => duplicateAdSet(ports, caller, body, once));

/**
 * Duplicates an ad set through a series of deaths: the request dies, then workers, then the request
 * is sent again.
 */
export async function copyThrough(options: {
  readonly ads: number;
  readonly copyCount: number;
  readonly deaths: readonly Crash[];
  readonly faults?: readonly object[];
  readonly wrap?: (platform: AdPlatform) => AdPlatform;
}) {
  const { wrap } = options;
  const fixture = await createManageFixture({
    times: { settleMs: 15_000, answerMs: 60_000, asyncMs: 30_000 },
    ...(wrap && { wrap }),
  });
  const { adSet } = await fixture.tree([options.ads]);
  const before = await heldNow(fixture);
  await fixture.client.advance(60_000);
  for (const fault of options.faults ?? []) await fixture.fault({ method: 'POST', ...fault });
  const body = { adsetId: adSet, accountId: eur, copyCount: options.copyCount };
  const send = (ports: ManageFixture['ports']) =>
    duplicateOnce(ports, parsed(duplicateAdSetRequest, body));
  const [first, ...others] = options.deaths;
  if (first !== undefined) await runUntilCrash(fixture, first, send);
  const { items: jobs } = await fixture.ports.store.find(jobKind, SYSTEM);
  for (const [position, death] of others.entries())
    for (const { doc } of jobs)
      await runUntilCrash(fixture, death, (ports) =>
        runDuplicate(ports, caller.companyId, doc.subject, {
          holder: createHolder(ports.clock, `life-${position}`),
        }),
      );
  await fixture.clearFaults();
  const known = await send(fixture.ports);
  if (known.answer.results.some(({ pending }) => pending))
    for (const { doc } of jobs) await inBackground(fixture, doc.subject);
  const { answer, replayed } = await send(fixture.ports);
  return { fixture, answer, replayed, jobs, known, made: await madeSince(fixture, before) };
}

/** As a worker goes on with a duplication. */
export async function inBackground({ ports }: ManageFixture, jobId: string): Promise<void> {
  const holder = createHolder(ports.clock, 'background');
  for (;;) {
    const done = await runDuplicate(ports, caller.companyId, jobId, { holder });
    if (
      done === undefined ||
      (await ports.store.get(duplicateKind, caller.companyId, jobId))?.doc.state === 'finished'
    )
      return;
    await ports.clock.sleep(done.againAt - ports.clock.now());
  }
}
