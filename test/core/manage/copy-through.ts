import fc from 'fast-check';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { runDuplicate } from '../../../core/manage/duplicate/run.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { type DuplicateAdSetRequest, duplicateAdSetRequest } from '../../../core/schema/manage-duplicate.ts';
import type { Death } from '../../mortal-store.ts';
import { underKey } from '../../under-key.ts';
import { heldNow, madeSince } from './copies.ts';
import { caller, createHouse, eur, type House, parsed } from './house.ts';
import { life } from './life.ts';

/** Deaths of processes at one of their first commits. */
export const deaths = (commits: number): fc.Arbitrary<Death> =>
  fc.record({ at: fc.integer({ min: 1, max: commits }), when: fc.constantFrom('before' as const, 'after' as const) });

export const idempotent = { key: 'POST /v1/manage/duplicate-adset k1', bodyDigest: 'digest' };

export const duplicateOnce = (ports: House['ports'], body: DuplicateAdSetRequest, request = idempotent) =>
  underKey(ports, caller.companyId, request, (once) => duplicateAdSet(ports, caller, body, once));

/** Duplicates an ad set through a series of deaths: the request dies, then workers, then the request is sent again. */
export async function copyThrough(options: {
  readonly ads: number;
  readonly copyCount: number;
  readonly deaths: readonly Death[];
  readonly faults?: readonly object[];
  readonly wrap?: (platform: AdPlatform) => AdPlatform;
}) {
  const { wrap } = options;
  const house = await createHouse({ times: { settleMs: 15_000, answerMs: 60_000, asyncMs: 30_000 }, ...(wrap && { wrap }) });
  const { adSet } = await house.tree([options.ads]);
  const before = await heldNow(house);
  await house.client.advance(60_000);
  for (const fault of options.faults ?? []) await house.fault({ method: 'POST', ...fault });
  const body = { adsetId: adSet, accountId: eur, copyCount: options.copyCount };
  const send = (ports: House['ports']) => duplicateOnce(ports, parsed(duplicateAdSetRequest, body));
  const [first, ...others] = options.deaths;
  if (first !== undefined) await life(house, first, send);
  const { items: jobs } = await house.ports.store.find(jobKind, SYSTEM);
  for (const [position, death] of others.entries())
    for (const { doc } of jobs)
      await life(house, death, (ports) =>
        runDuplicate(ports, caller.companyId, doc.subject, { holder: createHolder(ports.clock, `life-${position}`) }),
      );
  await house.clearFaults();
  const { answer, replayed } = await send(house.ports);
  return { house, answer, replayed, jobs, made: await madeSince(house, before) };
}
