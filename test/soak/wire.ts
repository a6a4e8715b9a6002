import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * HTTP/1.1 over connections that are kept and reused, which repeats nothing by itself: a connection
 * that is cut under a request shows, where fetch would try again without a word.
 */
export function createWire(): {
  send(url: URL, head: readonly string[], body?: string): Promise<WireAnswer>;
  close(): void;
} {
  const idle = new Map<string, Socket[]>();

  /** One that is still open, or another. */
  const take = (host: string, url: URL): Socket => {
    for (;;) {
      const kept = idle.get(host)?.pop();
      if (kept === undefined) return connect(Number(url.port), url.hostname);
      if (!kept.destroyed && kept.readyState === 'open') return kept;
    }
  };

  return {
    send(url, head, body = '') {
      const socket = take(url.host, url);
      return new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        const end = (isKept: boolean): void => {
          socket.removeAllListeners();
          socket.setTimeout(0);
          // Closed by the other side while nobody uses it: no reset, it is left out when the next
          // one is taken.
          socket.on('error', () => undefined);
          if (isKept) idle.set(url.host, [...(idle.get(url.host) ?? []), socket]);
          else socket.destroy();
        };
        const fail = (what: string): void => {
          end(false);
          reject(new Error(what));
        };
        socket.on('error', ({ message }) => fail(message));
        socket.on('close', () => fail('The connection was closed without an answer.'));
        socket.setTimeout(30_000, () => fail('No answer for 30 seconds.'));
        socket.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          const all = Buffer.concat(chunks);
          const split = all.indexOf('\r\n\r\n');
          if (split < 0) return;
          const headers = all.subarray(0, split).toString('latin1');
          const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? Number.NaN);
          if (Number.isNaN(length)) return fail(`An answer without a length: ${headers}`);
          if (all.length < split + 4 + length) return;
          end(!/^connection: close/im.test(headers));
          resolve({
            status: Number(headers.slice(9, 12)),
            text: all.subarray(split + 4, split + 4 + length).toString('utf8'),
          });
        });
        const lines = [...head, `Host: ${url.host}`, `Content-Length: ${Buffer.byteLength(body)}`];
        socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      });
    },
    close() {
      for (const sockets of idle.values()) for (const socket of sockets) socket.destroy();
    },
  };
}
