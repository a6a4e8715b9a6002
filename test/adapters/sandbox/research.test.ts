import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { hashOf, researchKey } from '../../../adapters/sandbox/research/seed.ts';
import { createSandbox, type Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxState, StateChange } from '../../../adapters/sandbox/world.ts';

/** The simulated source past the adapter: what it takes, what it refuses, and how. */

const key = researchKey(demoCompany);
let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 15, 12));
  sandbox = createSandbox({ clock, simulations: [] });
});

async function send(
  method: string,
  path: string,
  more: { readonly authorization?: string; readonly body?: object } = {},
) {
  const { authorization = `Bearer ${key}`, body } = more;
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test/research/api/v1/${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are procedures.
  return { status: response.status, json: (await response.json()) as any };
}
const input = (value: object): string => `?input=${encodeURIComponent(JSON.stringify(value))}`;

describe('a procedure', () => {
  test.each([
    ['GET', 'trpc/nothing.here', 404, 'NOT_FOUND'],
    ['GET', 'trpc/toString', 404, 'NOT_FOUND'],
    ['GET', 'trpc/boards.list/more', 404, 'NOT_FOUND'],
    ['GET', 'trpc/boards.create', 405, 'METHOD_NOT_SUPPORTED'],
    ['POST', 'trpc/boards.list', 405, 'METHOD_NOT_SUPPORTED'],
    ['GET', 'trpc/boards.list,ads.list', 400, 'BAD_REQUEST'],
    ['GET', 'trpc/boards.list?batch=1', 400, 'BAD_REQUEST'],
    ['GET', 'trpc/ads.list?input=x', 400, 'PARSE_ERROR'],
    ['GET', `trpc/ads.list${input({ unknown: 1 })}`, 400, 'BAD_REQUEST'],
    ['GET', `trpc/ads.list${input({ limit: 500 })}`, 400, 'BAD_REQUEST'],
    ['GET', 'trpc/ads.getDetails', 400, 'BAD_REQUEST'],
    ['GET', `trpc/ads.getDetails${input({ hash: 'none' })}`, 404, 'NOT_FOUND'],
    [
      'GET',
      `trpc/brandSpy.getOverview${input({ companyName: 'nobody.example' })}`,
      404,
      'NOT_FOUND',
    ],
  ])('%s %s is answered %i %s', async (method, path, status, code) => {
    const answer = await send(method, path, method === 'POST' ? { body: {} } : {});
    expect([answer.status, answer.json.error.data]).toEqual([status, { code, httpStatus: status }]);
    expect(answer.json.error.message).toMatch(/./);
  });

  test.each([
    '',
    'Bearer',
    `Bearer ${demoCompany.token}`,
    key,
    'Bearer adscan_live_nobody',
    `Basic ${key}`,
  ])('with the header "%s" is nobody’s', async (authorization) => {
    expect((await send('GET', 'trpc/boards.list', { authorization })).status).toBe(401);
  });

  test('takes raw and wrapped input, and keeps what it is told', async () => {
    const made = await send('POST', 'trpc/boards.create', { body: { json: { name: 'New' } } });
    const { id } = made.json.result.data;
    await send('POST', 'trpc/boards.update', { body: { id, name: 'Newer', order: 7 } });
    const hash = hashOf('research-1', 1);
    await send('POST', 'trpc/ads.addToBoard', { body: { hash, boardId: id } });
    const { ads } = (await send('GET', `trpc/ads.list${input({ json: { boardId: id } })}`)).json
      .result.data;
    expect(ads.map((ad: { hash: string }) => ad.hash)).toEqual([hash]);
    const boards = async () => (await send('GET', 'trpc/boards.list')).json.result.data;
    expect((await boards()).at(-1)).toMatchObject({ id, name: 'Newer', order: 7 });
    await send('POST', 'trpc/boards.remove', { body: { id } });
    expect(await boards()).toHaveLength(2);
  });
});

test('of another company nothing is seen', async () => {
  const made = await sandbox.fetch(
    new Request('http://sandbox.test/_sandbox/companies', {
      method: 'POST',
      body: JSON.stringify({ name: 'Other' }),
    }),
  );
  const { research } = (await made.json()) as { readonly research: { readonly apiKey: string } };
  const authorization = `Bearer ${research.apiKey}`;
  await send('POST', 'trpc/boards.create', { body: { name: 'Mine' } });
  expect((await send('GET', 'trpc/boards.list', { authorization })).json.result.data).toHaveLength(
    2,
  );
  const foreign = `trpc/ads.getDetails${input({ hash: hashOf('research-1', 1) })}`;
  expect((await send('GET', foreign, { authorization })).status).toBe(404);
});

test('calls are limited where that is wanted, and the answer says how long to wait', async () => {
  await sandbox.fetch(
    new Request('http://sandbox.test/_sandbox/tier', { method: 'POST', body: '{"tier":"small"}' }),
  );
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await send('GET', 'trpc/boards.list')).status);
  expect(statuses).toEqual([200, 200, 429]);
  clock.advance(1_000);
  expect((await send('GET', 'trpc/boards.list')).status).toBe(200);
});

test('a world that was kept before there was research gets it', async () => {
  const changes: StateChange[] = [];
  const state = (load: readonly StateChange[]): SandboxState => ({
    load: () => load,
    append: (change) => void changes.push(change),
    clear: () => undefined,
    close: () => undefined,
  });
  createSandbox({ clock, simulations: [], state: state([]) });
  const before = changes.map((change) => ({
    ...change,
    put: change.put.filter(({ kind }) => !kind.includes('research')),
  }));
  sandbox = createSandbox({ clock, simulations: [], state: state(before) });
  expect((await send('GET', 'trpc/boards.list')).json.result.data).toHaveLength(2);
});
