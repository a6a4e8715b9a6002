import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { ConversionEvent } from '../ports/platform-conversions.ts';
import type { Json, Write } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { jobId, jobWrite } from '../records/job.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import type { SendRequest, SendResponse } from '../schema/conversions.ts';
import type { Warning } from '../schema/unknown-fields.ts';
import { dayAt } from '../time/days.ts';
import { type DestinationPorts, type OpenDestination, openDestination } from './destinations.ts';
import { newHalving } from './halving.ts';
import { commonFaults, eventOf, platformFaults, valueWarning } from './judge.ts';
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
import { tryOut } from './try-out.ts';

export interface SendPorts extends DestinationPorts {
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** An event that a destination would take, ready to be kept. */
export interface Prepared {
  readonly index: number;
  readonly event: ConversionEvent;
  readonly key: string;
  readonly body: string;
  readonly ofId: string;
}

export type RefusedEvent = SendResponse['refused'][number];
type DuplicateEvent = SendResponse['duplicates'][number];

/**
 * POST /v1/conversions. Faults of the request refuse it as a whole; what a platform would refuse is left out and told.
 * What is accepted is sealed and committed before anything leaves; a job sends it.
 */
export async function sendConversions(
  ports: SendPorts,
  caller: Actor,
  request: SendRequest,
  once: Once = unkeyed(ports.store),
): Promise<SendResponse> {
  const { companyId } = caller;
  const destinations = await openAll(ports, companyId, request.destinations);
  const now = ports.clock.now();
  const events = request.events.map(eventOf);
  refuseFaulty(events, now);
  const warnings = events.flatMap((event, index) => valueWarning(event, `events[${index}]`) ?? []);
  const digested = await digests(ports, events);
  const refused: RefusedEvent[] = [];
  const wanted = await Promise.all(
    destinations.map((destination) => wantedBy(ports, destination, events, digested, now, refused)),
  );
  if (wanted.every((each) => each.length === 0)) throw noneLeft(refused);
  if (request.mode === 'check') return tryOut(ports, destinations, wanted, refused, warnings);
  return once.inOneCommit<SendResponse>(
    (conclude) => accept(ports, caller, request, { destinations, wanted, refused, warnings }, conclude),
    {
      // Ids of events stand in it.
      secret: true,
    },
  );
}

/** Faults of the request itself, at their places. Nothing of it is carried out. */
function refuseFaulty(events: readonly ConversionEvent[], now: number): void {
  const faults = events.flatMap((event, index) =>
    commonFaults(event, now).map(({ field, code, message }): Fault => ({ path: `events[${index}].${field}`, code, message })),
  );
  const seen = new Map<string, { readonly index: number; readonly body: string }>();
  for (const [index, event] of events.entries()) {
    const key = `${event.name} ${event.eventId}`;
    const body = canonicalJson(event);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, { index, body });
    else if (first.body !== body)
      faults.push({
        path: `events[${index}].eventId`,
        code: 'event_differs',
        message: `Event ${first.index} has the same name and id and says something else. One event has one id.`,
      });
  }
  if (faults.length > 0)
    throw new SlipwayError('unprocessable_entity', 'Events of this request have faults.', { details: faults });
}

async function openAll(ports: SendPorts, companyId: string, names: readonly string[]): Promise<readonly OpenDestination[]> {
  const faults: Fault[] = [];
  const opened: OpenDestination[] = [];
  for (const [place, name] of names.entries())
    await openDestination(ports, companyId, name, `destinations[${place}]`).then(
      (each) => opened.some(({ destination }) => destination === each.destination) || opened.push(each),
      (error: unknown) => {
        if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
        faults.push(...error.details);
      },
    );
  if (faults.length > 0) throw new SlipwayError('unprocessable_entity', 'Some destinations cannot be used.', { details: faults });
  return opened;
}

interface Digested {
  readonly body: string;
  readonly ofId: string;
}

const digests = (ports: SendPorts, events: readonly ConversionEvent[]): Promise<readonly Digested[]> =>
  Promise.all(
    events.map(async (event) => ({
      body: await ports.secrets.sha256(canonicalJson(event)),
      ofId: await ports.secrets.sha256(event.eventId),
    })),
  );

/** Those events that a destination would take, once each. */
async function wantedBy(
  ports: SendPorts,
  { can, destination }: OpenDestination,
  events: readonly ConversionEvent[],
  digested: readonly Digested[],
  now: number,
  refused: RefusedEvent[],
): Promise<readonly Prepared[]> {
  const seen = new Set<string>();
  const wanted: Prepared[] = [];
  for (const [index, event] of events.entries()) {
    const faults = platformFaults(can, event, now);
    for (const { field, code, message } of faults)
      refused.push({ index, destination, path: `events[${index}].${field}`, code, message });
    const { body = '', ofId = '' } = digested[index] ?? {};
    const key = await ports.secrets.sha256(`${destination}\n${event.name}\n${event.eventId}`);
    if (faults.length > 0 || seen.has(key)) continue;
    seen.add(key);
    wanted.push({ index, event, key, body, ofId });
  }
  return wanted;
}

function noneLeft(refused: readonly RefusedEvent[]): SlipwayError {
  const details = refused.map(({ path, code, message }) => ({ path, code, message }));
  return new SlipwayError('unprocessable_entity', 'No destination would take any of these events.', { details });
}

interface Accepting {
  readonly destinations: readonly OpenDestination[];
  readonly wanted: readonly (readonly Prepared[])[];
  readonly refused: readonly RefusedEvent[];
  readonly warnings: readonly Warning[];
}

async function accept(
  ports: SendPorts,
  caller: Actor,
  request: SendRequest,
  { destinations, wanted, refused, warnings }: Accepting,
  conclude: (writes: readonly Write[], answer: SendResponse) => Promise<unknown>,
): Promise<SendResponse> {
  const { companyId } = caller;
  const duplicates: DuplicateEvent[] = [];
  /** Keys that another upload has, with the place of their destination. */
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
    const keyPlaces: { readonly place: number; readonly prepared: Prepared }[] = [];
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
    // Keys first: a conflict names them by their places.
    const conflict = (await conclude([...keyWrites, ...writes], answer)) as { readonly lost: readonly number[] } | undefined;
    if (conflict === undefined) {
      for (const job of jobs) await ports.jobs.wake(job);
      return answer;
    }
    for (const lost of conflict.lost) {
      const known = keyPlaces[lost];
      const duplicate = known && (await duplicateOf(ports, companyId, destinations, known));
      if (known === undefined || duplicate === undefined) continue;
      taken.add(`${known.place} ${known.prepared.key}`);
      duplicates.push(duplicate);
    }
  }
}

/** What a key that is there already stands for; undefined where its time is over. Throws `conflict` where it is another event. */
async function duplicateOf(
  { store, clock }: SendPorts,
  companyId: string,
  destinations: readonly OpenDestination[],
  { place, prepared }: { readonly place: number; readonly prepared: Prepared },
): Promise<DuplicateEvent | undefined> {
  const { key: id, index, body, event } = prepared;
  const current = await store.get(eventKeyKind, companyId, id);
  if (current === undefined) return undefined;
  const { expiresAt, firstSeenAt, delivery, body: before } = current.doc;
  if (expiresAt <= clock.now()) {
    // The sweep would have taken it: nothing works on an event of ninety days ago.
    await store.commit([{ kind: eventKeyKind, companyId, id, expect: current.version, doc: undefined }]);
    return undefined;
  }
  if (before !== body) {
    const message = 'An event of this name and id was sent before and said something else. Use another id, or an adjustment.';
    throw new SlipwayError('conflict', message, {
      details: [{ path: `events[${index}].eventId`, code: 'event_differs', message }],
    });
  }
  return {
    ...{ index, destination: destinations[place]?.destination ?? '', eventId: event.eventId },
    ...{ firstSeenAt: new Date(firstSeenAt).toISOString(), uploadId: delivery.replace(/-\d+$/, '') },
  };
}

function keyWrite({ clock }: SendPorts, companyId: string, delivery: string, at: number, { key, body, ofId }: Prepared): Write {
  const now = clock.now();
  const doc: KeyRecord = { expiresAt: now + KEY_MS, firstSeenAt: now, delivery, at, body, event: ofId };
  return { kind: eventKeyKind, companyId, id: key, expect: 'absent', doc };
}

async function deliveryWrites(
  ports: SendPorts,
  companyId: string,
  uploadId: string,
  id: string,
  { destination, id: destinationId, key: account, can, access }: OpenDestination,
  prepared: readonly Prepared[],
  { testCode }: Pick<SendRequest, 'testCode'>,
): Promise<readonly Write[]> {
  const now = ports.clock.now();
  const hash = (text: string): Promise<string> => ports.secrets.sha256(text);
  const payload: Json[] = await Promise.all(prepared.map(({ event }) => can.toWire(event, destinationId, hash)));
  const sealed = await ports.secrets.seal(JSON.stringify(payload), { companyId, use: 'conversions' });
  const delivery: DeliveryRecord = {
    ...{ createdAt: now, uploadId, destination, account, state: 'open' },
    ...(testCode !== undefined && testCode !== null && { testCode }),
    indexes: prepared.map(({ index }) => index),
    keys: prepared.map(({ key }) => key),
    outcomes: 'q'.repeat(prepared.length),
    failures: [],
    work: newHalving(prepared.map((_, at) => at)),
    ...{ attempts: 0, notBefore: 0, requests: 0 },
  };
  const dayTexts = prepared.map(({ event }) => dayAt(event.happenedAt, access.timezone));
  const days = [...new Set(dayTexts)].sort();
  const tally: TallyRecord = {
    ...{ createdAt: now, destination, firstDay: days[0] ?? '', lastDay: days[days.length - 1] ?? '', days },
    dayOf: dayTexts.map((day) => days.indexOf(day)),
  };
  const write = (kind: Write['kind'], doc: object): Write => ({ kind, companyId, id, expect: 'absent', doc });
  return [
    write(deliveryKind, delivery),
    write(payloadKind, { createdAt: now, sealed } satisfies PayloadRecord),
    write(tallyKind, tally),
    jobWrite(CONVERSION_QUEUE, companyId, id, now, [account]),
  ];
}
