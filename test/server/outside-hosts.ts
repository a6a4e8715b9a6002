import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicFetch } from '../../adapters/media/public-fetch.ts';
import type { PublicFetch } from '../../core/ports/media-files.ts';

export interface OutsideHosts {
  readonly publicFetch: PublicFetch;
  /** Every request that arrived: `host path`. */
  readonly asked: string[];
  /** Names that were looked up. */
  readonly lookedUp: string[];
  /**
   * What a path is answered with from now on, at any host: a file, or an address that it leads on
   * to.
   */
  serve(path: string, answer: Uint8Array | string): void;
  /** An address at a host. */
  at(host: string, path: string): string;
  close(): void;
}

/**
 * Any host there is, played by one server of this machine, behind the fetcher that the service has.
 */
export async function startOutsideHosts(): Promise<OutsideHosts> {
  const answers = new Map<string, Uint8Array | string>();
  const [asked, lookedUp]: [string[], string[]] = [[], []];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${headers.host?.split(':')[0]} ${url}`);
    const answer = answers.get(url.split('?')[0] ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end();
    else response.writeHead(200, { 'content-length': answer.length }).end(answer);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const resolve = async (host: string): Promise<readonly string[]> => {
    lookedUp.push(host);
    return ['127.0.0.1'];
  };
  return {
    publicFetch: createPublicFetch({ resolve, allow: () => true }),
    asked,
    lookedUp,
    serve: (path, answer) => void answers.set(path, answer),
    at: (host, path) => `http://${host}:${port}${path}`,
    close: () => void server.close(),
  };
}
