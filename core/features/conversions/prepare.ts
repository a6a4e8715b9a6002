import { type Fault, SlipwayError } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { ConversionEvent } from '../../ports/platform-conversions.ts';
import type { Json } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { type OpenDestination, openDestination } from './destinations.ts';
import { commonFaults, platformFaults } from './judge.ts';
import type { SendResponse } from './schema.ts';

export type SendPorts = Pick<ServicePorts, 'store' | 'secrets' | 'platforms' | 'clock' | 'jobs'>;

export interface Prepared {
  readonly index: number;
  readonly event: ConversionEvent;
  readonly key: string;
  readonly body: string;
  readonly ofId: string;
}

export type RefusedEvent = SendResponse['refused'][number];

export interface Accepting {
  readonly destinations: readonly OpenDestination[];
  readonly wanted: readonly (readonly Prepared[])[];
  readonly refused: readonly RefusedEvent[];
  readonly warnings: readonly Warning[];
}

/** In the words of the platform, hashed by its rules. */
export const payloadOf = (
  { secrets }: SendPorts,
  { can, id }: OpenDestination,
  prepared: readonly Prepared[],
): Promise<Json[]> =>
  Promise.all(prepared.map(({ event }) => can.toWire(event, id, (text) => secrets.sha256(text))));

export function eventFaults(events: readonly ConversionEvent[], now: number): readonly Fault[] {
  const faults = events.flatMap((event, index) =>
    commonFaults(event, now).map(
      ({ field, code, message }): Fault => ({ path: `events[${index}].${field}`, code, message }),
    ),
  );
  return [...faults, ...differing(events)];
}

/** Also of events with faults of their own. */
export function differing(
  events: readonly { readonly name?: string; readonly eventId?: string }[],
): readonly Fault[] {
  const seen = new Map<string, string>();
  return events.flatMap((event, index) => {
    const { name, eventId } = event;
    if (name === undefined || eventId === undefined) return [];
    const key = `${name} ${eventId}`;
    const body = canonicalJson(event);
    const first = seen.get(key) ?? body;
    seen.set(key, first);
    if (first === body) return [];
    const message =
      'An earlier event has the same name and id and says something else. One event has one id.';
    return [{ path: `events[${index}].eventId`, code: 'event_differs', message }];
  });
}

/** Each destination once. Throws all their faults together with those of the events. */
export async function openAll(
  ports: SendPorts,
  companyId: string,
  names: readonly string[],
  ofEvents: readonly Fault[],
): Promise<readonly OpenDestination[]> {
  const faults: Fault[] = [];
  const opened: OpenDestination[] = [];
  for (const [place, name] of names.entries())
    await openDestination(ports, companyId, name, `destinations[${place}]`).then(
      (each) =>
        opened.some(({ destination }) => destination === each.destination) || opened.push(each),
      (error: unknown) => {
        if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
        faults.push(...error.details);
      },
    );
  const details = [...faults, ...ofEvents];
  if (details.length === 0) return opened;
  const message =
    faults.length > 0 ? 'Some destinations cannot be used.' : 'Events of this request have faults.';
  throw new SlipwayError('unprocessable_entity', message, { details });
}

type Digested = Pick<Prepared, 'event' | 'body' | 'ofId'>;

export const digests = (
  { secrets }: SendPorts,
  events: readonly ConversionEvent[],
): Promise<readonly Digested[]> =>
  Promise.all(
    events.map(async (event) => ({
      event,
      body: await secrets.sha256(canonicalJson(event)),
      ofId: await secrets.sha256(event.eventId),
    })),
  );

/** Each event once. Adds to `refused`. */
export async function wantedBy(
  { secrets }: SendPorts,
  { can, destination }: OpenDestination,
  digested: readonly Digested[],
  { now, refused }: { readonly now: number; readonly refused: RefusedEvent[] },
): Promise<readonly Prepared[]> {
  const wanted = new Map<string, Prepared>();
  for (const [index, each] of digested.entries()) {
    const { name, eventId } = each.event;
    const faults = platformFaults(can, each.event, now);
    for (const { field, code, message } of faults)
      refused.push({ index, destination, path: `events[${index}].${field}`, code, message });
    const key = await secrets.sha256(`${destination}\n${name}\n${eventId}`);
    if (faults.length === 0 && !wanted.has(key)) wanted.set(key, { index, key, ...each });
  }
  return [...wanted.values()];
}

export function noneLeft(refused: readonly RefusedEvent[]): SlipwayError {
  const details = refused.map(({ path, code, message }) => ({ path, code, message }));
  return new SlipwayError(
    'unprocessable_entity',
    'No destination would take any of these events.',
    { details },
  );
}
