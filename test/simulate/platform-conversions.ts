import type {
  ConversionEvent,
  ConversionsCapability,
  SendAnswer,
} from '../../core/ports/platform-conversions.ts';
import type { Json } from '../../core/ports/store.ts';
import type { Choices } from './choices.ts';
import type { Network } from './network.ts';

/** The platform's own books of events: how often it has counted each. */
export interface EventBook {
  readonly counted: ReadonlyMap<string, number>;
  /** For how long it counts an event once; undefined where it does not look. */
  readonly dedupeMs: number | undefined;
  /** Whether it tells of outcomes only later. */
  readonly isLater: boolean;
  count(destination: string, events: readonly Sent[]): void;
}

interface Sent {
  readonly id: string;
  readonly isBad: boolean;
}

const HOUR = 3_600_000;

export function createEventBook(now: () => number, choices: Choices, isSteady: boolean): EventBook {
  const counted = new Map<string, number>();
  const last = new Map<string, number>();
  // Short times are measured by clocks that do not jump.
  const dedupeMs =
    choices.pick('dedupe', [48 * HOUR, 48 * HOUR, 0, isSteady ? HOUR / 3 : 0]) || undefined;
  return {
    counted,
    dedupeMs,
    isLater: choices.oneIn('dedupe', 3),
    count(destination, events) {
      for (const { id } of events) {
        const key = `${destination} ${id}`;
        const before = last.get(key);
        if (before !== undefined && dedupeMs !== undefined && now() - before < dedupeMs) continue;
        last.set(key, now());
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
    },
  };
}

/** An event of this value is refused, and all that are sent with it. */
export const BAD_VALUE = '666';

/** One pixel of each account. */
export const pixelOf = (account: string): string => `pixel-${account}`;

export const converting = (
  { read, write, fail }: Network,
  { dedupeMs, isLater, count }: Pick<EventBook, 'dedupeMs' | 'isLater' | 'count'>,
): ConversionsCapability => ({
  mostEvents: 2,
  dedupeMs: () => dedupeMs,
  destinations: ({ adAccountId, ...access }) =>
    read(access, 'pixels', () => [
      { id: pixelOf(adAccountId), name: 'Pixel', kind: 'pixel', accepts: true },
    ]),
  check: () => [],
  toWire: async ({ eventId, value, user }: ConversionEvent, _destination, hash) => ({
    id: eventId,
    isBad: value === BAD_VALUE,
    email: await hash(user.email ?? ''),
  }),
  async send(access, destination, events: readonly Json[]): Promise<SendAnswer> {
    const sent = events as unknown as readonly Sent[];
    const bad = sent.findIndex(({ isBad }) => isBad);
    const heard = await write(access, `events ${sent.map(({ id }) => id).join()}`, () => {
      if (bad < 0) count(destination, sent);
      return bad;
    });
    if ('unanswered' in heard) return { taken: false, failure: heard.unanswered, maybeDone: true };
    // What is wrong with an event was so the last time too: by chance no rule is broken.
    if ('refused' in heard)
      return {
        taken: false,
        failure: heard.refused.class === 'rule' ? fail('flaky') : heard.refused,
        maybeDone: false,
      };
    if (heard.answer >= 0) return { taken: false, failure: fail('invalid'), maybeDone: false };
    return { taken: true, ...(isLater && { receipt: sent.map(({ id }) => id).join() }) };
  },
  ...(isLater && {
    outcome: (access, receipt) =>
      read(access, `outcome of ${receipt}`, () => ({ state: 'done', partial: false }) as const),
  }),
});
