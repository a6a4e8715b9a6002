import { BATCH_EVENTS, batchTopic } from '../../core/launch/journal/journal.ts';
import { batchEvents } from '../../core/launch/show/status.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import type { ServerPorts } from '../ports.ts';

/** How often the log is looked at while nobody rings: the notifier may be missed. */
const LOOK_MS = 5_000;
/** A line that says nothing, so that nobody between us and the reader takes the silence for the end. */
const HEARTBEAT_MS = 15_000;

/** When readers of a process that ends ask again, of another. */
const COME_BACK_MS = 1_000;

/**
 * A batch's events as they are written, as server-sent events: from the first one, or from the one after
 * `Last-Event-ID`. Ends with the last event of a batch that has ended, or when the reader goes away: one that
 * was retried has a `done` for each time it ended. When `ending` is aborted it ends too, with a word on when to come back.
 */
export async function streamEvents(
  ports: Pick<ServerPorts, 'store' | 'clock' | 'notifier'>,
  companyId: string,
  batchId: string,
  request: Request,
  ending?: AbortSignal,
): Promise<Response> {
  const { clock } = ports;
  const last = request.headers.get('last-event-id') ?? '';
  let after = /^\d{1,15}$/.test(last) ? Number(last) : 0;
  // Listened to before the first look, so that nothing written in between is missed.
  const rings = listenFor(ports.notifier, batchTopic(companyId, batchId), ending);
  const look = () => batchEvents(ports, companyId, batchId, after);
  // Looked up here, so that a batch that does not exist is an error and not an empty stream.
  let looked: Awaited<ReturnType<typeof look>> | undefined = await look().catch((error: unknown) => {
    rings.stop();
    throw error;
  });
  let quietSince = clock.monotonic();
  let gone = false;

  const next = async (): Promise<string | undefined> => {
    while (!gone) {
      if (ending?.aborted) {
        gone = true;
        return `retry: ${COME_BACK_MS}\n\n`;
      }
      const { events, complete } = looked ?? (await look());
      looked = undefined;
      if (events.length > 0) {
        quietSince = clock.monotonic();
        after = events.at(-1)?.id ?? after;
        return events.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
      }
      if (complete) break;
      if (clock.monotonic() - quietSince >= HEARTBEAT_MS) {
        quietSince = clock.monotonic();
        return ': still here\n\n';
      }
      await Promise.race([clock.sleep(LOOK_MS), rings.next()]);
    }
    rings.stop();
    return undefined;
  };

  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = await next();
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    cancel() {
      gone = true;
      rings.stop();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' } });
}

/** `next` ends with the next ring, at once when there was one since the last `next`. The end of the service rings too. */
function listenFor(notifier: Notifier, wanted: string, ending: AbortSignal | undefined): { next(): Promise<void>; stop(): void } {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = (): void => {
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
    },
  };
}
