import { BATCH_EVENTS, batchNews } from '../core/launch/journal.ts';
import { batchEvents } from '../core/launch/status.ts';
import type { Bell } from '../core/ports/bell.ts';
import type { ServerPorts } from './ports.ts';

/** How often the log is looked at while nobody rings: the bell may be missed. */
const LOOK_MS = 5_000;
/** A line that says nothing, so that nobody between us and the reader takes the silence for the end. */
const HEARTBEAT_MS = 15_000;

/**
 * A batch's events as they are written, as server-sent events: from the first one, or from the one after
 * `Last-Event-ID`. Ends with the last event of a batch that has ended, or when the reader goes away: one that
 * was retried has a `done` for each time it ended.
 */
export async function streamEvents(
  ports: Pick<ServerPorts, 'store' | 'clock' | 'bell'>,
  companyId: string,
  batchId: string,
  request: Request,
): Promise<Response> {
  const { clock } = ports;
  const last = request.headers.get('last-event-id') ?? '';
  let after = /^\d{1,15}$/.test(last) ? Number(last) : 0;
  // Listened to before the first look, so that nothing written in between is missed.
  const rings = listenFor(ports.bell, batchNews(companyId, batchId));
  const look = () => batchEvents(ports, companyId, batchId, after);
  // Looked up here, so that a batch that does not exist is an error and not an empty stream.
  let looked: Awaited<ReturnType<typeof look>> | undefined = await look().catch((error: unknown) => {
    rings.stop();
    throw error;
  });
  let quietSince = clock.now();
  let gone = false;

  const next = async (): Promise<string | undefined> => {
    while (!gone) {
      const { events, complete } = looked ?? (await look());
      looked = undefined;
      if (events.length > 0) {
        quietSince = clock.now();
        after = events.at(-1)?.id ?? after;
        return events.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
      }
      if (complete) break;
      if (clock.now() - quietSince >= HEARTBEAT_MS) {
        quietSince = clock.now();
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

/** `next` ends with the next ring, at once when there was one since the last `next`. */
function listenFor(bell: Bell, wanted: string): { next(): Promise<void>; stop(): void } {
  let rung = false;
  let wake: (() => void) | undefined;
  const stop = bell.listen(BATCH_EVENTS, (news) => {
    if (news !== wanted) return;
    rung = true;
    wake?.();
  });
  return {
    async next() {
      if (!rung)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      rung = false;
    },
    stop,
  };
}
