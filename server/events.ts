import { batchEvents } from '../core/launch/status.ts';
import type { ServerPorts } from './ports.ts';

/** How often the log is looked at while nothing happens. */
const LOOK_MS = 500;
/** A line that says nothing, so that nobody between us and the reader takes the silence for the end. */
const HEARTBEAT_MS = 15_000;

/**
 * A batch's events as they are written, as server-sent events: from the first one, or from the one after
 * `Last-Event-ID`. Ends after `done`, or when the reader goes away.
 */
export async function streamEvents(
  ports: Pick<ServerPorts, 'store' | 'clock'>,
  companyId: string,
  batchId: string,
  request: Request,
): Promise<Response> {
  const { clock } = ports;
  const last = request.headers.get('last-event-id') ?? '';
  let after = /^\d{1,15}$/.test(last) ? Number(last) : 0;
  // Looked up here, so that a batch that does not exist is an error and not an empty stream.
  let waiting = await batchEvents(ports, companyId, batchId, after);
  let quietSince = clock.now();
  let [ended, gone] = [false, false];

  const next = async (): Promise<string | undefined> => {
    while (!ended && !gone) {
      const events = waiting;
      waiting = [];
      for (const { id } of events) after = id;
      if (events.length > 0) {
        quietSince = clock.now();
        ended = events.some(({ type }) => type === 'done');
        return events.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
      }
      if (clock.now() - quietSince >= HEARTBEAT_MS) {
        quietSince = clock.now();
        return ': still here\n\n';
      }
      await clock.sleep(LOOK_MS);
      waiting = await batchEvents(ports, companyId, batchId, after);
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
      gone = true;
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' } });
}
