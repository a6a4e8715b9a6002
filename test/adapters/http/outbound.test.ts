import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../../../adapters/http/outbound.ts';

const received: {
  method?: string | undefined;
  body: string;
  signature?: string | string[] | undefined;
}[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({
      method: request.method,
      body,
      signature: request.headers['slipway-signature'],
    });
    if (request.url === '/silent') return;
    response
      .writeHead(request.url === '/moved' ? 302 : 200, { location: 'http://127.0.0.1:1/' })
      .end('whatever');
  });
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local = { allow: (address: string) => address === '127.0.0.1' };

test('a delivery arrives whole, with its headers', async () => {
  const result = await createOutbound(local)
    .post(`http://127.0.0.1:${port}/`, { 'slipway-signature': 't=1,v1=ä' }, '{"a":"ö"}')
    .catch((error: unknown) => error);
  expect(result).toEqual({ ok: true, status: 200 });
  expect(received.at(-1)).toMatchObject({ method: 'POST', body: '{"a":"ö"}' });
});

test('redirects are told, not followed', async () => {
  expect(await createOutbound(local).post(`http://127.0.0.1:${port}/moved`, {}, '{}')).toEqual({
    ok: true,
    status: 302,
  });
});

test('a receiver that never answers is given up', async () => {
  expect(
    await createOutbound({ ...local, timeoutMs: 200 }).post(
      `http://127.0.0.1:${port}/silent`,
      {},
      '{}',
    ),
  ).toEqual({
    ok: false,
    message: 'The address took too long.',
  });
});

test.each([
  ['http://127.0.0.1/', 'public internet'],
  ['http://[::ffff:10.0.0.1]/', 'public internet'],
  ['http://169.254.169.254/latest', 'public internet'],
  ['ftp://example.com/', 'Only https:// and http://'],
  ['https://user:secret@example.com/', 'user name'],
  ['nowhere', 'not an address'],
])('%s is not reached', async (address, words) => {
  expect(await createOutbound({ resolve: async () => [] }).post(address, {}, '{}')).toMatchObject({
    ok: false,
    message: expect.stringContaining(words),
  });
});

test('a name that leads inside is not reached either', async () => {
  expect(
    await createOutbound({ resolve: async () => ['93.184.216.34', '10.0.0.7'] }).post(
      'https://hooks.example/',
      {},
      '{}',
    ),
  ).toMatchObject({ ok: false });
});

test('a name of the inner network cannot be told from one that does not exist, except in the log', async () => {
  const told: object[] = [];
  const outbound = createOutbound({
    resolve: async (host) =>
      host === 'vault.internal' ? ['10.0.0.7'] : Promise.reject(new Error('ENOTFOUND')),
    onRefused: (refusal) => told.push(refusal),
  });
  const [inside, nowhere] = [
    await outbound.post('https://vault.internal/', {}, '{}'),
    await outbound.post('https://valt.internal/', {}, '{}'),
  ];
  expect(inside).toEqual(nowhere);
  expect(told).toEqual([
    { host: 'vault.internal', why: 'leads to 10.0.0.7' },
    { host: 'valt.internal', why: 'no such host' },
  ]);
});
