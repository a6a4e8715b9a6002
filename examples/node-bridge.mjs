// How a server of Node's own kind (Express, Fastify, node:http) hands a request to a fetch handler and sends what it answers.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * @param {(request: Request) => Response | Promise<Response>} handler
 * @param {import('node:http').IncomingMessage} incoming with its body unread
 * @param {import('node:http').ServerResponse} outgoing
 * @param {string} path of the request as the handler is to see it
 */
export async function handOver(handler, incoming, outgoing, path = incoming.url) {
  const { method, headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(new URL(path, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });
  const response = await handler(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) outgoing.end();
  // A reader that goes away in the middle is no error of ours.
  else await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
}
