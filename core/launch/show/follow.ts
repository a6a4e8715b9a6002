import { SlipwayError } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ending } from '../../ports/ending.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { Store } from '../../ports/store.ts';
import { BATCH_EVENTS, batchTopic } from '../journal/journal.ts';
import type { BatchEvent } from '../journal/records.ts';
import { batchEvents } from './status.ts';

/** The log is looked at this often without a ring: a notice may be missed. */
const LOOK_MS = 5_000;

interface FollowPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly ending?: Ending | undefined;
}

interface BatchFeed {
  /**
   * Empty when nothing came for a while; undefined after the last event of an ended batch, and
   * after a stop.
   */
  next(): Promise<readonly BatchEvent[] | undefined>;
  stop(): void;
}

/**
 * Opens the log of a batch after an event. A retried batch has a `done` for each time it ended; the
 * feed ends with the last. Throws `not_found`.
 */
export async function openFeed(
  ports: FollowPorts,
  companyId: string,
  batchId: string,
  after = 0,
): Promise<BatchFeed> {
  const { ending } = ports;
  let reached = after;
  let isStopped = false;
  // Listens before the first look, so that nothing written in between is missed.
  const rings = listenFor(ports.notifier, batchTopic(companyId, batchId), ending);
  const look = () => batchEvents(ports, companyId, batchId, { after: reached });
  const stop = () => {
    isStopped = true;
    rings.stop();
  };
  let looked: Awaited<ReturnType<typeof look>> | undefined = await look().catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  const next = async (): Promise<readonly BatchEvent[] | undefined> => {
    if (isStopped || ending?.aborted) {
      stop();
      return undefined;
    }
    const { events, complete } = looked ?? (await look());
    looked = undefined;
    const last = events[events.length - 1];
    if (last !== undefined) {
      reached = last.id;
      return events;
    }
    if (complete) {
      stop();
      return undefined;
    }
    await Promise.race([ports.clock.sleep(LOOK_MS), rings.next()]);
    return [];
  };
  return { next, stop };
}

/**
 * One event at a time, for programs: `for await (const event of …)`. A reader that stops early lets
 * go of it.
 */
export async function followBatch(
  ports: FollowPorts,
  companyId: string,
  batchId: string,
  after?: number,
): Promise<AsyncIterable<BatchEvent>> {
  return eventsOf(await openFeed(ports, companyId, batchId, after), ports.ending);
}

async function* eventsOf(feed: BatchFeed, ending: Ending | undefined): AsyncGenerator<BatchEvent> {
  try {
    for (;;) {
      const events = await feed.next();
      if (events === undefined && ending?.aborted)
        throw new SlipwayError(
          'closed',
          'This service was closed; the batch goes on at its next start.',
        );
      if (events === undefined) return;
      yield* events;
    }
  } finally {
    feed.stop();
  }
}

/**
 * `next` ends with the next ring, or one since the last `next`. `stop` and the end of the service
 * ring too.
 */
function listenFor(
  notifier: Notifier,
  wanted: string,
  ending: Ending | undefined,
): { next(): Promise<void>; stop(): void } {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  const off = notifier.subscribe(BATCH_EVENTS, (payload) => {
    if (payload === wanted) ring();
  });
  ending?.addEventListener('abort', ring);
  return {
    async next() {
      if (!rung)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      rung = false;
    },
    stop() {
      off();
      ending?.removeEventListener('abort', ring);
      ring();
    },
  };
}
