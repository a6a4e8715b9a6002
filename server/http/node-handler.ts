import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';

/** What answers requests: the app of a service, or of anything that has a fetch handler. */
interface Answers {
  fetch(
    request: Request,
    connection?: { readonly address?: string | undefined },
  ): Response | Promise<Response>;
}

/** Of `node:http`, Express and Connect: `next` gets what goes wrong. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error: unknown) => void,
) => Promise<void>;

/**
 * An app as a handler of Node's own kind, for `node:http`, Express and Fastify. Bodies must be
 * unread when it is called.
 *
 * @param app such as `slipway.app()`
 * @param base cut off the path, where the server around it does not do so: `/ads`
 *
 * @example
 * import { createServer } from 'node:http';
 * import { createSlipway } from 'slipway';
 * import { toNodeHandler } from 'slipway/server';
 *
 * const slipway = await createSlipway({ publicUrl: 'http://127.0.0.1:4000/ads' });
 * const server = createServer(toNodeHandler(slipway.app(), '/ads'));
 * server.close();
 * await slipway.close();
 */
export const toNodeHandler =
  (app: Answers, base = ''): NodeHandler =>
  async (incoming, outgoing, next = (error) => outgoing.destroy(error as Error)) => {
    try {
      // A reader that goes away in the middle is no error of ours.
      const { body, headers, status } = await app.fetch(requestOf(incoming, base), {
        address: incoming.socket.remoteAddress,
      });
      outgoing.writeHead(status, [...headers].flat());
      if (body === null) outgoing.end();
      else
        await pipeline(Readable.fromWeb(body as unknown as WebStream), outgoing).catch(
          () => undefined,
        );
    } catch (error) {
      next(error);
    }
  };

function requestOf(incoming: IncomingMessage, base: string): Request {
  const { method = 'GET', headers, url = '/' } = incoming;
  const path = base !== '' && url.startsWith(base) ? url.slice(base.length) || '/' : url;
  const sent = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Streams of Node and of the web are one at run time; `duplex` is missing in the types.
  const init = {
    method,
    headers: sent,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  };
  return new Request(
    new URL(path, `http://${headers.host ?? 'localhost'}`),
    init as unknown as RequestInit,
  );
}
