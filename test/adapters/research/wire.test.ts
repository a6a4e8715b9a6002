import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressBelow } from '../../../adapters/research/address.ts';
import { openResearch } from '../../../adapters/research/client.ts';
import { researchHttp } from '../../../adapters/research/http.ts';
import type { ResearchQuestion } from '../../../core/ports/research.ts';
import { machineClock } from '../../machine-time.ts';

interface Seen {
  readonly line: string;
  readonly headers: { readonly [name: string]: unknown };
  readonly body: string;
}

let seen: Seen[] = [];
let base = '';
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  seen.push({
    line: `${request.method} ${request.url}`,
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  });
  if (request.url?.includes('gone.elsewhere')) {
    response.writeHead(307, { location: `${base.replace('127.0.0.1', 'localhost')}/stolen` });
    return response.end();
  }
  if (request.url?.includes('gone.long')) {
    response.writeHead(200, { 'content-length': String(900_000_000) });
    return response.write('{');
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(JSON.stringify({ result: { data: { here: true } } }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (question: ResearchQuestion) => {
  seen = [];
  const research = openResearch({
    http: researchHttp(),
    clock: machineClock,
    baseUrl: `${base}/api/v1/`,
  });
  return research.ask({ companyId: 'co', connection: 'rc', key: 'adscan_live_k' }, question);
};

test('the wire is what the source documents', async () => {
  const input = { companyName: 'nike.com & ü' };
  expect(await ask({ kind: 'query', procedure: 'brandSpy.getOverview', input })).toMatchObject({
    ok: true,
    data: { here: true },
  });
  expect(seen[0]).toMatchObject({
    line: `GET /api/v1/trpc/brandSpy.getOverview?input=${encodeURIComponent(JSON.stringify(input))}`,
    headers: { authorization: 'Bearer adscan_live_k' },
  });
  await ask({ kind: 'query', procedure: 'boards.list' });
  expect(seen[0]?.line).toBe('GET /api/v1/trpc/boards.list');
  await ask({ kind: 'mutation', procedure: 'boards.create', input: { name: 'My Board' } });
  expect(seen[0]).toMatchObject({
    line: 'POST /api/v1/trpc/boards.create',
    body: '{"name":"My Board"}',
    headers: { 'content-type': 'application/json', authorization: 'Bearer adscan_live_k' },
  });
});

test('a redirect is not followed, and the key stays here', async () => {
  for (const kind of ['query', 'mutation'] as const) {
    expect(await ask({ kind, procedure: 'gone.elsewhere' })).toMatchObject({
      ok: false,
      refusal: { reason: 'redirected', status: 307 },
    });
    expect(seen.map(({ line }) => line.includes('stolen'))).toEqual([false]);
  }
});

test('an answer that is too long is let go of', async () => {
  expect(await ask({ kind: 'query', procedure: 'gone.long' })).toMatchObject({
    ok: false,
    refusal: { reason: 'oversized' },
  });
});

test.each([['..'], ['.'], ['a', '..', 'b'], ['']])(
  '%o leads to no address below the base',
  (...parts) => {
    const { addressOf } = addressBelow('https://source.example/api/v1');
    const leads = (): string => new URL(addressOf(parts)).pathname;
    if (parts.join('') === '') expect(leads()).toBe('/api/v1/');
    else expect(leads).toThrow('elsewhere');
  },
);

test.each([
  'ftp://source.example/',
  'https://user@source.example/',
  'https://source.example/?a=b',
  'https://source.example/#a',
])('%s is no address of a source', (address) => {
  expect(() => addressBelow(address)).toThrow('address of the research source');
});
