import { type Fault, SlipwayError } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { ConversionEvent } from '../../ports/platform-conversions.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { type DestinationPorts, type OpenDestination, openDestination } from './destinations.ts';
import { commonFaults, platformFaults } from './judge.ts';
import type { SendResponse } from './schema.ts';

export interface SendPorts extends DestinationPorts {
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** An event that a destination would take. */
export interface Prepared {
  readonly index: number;
  readonly event: ConversionEvent;
  readonly key: string;
  readonly body: string;
  readonly ofId: string;
}

export type RefusedEvent = SendResponse['refused'][number];

export function eventFaults(events: readonly ConversionEvent[], now: number): readonly Fault[] {
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
  return faults;
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
      (each) => opened.some(({ destination }) => destination === each.destination) || opened.push(each),
      (error: unknown) => {
        if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
        faults.push(...error.details);
      },
    );
  const details = [...faults, ...ofEvents];
  if (details.length === 0) return opened;
  const message = faults.length > 0 ? 'Some destinations cannot be used.' : 'Events of this request have faults.';
  throw new SlipwayError('unprocessable_entity', message, { details });
}

export interface Digested {
  readonly body: string;
  readonly ofId: string;
}

export const digests = (ports: SendPorts, events: readonly ConversionEvent[]): Promise<readonly Digested[]> =>
  Promise.all(
    events.map(async (event) => ({
      body: await ports.secrets.sha256(canonicalJson(event)),
      ofId: await ports.secrets.sha256(event.eventId),
    })),
  );

/** Each event once. */
export async function wantedBy(
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

export function noneLeft(refused: readonly RefusedEvent[]): SlipwayError {
  const details = refused.map(({ path, code, message }) => ({ path, code, message }));
  return new SlipwayError('unprocessable_entity', 'No destination would take any of these events.', { details });
}
