import { openFeed } from '../../core/launch/show/follow.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';

/** An empty line this often, so that no proxy takes the silence for the end. */
const HEARTBEAT_MS = 15_000;

/** When readers of a process that ends ask again, of another. */
const COME_BACK_MS = 1_000;

interface Watched {
  readonly request: Request;
  readonly after?: number | undefined;
  readonly ending?: AbortSignal | undefined;
}

/**
 * A batch's events as they are written, as server-sent events: from the first one, or from the one
 * after `Last-Event-ID`, or `after`. Ends with the last event of a batch that has ended, or when
 * the reader goes away: one that was retried has a `done` for each time it ended. When `ending` is
 * aborted it ends too, with a word on when to come back.
 */
export async function streamEvents(
  ports: Pick<ServicePorts, 'store' | 'clock' | 'notifier'>,
  companyId: string,
  batchId: string,
  { request, after = 0, ending }: Watched,
): Promise<Response> {
  const { clock } = ports;
  const last = request.headers.get('last-event-id') ?? '';
  // Looked up here, so that a batch that does not exist is an error and not an empty stream.
  const feed = await openFeed(
    { ...ports, ending },
    companyId,
    batchId,
    /^\d{1,15}$/.test(last) ? Number(last) : after,
  );
  let quietSince = clock.monotonic();
  let isOver = false;

  const next = async (): Promise<string | undefined> => {
    while (!isOver) {
      const events = await feed.next();
      if (events === undefined) {
        isOver = true;
        return ending?.aborted ? `retry: ${COME_BACK_MS}\n\n` : undefined;
      }
      if (events.length === 0 && clock.monotonic() - quietSince < HEARTBEAT_MS) continue;
      quietSince = clock.monotonic();
      if (events.length === 0) return ': still here\n\n';
      return events
        .map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
        .join('');
    }
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
      isOver = true;
      feed.stop();
    },
  });
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  });
}
