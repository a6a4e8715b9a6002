import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { dayAt } from '../../base/time/days.ts';
import type { Kind, Write } from '../../ports/store.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import type { Conclude } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import type { OpenDestination } from './destinations.ts';
import { newHalving } from './halving.ts';
import { type DuplicateEvent, differs, knownEvents, type PlacedEvent } from './known-events.ts';
import { type Accepting, type Prepared, payloadOf, type SendPorts } from './prepare.ts';
import {
  CONVERSION_QUEUE,
  type DeliveryRecord,
  deliveryId,
  deliveryKind,
  eventKeyKind,
  KEY_MS,
  type KeyRecord,
  type PayloadRecord,
  payloadKind,
  type TallyRecord,
  tallyKind,
  uploadKind,
} from './records.ts';
import type { SendRequest, SendResponse } from './schema.ts';

/**
 * Keys, sealed events and jobs in one commit. Events whose keys another upload has are duplicates.
 */
export const accept =
  (
    ports: SendPorts,
    caller: Actor,
    request: SendRequest,
    { destinations, wanted, refused, warnings }: Accepting,
  ) =>
  async (conclude: Conclude<SendResponse>): Promise<SendResponse> => {
    const { companyId } = caller;
    const duplicates: DuplicateEvent[] = [];
    /** `<place of the destination> <key>` of other uploads. */
    const taken = new Set<string>();
    for (;;) {
      const now = ports.clock.now();
      const uploadId = randomId(ports.secrets, 'up');
      const left = wanted.map((each, place) =>
        each.filter(({ key }) => !taken.has(`${place} ${key}`)),
      );
      const accepted = left.reduce((sum, each) => sum + each.length, 0);
      const answer: SendResponse = {
        success: true,
        ...(accepted > 0 && { uploadId }),
        mode: 'send',
        accepted,
        refused: [...refused],
        duplicates,
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
          const { key, body, ofId: event } = prepared;
          const doc: KeyRecord = {
            expiresAt: now + KEY_MS,
            firstSeenAt: now,
            delivery: id,
            at,
            body,
            event,
          };
          keyPlaces.push({ place, prepared });
          keyWrites.push({ kind: eventKeyKind, companyId, id: key, expect: 'absent', doc });
        }
        const { testCode } = request;
        const delivery = { createdAt: now, uploadId, ...(testCode && { testCode }) };
        const docs = await deliveryDocuments(ports, destination, each, delivery);
        writes.push(
          ...docs.map(([kind, doc]): Write => ({ kind, companyId, id, expect: 'absent', doc })),
        );
        writes.push(
          jobWrite(CONVERSION_QUEUE, companyId, { subject: id, now, uses: [destination.key] }),
        );
        jobs.push(jobId(CONVERSION_QUEUE, companyId, id));
      }
      if (accepted > 0) {
        const named = destinations.map(({ destination }) => destination);
        const doc = {
          createdAt: now,
          destinations: named,
          events: request.events.length,
          ...defined({ file: request.file }),
        };
        writes.push({ kind: uploadKind, companyId, id: uploadId, expect: 'absent', doc });
        writes.push(
          auditWrite(ports, caller, {
            action: 'conversions.send',
            subject: uploadId,
            details: { accepted, destinations: named.length },
          }),
        );
      }
      // Keys first: a conflict names them by position.
      const conflict = await conclude([...keyWrites, ...writes], answer);
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
  };

async function deliveryDocuments(
  ports: SendPorts,
  opened: OpenDestination,
  prepared: readonly Prepared[],
  about: Pick<DeliveryRecord, 'createdAt' | 'uploadId' | 'testCode'>,
): Promise<readonly (readonly [kind: Kind, doc: object])[]> {
  const { destination, key: account, access } = opened;
  const { createdAt } = about;
  const payload = JSON.stringify(await payloadOf(ports, opened, prepared));
  const sealed = await ports.secrets.seal(payload, {
    companyId: access.companyId,
    use: 'conversions',
  });
  const delivery: DeliveryRecord = {
    ...about,
    destination,
    account,
    state: 'open',
    indexes: prepared.map(({ index }) => index),
    keys: prepared.map(({ key }) => key),
    outcomes: 'q'.repeat(prepared.length),
    failures: [],
    work: newHalving(prepared.map((_, at) => at)),
    attempts: 0,
    notBefore: 0,
    requests: 0,
  };
  const dayTexts = prepared.map(({ event }) => dayAt(event.happenedAt, access.timezone));
  const days = [...new Set(dayTexts)].sort();
  const tally: TallyRecord = {
    createdAt,
    destination,
    firstDay: days[0] ?? '',
    lastDay: days[days.length - 1] ?? '',
    days,
    dayOf: dayTexts.map((day) => days.indexOf(day)),
  };
  return [
    [deliveryKind, delivery],
    [payloadKind, { createdAt, sealed } satisfies PayloadRecord],
    [tallyKind, tally],
  ];
}
