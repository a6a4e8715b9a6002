import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Write } from '../../ports/store.ts';
import { jobId } from '../../records/job.ts';
import { randomId } from '../../records/random-id.ts';
import { deliveryWrites, keyWrite } from './delivery.ts';
import type { OpenDestination } from './destinations.ts';
import { type DuplicateEvent, differs, knownEvents, type PlacedEvent } from './known-events.ts';
import type { Prepared, RefusedEvent, SendPorts } from './prepare.ts';
import { CONVERSION_QUEUE, deliveryId, uploadKind } from './records.ts';
import type { SendRequest, SendResponse } from './schema.ts';

interface Accepting {
  readonly destinations: readonly OpenDestination[];
  readonly wanted: readonly (readonly Prepared[])[];
  readonly refused: readonly RefusedEvent[];
  readonly warnings: readonly Warning[];
}

/** Keys, sealed events and jobs in one commit. Events whose keys another upload has are duplicates. */
export async function accept(
  ports: SendPorts,
  caller: Actor,
  request: SendRequest,
  { destinations, wanted, refused, warnings }: Accepting,
  conclude: (writes: readonly Write[], answer: SendResponse) => Promise<unknown>,
): Promise<SendResponse> {
  const { companyId } = caller;
  const duplicates: DuplicateEvent[] = [];
  /** `<place of the destination> <key>` of other uploads. */
  const taken = new Set<string>();
  for (;;) {
    const uploadId = randomId(ports.secrets, 'up');
    const left = wanted.map((each, place) => each.filter(({ key }) => !taken.has(`${place} ${key}`)));
    const accepted = left.reduce((sum, each) => sum + each.length, 0);
    const answer: SendResponse = {
      success: true,
      ...(accepted > 0 && { uploadId }),
      mode: 'send',
      ...{ accepted, refused: [...refused], duplicates },
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    };
    const jobs: string[] = [];
    const keyPlaces: PlacedEvent[] = [];
    const keyWrites: Write[] = [];
    const writes: Write[] = [];
    for (const [place, each] of left.entries()) {
      const destination = destinations[place];
      if (destination === undefined || each.length === 0) continue;
      const id = deliveryId(uploadId, place);
      for (const [at, prepared] of each.entries()) {
        keyPlaces.push({ place, prepared });
        keyWrites.push(keyWrite(ports, companyId, id, at, prepared));
      }
      writes.push(...(await deliveryWrites(ports, companyId, uploadId, id, destination, each, request)));
      jobs.push(jobId(CONVERSION_QUEUE, companyId, id));
    }
    if (accepted > 0) {
      const named = destinations.map(({ destination }) => destination);
      const doc = { createdAt: ports.clock.now(), destinations: named, events: request.events.length };
      writes.push({ kind: uploadKind, companyId, id: uploadId, expect: 'absent', doc });
      writes.push(auditWrite(ports, caller, 'conversions.send', uploadId, { accepted, destinations: named.length }));
    }
    // Keys first: a conflict names them by position.
    const conflict = (await conclude([...keyWrites, ...writes], answer)) as { readonly lost: readonly number[] } | undefined;
    if (conflict === undefined) {
      for (const job of jobs) await ports.jobs.wake(job);
      return answer;
    }
    const known = conflict.lost.flatMap((lost) => keyPlaces[lost] ?? []);
    const before = await knownEvents(ports, companyId, destinations, known);
    if (before.differing.length > 0) throw differs(before.differing);
    for (const { place, prepared } of before.taken) taken.add(`${place} ${prepared.key}`);
    duplicates.push(...before.duplicates);
  }
}
