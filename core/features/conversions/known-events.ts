import { type Fault, SlipwayError } from '../../base/errors.ts';
import type { OpenDestination } from './destinations.ts';
import type { Prepared, SendPorts } from './prepare.ts';
import { type DeliveryRecord, deliveryKind, eventKeyKind, outcomeAt } from './records.ts';
import type { SendResponse } from './schema.ts';

export type DuplicateEvent = SendResponse['duplicates'][number];

/** With the place of its destination in the request. */
export interface PlacedEvent {
  readonly place: number;
  readonly prepared: Prepared;
}

interface KnownEvents {
  readonly taken: readonly PlacedEvent[];
  readonly duplicates: readonly DuplicateEvent[];
  /** Sent before with another body. */
  readonly differing: readonly PlacedEvent[];
}

/** Events whose keys are taken, with their outcomes. Deletes expired keys. */
export async function knownEvents(
  ports: SendPorts,
  companyId: string,
  destinations: readonly OpenDestination[],
  events: readonly PlacedEvent[],
): Promise<KnownEvents> {
  const { store, clock } = ports;
  const deliveries = new Map<string, DeliveryRecord | undefined>();
  const taken: PlacedEvent[] = [];
  const duplicates: DuplicateEvent[] = [];
  const differing: PlacedEvent[] = [];
  for (const each of events) {
    const { key: id, index, body, event } = each.prepared;
    const current = await store.get(eventKeyKind, companyId, id);
    if (current === undefined) continue;
    const { expiresAt, firstSeenAt, delivery, at, body: before } = current.doc;
    if (expiresAt <= clock.now()) {
      // Nothing works on an event of ninety days ago.
      await store.commit([
        { kind: eventKeyKind, companyId, id, expect: current.version, doc: undefined },
      ]);
      continue;
    }
    if (before !== body) {
      differing.push(each);
      continue;
    }
    if (!deliveries.has(delivery))
      deliveries.set(delivery, (await store.get(deliveryKind, companyId, delivery))?.doc);
    const {
      outcomes = '',
      indexes = [],
      uploadId = delivery.replace(/-\d+$/, ''),
    } = deliveries.get(delivery) ?? {};
    taken.push(each);
    duplicates.push({
      index,
      destination: destinations[each.place]?.destination ?? '',
      eventId: event.eventId,
      uploadId,
      firstSeenAt: new Date(firstSeenAt).toISOString(),
      firstIndex: indexes[at] ?? at,
      // Of a forgotten delivery only this is known.
      outcome: outcomeAt(outcomes, at, 's'),
    });
  }
  return { taken, duplicates, differing };
}

const message =
  'An event of this name and id was sent before and said something else. Use another id, or an adjustment.';
const code = 'event_differs';

const pathOf = ({ prepared }: PlacedEvent): string => `events[${prepared.index}].eventId`;

export const differingFault = (each: PlacedEvent): Fault => ({ path: pathOf(each), code, message });

export const differs = (differing: readonly PlacedEvent[]): SlipwayError =>
  new SlipwayError('conflict', message, {
    details: differing.map((each) => ({ path: pathOf(each), code, message })),
  });
