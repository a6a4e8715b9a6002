import type { Warning } from '../../base/schema/unknown-fields.ts';
import type {
  ConversionEvent,
  ConversionsCapability,
  EventFault,
} from '../../ports/platform-conversions.ts';
import type { SentEvent } from './schema.ts';

export function eventOf(sent: SentEvent): ConversionEvent {
  const {
    eventId,
    name,
    happenedAt,
    source = 'website',
    url,
    value,
    currency,
    orderId,
    items,
    user,
    consent,
  } = sent;
  const { clickIds, ...person } = user;
  return {
    eventId,
    name,
    happenedAt: Date.parse(happenedAt),
    source,
    ...present({ url, value, currency, orderId, items }),
    user: { ...present(person), ...(clickIds && { clickIds: present(clickIds) }) },
    ...(consent && { consent: present(consent) }),
  };
}

function present<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const held = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return Object.fromEntries(held) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** How far ahead of ours the sender's clock may be. */
const AHEAD_MS = 5 * 60_000;
const DAY = 86_400_000;

export function commonFaults(event: ConversionEvent, now: number): readonly EventFault[] {
  if (event.happenedAt <= now + AHEAD_MS) return [];
  return [
    { field: 'happenedAt', code: 'in_the_future', message: 'The event has not happened yet.' },
  ];
}

export function platformFaults(
  can: ConversionsCapability,
  event: ConversionEvent,
  now: number,
): readonly EventFault[] {
  const days = can.maxAgeDays?.(event.source);
  const faults = can.check(event);
  if (days === undefined || event.happenedAt >= now - days * DAY) return faults;
  const message = `The platform takes events of the last ${days} days from this source.`;
  return [{ field: 'happenedAt', code: 'too_old', message }, ...faults];
}

export function valueWarning(event: ConversionEvent, path: string): Warning | undefined {
  const { value, items } = event;
  if (value === undefined || items === undefined || items.some(({ price }) => price === undefined))
    return undefined;
  const sum = items.reduce((total, { price, quantity = 1 }) => total + Number(price) * quantity, 0);
  if (Math.abs(sum - Number(value)) < 1) return undefined;
  return {
    path: `${path}.value`,
    code: 'value_differs',
    message: 'The items do not add up to the value.',
  };
}
