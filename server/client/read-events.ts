import { createParser } from 'eventsource-parser';

export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

/**
 * The events of a body of type text/event-stream, for the command line and for the dashboard. A reader that stops early
 * closes the connection.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const parsed: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ id, event = 'message', data }) => void parsed.push({ id, type: event, data }) });
  const decoder = new TextDecoder();
  // Not every browser iterates over a stream.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* parsed.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
