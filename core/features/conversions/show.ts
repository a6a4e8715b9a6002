import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { explained, SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { itemError, refusal } from '../../base/refusal.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { allOf, pageOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { newHalving } from './halving.ts';
import {
  CONVERSION_QUEUE,
  countsOf,
  type DeliveryRecord,
  deliveryKind,
  eventKeyKind,
  outcomeAt,
  payloadKind,
  type UploadRecord,
  uploadKind,
  withOutcome,
} from './records.ts';
import type { UploadResponse } from './upload-schema.ts';

export async function getUpload(
  ports: { readonly store: Store },
  companyId: string,
  uploadId: string,
): Promise<UploadResponse> {
  const { doc } = await uploadOf(ports.store, companyId, uploadId);
  const deliveries = await deliveriesOf(ports.store, companyId, uploadId);
  return {
    success: true,
    ...shownUpload(uploadId, doc, deliveries),
    destinations: deliveries.map(({ doc: each }) => shownDelivery(each)),
  };
}

async function uploadOf(
  store: Store,
  companyId: string,
  uploadId: string,
): Promise<Stored<UploadRecord>> {
  const found = await store.get(uploadKind, companyId, uploadId);
  if (found === undefined)
    throw new SlipwayError(
      'not_found',
      'There is no such upload here, or it was kept for its time.',
    );
  return found;
}

const deliveriesOf = (store: Store, companyId: string, uploadId: string) =>
  allOf(store, deliveryKind, companyId, { where: { uploadId } });

function shownUpload(
  uploadId: string,
  { createdAt, file }: UploadRecord,
  deliveries: readonly Stored<DeliveryRecord>[],
) {
  return {
    uploadId,
    createdAt: new Date(createdAt).toISOString(),
    ...defined({ file }),
    finished: deliveries.every(({ doc }) => doc.state === 'settled'),
    counts: countsOf(deliveries.map(({ doc }) => doc.outcomes).join('')),
  };
}

function shownDelivery(doc: DeliveryRecord): UploadResponse['destinations'][number] {
  const counts = countsOf(doc.outcomes);
  const states = Object.entries(counts).filter(([, count]) => count > 0);
  const [only] = states;
  return {
    destination: doc.destination,
    // The members of `counts` are the names of outcomes.
    state: states.length === 1 && only !== undefined ? (only[0] as keyof typeof counts) : 'mixed',
    counts,
    requests: doc.requests,
    failures: doc.failures.map(({ at, failure, cause }) => ({
      index: doc.indexes[at] ?? at,
      outcome: outcomeAt(doc.outcomes, at),
      ...defined({ cause }),
      code: failure.class,
      message: explained(failure),
      platformError: itemError(failure).platformError,
    })),
  };
}

export async function listUploads(
  { store }: { readonly store: Store },
  companyId: string,
  window: PageWindow,
) {
  const { items, total } = await pageOf(store, uploadKind, {
    companyId,
    query: { order: { by: 'createdAt', direction: 'desc' } },
    ...window,
  });
  const rows = await Promise.all(
    items.map(async ({ id, doc }) => ({
      ...shownUpload(id, doc, await deliveriesOf(store, companyId, id)),
      destinations: doc.destinations,
    })),
  );
  return { items: rows, total };
}

export async function findEvent(
  { store, secrets }: Pick<ServicePorts, 'store' | 'secrets'>,
  companyId: string,
  eventId: string,
) {
  const keys = await allOf(store, eventKeyKind, companyId, {
    where: { event: await secrets.sha256(eventId) },
  });
  const found = await Promise.all(
    keys.map(async ({ doc: { delivery: id, at, firstSeenAt } }) => {
      const delivery = await store.get(deliveryKind, companyId, id);
      if (delivery === undefined) return [];
      const { destination, uploadId, indexes, outcomes } = delivery.doc;
      const outcome: string = outcomeAt(outcomes, at);
      return [
        {
          destination,
          uploadId,
          index: indexes[at] ?? at,
          outcome,
          firstSeenAt: new Date(firstSeenAt).toISOString(),
        },
      ];
    }),
  );
  return found.flat();
}

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'jobs'>;

const conflictOf = (code: string, message: string): SlipwayError =>
  refusal('conflict', { path: 'id', code, message });

/**
 * Sends events without an answer again: the caller takes the risk that the platform counts them
 * twice.
 */
export const resendUncertain = (
  ports: Ports,
  caller: Actor,
  uploadId: string,
  once: Once = unkeyed(ports.store),
) =>
  once.inOneCommit<{ success: true; uploadId: string; resent: number }>(async (conclude) => {
    const { companyId } = caller;
    const { store, clock } = ports;
    await uploadOf(store, companyId, uploadId);
    const writes: Write[] = [];
    const jobs: string[] = [];
    let resent = 0;
    for (const { id, version, doc } of await deliveriesOf(store, companyId, uploadId)) {
      const positions = [...doc.outcomes].flatMap((letter, at) => (letter === 'u' ? [at] : []));
      if (doc.state !== 'settled' || positions.length === 0) continue;
      if ((await store.get(payloadKind, companyId, id)) === undefined) continue;
      resent += positions.length;
      const next: DeliveryRecord = {
        ...doc,
        state: 'open',
        sending: undefined,
        doubtedAt: undefined,
        attempts: 0,
        notBefore: 0,
        work: newHalving(positions),
        outcomes: withOutcome(doc.outcomes, positions, 'q'),
        failures: doc.failures.filter(({ at }) => !positions.includes(at)),
      };
      writes.push({ kind: deliveryKind, companyId, id, expect: version, doc: next });
      writes.push(
        await queueJob(store, CONVERSION_QUEUE, {
          companyId,
          subject: id,
          now: clock.now(),
          uses: [doc.account],
        }),
      );
      jobs.push(jobId(CONVERSION_QUEUE, companyId, id));
    }
    if (resent === 0)
      throw conflictOf(
        'nothing_uncertain',
        'No event of this upload is uncertain, or what it said is gone by now.',
      );
    const answer = { success: true as const, uploadId, resent };
    const conflict = await conclude(
      [
        ...writes,
        auditWrite(ports, caller, {
          action: 'conversions.resend',
          subject: uploadId,
          details: { resent },
        }),
      ],
      answer,
    );
    if (conflict !== undefined)
      throw conflictOf('in_progress', 'This upload is being worked on. Ask again in a moment.');
    for (const job of jobs) await ports.jobs.wake(job);
    return answer;
  });

/** By destination, as its events stand now. */
export const resendParts = {
  async of(
    { store }: { readonly store: Store },
    companyId: string,
    { uploadId }: { readonly uploadId: string },
  ): Promise<readonly Part[]> {
    return (await deliveriesOf(store, companyId, uploadId)).map(({ doc }): Part => {
      const { queued, uncertain, refused } = countsOf(doc.outcomes);
      const [first] = doc.failures;
      const outcome =
        queued > 0 ? 'running' : uncertain > 0 ? 'unknown' : refused > 0 ? 'refused' : 'done';
      return {
        type: 'destination',
        id: doc.destination,
        outcome,
        ...(outcome !== 'done' && first && { reason: explained(first.failure) }),
      };
    });
  },
};
