import { describe, expect, test } from 'vitest';
import { ApiError, type ClientOptions, createClient } from '../../server/client/client.ts';

/** What one connection brings, and how it ends. */
type Part =
  | { readonly text: string; readonly end?: 'cut' | 'close' }
  | { readonly refuse: true }
  | { readonly status: number };

const event = (id: number, type: string): string =>
  `id: ${id}\nevent: ${type}\ndata: {"n":${id}}\n\n`;

function bodyOf(text: string, end: 'cut' | 'close' = 'close'): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (!sent && text !== '') controller.enqueue(new TextEncoder().encode(text));
      else if (end === 'cut') controller.error(new Error('cut'));
      else controller.close();
      sent = true;
    },
  });
}

/** A client of a service whose connections bring these parts. */
function streaming(
  parts: readonly Part[],
  { status = 'processing', ...options }: Partial<ClientOptions> & { status?: string } = {},
) {
  const waits: number[] = [];
  const asked: (string | null)[] = [];
  const client = createClient({
    url: 'http://slipway.test',
    sleep: async (ms) => void waits.push(ms),
    ...options,
    fetch: async (url, init) => {
      if (url.includes('/batch-status/'))
        return Response.json({ success: true, adBatchId: 1, status });
      const part = parts[Math.min(asked.length, parts.length - 1)] ?? { text: '' };
      asked.push(new Headers(init.headers).get('last-event-id'));
      if ('refuse' in part) throw Object.assign(new Error(), { code: 'ConnectionRefused' });
      if ('status' in part)
        return Response.json(
          { success: false, error: { code: 'gone', message: 'x' } },
          { status: part.status },
        );
      return new Response(bodyOf(part.text, part.end), {
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      });
    },
  });
  const read = async (
    input: { readonly id: number; readonly after?: number } = { id: 1 },
  ): Promise<number[]> => {
    const ids: number[] = [];
    for await (const { id, data } of await client.batches.events(input)) {
      expect(data).toEqual({ n: id });
      ids.push(id);
    }
    return ids;
  };
  return { client, waits, asked, read };
}

describe('the events of a batch', () => {
  test('go on after the last one when the connection is cut', async () => {
    const { read, asked, waits } = streaming([
      { text: event(1, 'batch') + event(2, 'ad'), end: 'cut' },
      { text: 'id: 3\nevent: ad\ndata: {"n"', end: 'cut' },
      { text: event(3, 'ad') },
      { text: event(4, 'done') },
    ]);
    expect(await read()).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([null, '2', '2', '3']);
    expect(waits.every((ms) => ms > 0)).toBe(true);
  });

  test('go on at another process when the service ends, at the time it says', async () => {
    const { read, asked, waits } = streaming([
      { text: `${event(1, 'batch')}retry: 1500\n\n` },
      { refuse: true },
      { text: event(2, 'done') },
    ]);
    expect(await read()).toEqual([1, 2]);
    expect(asked).toEqual([null, '1', '1']);
    expect(waits[0]).toBe(1500);
  });

  test('end with the end of the stream after a done, not with the first done', async () => {
    const { read, asked } = streaming([
      { text: event(1, 'done') + event(2, 'ad') + event(3, 'done') },
    ]);
    expect(await read()).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(1);
    const cut = streaming([
      { text: event(1, 'done'), end: 'cut' },
      { text: event(2, 'ad') + event(3, 'done') },
    ]);
    expect(await cut.read()).toEqual([1, 2, 3]);
  });

  test('end at once where there is nothing after the last one, and the batch has ended', async () => {
    const { read, asked } = streaming([{ text: '' }], { status: 'success' });
    expect(await read({ id: 1, after: 9 })).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('are an error when nothing comes any more however often they are asked for', async () => {
    const silent = streaming([{ text: event(1, 'batch') }, { text: '' }]);
    await expect(silent.read()).rejects.toMatchObject({ code: 'unreachable' });
    expect(silent.asked.length).toBeLessThan(30);
    const refusing = streaming([{ text: event(1, 'batch'), end: 'cut' }, { refuse: true }]);
    await expect(refusing.read()).rejects.toMatchObject({ code: 'unreachable' });
    expect(refusing.asked.length).toBeLessThan(30);
    expect(refusing.waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  test('may be silent for ever, as long as there are signs of life', async () => {
    const quiet: Part[] = Array.from({ length: 40 }, () => ({
      text: ': still here\n\n',
      end: 'cut',
    }));
    const { read, asked } = streaming([...quiet, { text: event(1, 'done') }]);
    expect(await read()).toEqual([1]);
    expect(asked).toHaveLength(41);
  });

  test('are an error where the service refuses, at first and later', async () => {
    await expect(streaming([{ status: 404 }]).read()).rejects.toMatchObject({ status: 404 });
    await expect(
      streaming([{ text: event(1, 'ad'), end: 'cut' }, { status: 410 }]).read(),
    ).rejects.toBeInstanceOf(ApiError);
  });

  test('end with the reason of a signal, and with a reader that stops', async () => {
    const abort = new AbortController();
    const { client, asked } = streaming([{ text: event(1, 'ad'), end: 'cut' }]);
    const work = async () => {
      for await (const _ of await client.batches.events({ id: 1 }, { signal: abort.signal }))
        abort.abort(new Error('enough'));
    };
    await expect(work()).rejects.toThrow('enough');
    for await (const { id } of await client.batches.events({ id: 1 })) {
      expect(id).toBe(1);
      break;
    }
    expect(asked).toEqual([null, null]);
  });
});
