import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPublicFetch,
  type PublicFetchOptions,
} from '../../../adapters/media/public-fetch.ts';
import type { SlipwayError } from '../../../core/base/errors.ts';

let server: Server;
let port: number;
const hits: string[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  hits.push(`${request.headers.host} ${request.url}`);
  const to = /^\/to\/(.+)$/.exec(request.url ?? '')?.[1];
  if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) }).end();
  else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (request.url === '/missing') response.writeHead(404).end('no');
  else if (request.url === '/short') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('only this');
    setImmediate(() => response.destroy());
  } else if (request.url === '/silent') response.writeHead(200).write('a');
  else
    response
      .writeHead(200, { 'content-disposition': 'attachment; filename="named.png"' })
      .end('content');
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function body(options: PublicFetchOptions, url: string): Promise<string> {
  const { chunks } = await createPublicFetch(options).get(url);
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return Buffer.concat(pieces).toString();
}

const refusal = (options: PublicFetchOptions, url: string): Promise<SlipwayError> =>
  body(options, url).then(
    () => Promise.reject(new Error(`${url} was fetched`)),
    (error: SlipwayError) => error,
  );

describe('addresses that must not be reached', () => {
  /** Names as an attacker's DNS would answer them. */
  const dns: { [host: string]: string[] } = {
    'loopback.example': ['127.0.0.1'],
    'private.example': ['10.1.2.3'],
    'metadata.example': ['169.254.169.254'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'both.example': ['93.184.216.34', '127.0.0.1'],
    'six-both.example': ['2606:4700:4700::1111', 'fd00::1'],
    'nowhere.example': [],
  };
  const resolve = async (host: string): Promise<string[]> => dns[host] ?? [];

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.255.255.255/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0177.0x0.0.1/',
    'http://00000177.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://foo.localhost/',
    'http://ⓛocalhost/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[ff02::1]/',
    'http://10.0.0.1/',
    'http://167772161/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://192.168.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://240.0.0.1/',
    'http://loopback.example/',
    'https://loopback.example/',
    'http://private.example/',
    'http://metadata.example/',
    'http://six.example/',
    'http://mapped.example/',
    'http://both.example/',
    'http://six-both.example/',
    'http://nowhere.example/',
    'file:///etc/passwd',
    'ftp://93.184.216.34/a.png',
    'gopher://127.0.0.1:6379/_INFO',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    'http://user:password@93.184.216.34/',
    'http://93.184.216.34@127.0.0.1/',
    'http:///etc/passwd',
    '//127.0.0.1/',
    'http://',
    'not an address',
    '',
  ])('%s', async (url) => {
    const error = await refusal({ resolve }, url);
    expect(error.code).toBe('media_unreachable');
    expect(error.message).not.toMatch(/\d+\.\d+\.\d+\.\d+|::/);
  });

  test('not by a redirect either, whichever hop it is', async () => {
    const local = `http://first.example:${port}`;
    const options: PublicFetchOptions = {
      resolve: async (host) => (host === 'first.example' ? ['127.0.0.1'] : (dns[host] ?? [])),
      // The first hop stands for a public server; nothing else is let through.
      trustedHosts: [`first.example:${port}`],
    };
    for (const target of [
      'http://127.0.0.1/',
      'http://loopback.example/',
      'http://[::1]/',
      'file:///etc/passwd',
      '//10.0.0.1/x',
    ]) {
      const path = `/to/${encodeURIComponent(target)}`;
      expect((await refusal(options, `${local}${path}`)).code).toBe('media_unreachable');
      expect(
        (await refusal(options, `${local}/to/${encodeURIComponent(`${local}${path}`)}`)).code,
      ).toBe('media_unreachable');
    }
  });
});

describe('addresses that may be reached', () => {
  const allow = (): boolean => true;

  test('the connection goes to the address that was checked, without asking again', async () => {
    let asked = 0;
    const resolve = async (): Promise<string[]> => {
      asked += 1;
      // A second question would lead nowhere: no such address exists here.
      return asked === 1 ? ['127.0.0.1'] : ['192.0.2.1'];
    };
    expect(await body({ resolve, allow }, `http://pinned.example:${port}/file`)).toBe('content');
    expect(asked).toBe(1);
    expect(hits.at(-1)).toBe(`pinned.example:${port} /file`);
  });

  test('every hop is resolved and checked anew', async () => {
    const seen: string[] = [];
    const resolve = async (host: string): Promise<string[]> => {
      seen.push(host);
      return ['127.0.0.1'];
    };
    const second = encodeURIComponent(`http://two.example:${port}/file`);
    expect(await body({ resolve, allow }, `http://one.example:${port}/to/${second}`)).toBe(
      'content',
    );
    expect(seen).toEqual(['one.example', 'two.example']);
  });

  test('the name is the one the answer suggests, else the end of the address', async () => {
    const fetch = createPublicFetch({ allow, resolve: async () => ['127.0.0.1'] });
    expect((await fetch.get(`http://n.example:${port}/a.png`)).filename).toBe('named.png');
  });

  test.each([
    ['/missing', 'status 404'],
    ['/loop', 'redirects more than'],
    ['/short', 'cut'],
  ])('%s is told as not accessible', async (path, words) => {
    const error = await refusal({ allow }, `http://127.0.0.1:${port}${path}`);
    expect([error.code, error.message]).toEqual([
      'media_unreachable',
      expect.stringContaining(words),
    ]);
  });

  test('a sender that falls silent is given up', async () => {
    const error = await refusal({ allow, timeoutMs: 200 }, `http://127.0.0.1:${port}/silent`);
    expect(error.message).toContain('too long');
  });

  test('a trusted host may be private', async () => {
    expect(
      await body({ trustedHosts: [`127.0.0.1:${port}`] }, `http://127.0.0.1:${port}/file`),
    ).toBe('content');
  });
});
