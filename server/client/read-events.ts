import { createParser } from 'eventsource-parser';

export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

interface StreamListener {
  /** Something arrived, be it a comment. */
  readonly onSound?: () => void;
  /** When to come back after the stream has ended. */
  readonly onRetry?: (ms: number) => void;
}

/**
 * The events of a body of type text/event-stream. A reader that stops early closes the connection.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { onSound, onRetry }: StreamListener = {},
): AsyncGenerator<ServerSentEvent> {
  const parsed: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => void parsed.push({ id, type: event, data }),
    onRetry: (ms) => onRetry?.(ms),
  });
  const decoder = new TextDecoder();
  // Not every browser iterates over a stream.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSound?.();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* parsed.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
