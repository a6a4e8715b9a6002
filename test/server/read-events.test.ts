import { describe, expect, test } from 'vitest';
import { readEvents, type ServerSentEvent } from '../../server/client/read-events.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const streamOf = (
  chunks: readonly Uint8Array[],
  onCancel = (): void => undefined,
): ReadableStream<Uint8Array> => {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
};

async function eventsOf(...chunks: readonly (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const stream = streamOf(
    chunks.map((chunk) => (typeof chunk === 'string' ? bytesOf(chunk) : chunk)),
  );
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

describe('server-sent events', () => {
  const ONE = { id: '7', type: 'ad', data: '{"index":0}' };

  test.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ])('are read from lines that end in %s', async (_, end) => {
    const text = ['id: 7', 'event: ad', 'data: {"index":0}', '', 'data: second', '', ''].join(end);
    expect(await eventsOf(text)).toEqual([ONE, { id: undefined, type: 'message', data: 'second' }]);
  });

  test('have data of several lines', async () => {
    expect(await eventsOf('data: {\ndata:   "a": 1\ndata: }\n\n')).toEqual([
      { id: undefined, type: 'message', data: '{\n  "a": 1\n}' },
    ]);
  });

  test('need no blank after the colon', async () => {
    expect(await eventsOf('id:7\nevent:ad\ndata:{"index":0}\n\n')).toEqual([ONE]);
  });

  test('are not made of comments, waits and ends of connections', async () => {
    expect(
      await eventsOf(
        ': still here\n\n',
        'retry: 1000\n\n',
        'id: 7\n: between\nevent: ad\ndata: {"index":0}\n\n',
      ),
    ).toEqual([ONE]);
    expect(await eventsOf('id: 7\nevent: ad\ndata: {"ind')).toEqual([]);
  });

  test('are the same wherever the connection cuts them, also within a letter or a line end', async () => {
    const bytes = bytesOf(
      'id: 7\r\nevent: ad\r\ndata: Grüße 😀\r\n\r\nid: 8\r\ndata: ü\r\ndata: 漢\r\n\r\n',
    );
    const expected = [
      { id: '7', type: 'ad', data: 'Grüße 😀' },
      { id: '8', type: 'message', data: 'ü\n漢' },
    ];
    expect(await eventsOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await eventsOf(bytes.slice(0, cut), bytes.slice(cut)), `cut at ${cut}`).toEqual(
        expected,
      );
  });

  test('come as they arrive, and a reader that stops closes the connection', async () => {
    let closed = false;
    const events = readEvents(
      streamOf([bytesOf('data: 1\n\ndata: 2\n\n'), bytesOf('data: 3\n\n')], () => (closed = true)),
    );
    expect((await events.next()).value).toMatchObject({ data: '1' });
    expect(closed).toBe(false);
    await events.return(undefined);
    expect(closed).toBe(true);
  });

  test('a connection that breaks is an error after the events before it', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulls++ === 0) controller.enqueue(bytesOf('data: 1\n\n'));
        else controller.error(new Error('cut'));
      },
    });
    const events = readEvents(body);
    expect((await events.next()).value).toMatchObject({ data: '1' });
    await expect(events.next()).rejects.toThrow('cut');
  });
});
