import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { ConversionEvent, ConversionsCapability, EventFault } from '../../ports/platform-conversions.ts';
import type { SentEvent } from './schema.ts';

/** Times as numbers, nothing empty. */
export function eventOf(sent: SentEvent): ConversionEvent {
  const { eventId, name, happenedAt, source = 'website', url, value, currency, orderId, items, user, consent } = sent;
  const { clickIds, ...person } = user;
  return {
    ...{ eventId, name, happenedAt: Date.parse(happenedAt), source },
    ...present({ url, value, currency, orderId, items }),
    user: { ...present(person), ...(clickIds && { clickIds: present(clickIds) }) },
    ...(consent && { consent: present(consent) }),
  };
}

function present<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const held = Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(held) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** How far ahead of ours the sender's clock may be. */
const AHEAD_MS = 5 * 60_000;
const DAY = 86_400_000;

/** What every destination would refuse, beyond the schema. */
export function commonFaults(event: ConversionEvent, now: number): readonly EventFault[] {
  const faults: EventFault[] = [];
  const report = (field: string, code: string, message: string) => faults.push({ field, code, message });
  if (event.happenedAt > now + AHEAD_MS) report('happenedAt', 'in_the_future', 'The event has not happened yet.');
  return faults;
}

export function platformFaults(can: ConversionsCapability, event: ConversionEvent, now: number): readonly EventFault[] {
  const days = can.maxAgeDays?.(event.source);
  const tooOld: readonly EventFault[] =
    days !== undefined && event.happenedAt < now - days * DAY
      ? [
          {
            field: 'happenedAt',
            code: 'too_old',
            message: `The platform takes events of the last ${days} days from this source.`,
          },
        ]
      : [];
  return [...tooOld, ...can.check(event)];
}

export function valueWarning(event: ConversionEvent, path: string): Warning | undefined {
  const { value, items } = event;
  if (value === undefined || items === undefined || items.some(({ price }) => price === undefined)) return undefined;
  const sum = items.reduce((total, { price, quantity = 1 }) => total + Number(price) * quantity, 0);
  if (Math.abs(sum - Number(value)) < 1) return undefined;
  return { path: `${path}.value`, code: 'value_differs', message: 'The items do not add up to the value.' };
}
