import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform } from '../../core/accounts/find-account.ts';
import { answer, success } from '../../core/base/schema/envelope.ts';
import { operation } from '../../core/operations/operation.ts';
import { toy } from '../../examples/platform/platform.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { call, connectOver } from '../server/mcp-client.ts';

/** Something that only this platform can do, with a name, a path and a type of its own. */
const operations = [
  operation({
    name: 'toy.shake',
    place: {
      method: 'POST',
      path: '/v1/toy/toys/{toyId}/shake',
      aliases: ['/v1/tinker/toys/{toyId}/shake'],
      status: 202,
    },
    topic: 'Manage',
    summary: 'Shake a toy and listen',
    scope: 'manage',
    effects: 'writes',
    subject: v.object({ toyId: v.string() }),
    input: v.object({ times: v.optional(v.number(), 1) }),
    output: answer({ sound: v.string() }),
    run: (ports, _caller, { subject, input, once }) =>
      once.inOneCommit<{ success: true; sound: string }>(async (conclude) => {
        const { shake } = openPlatform(ports.platforms, 'toy').own as {
          shake(id: string, times: number): string;
        };
        const sound = success({ sound: shake(subject.toyId, input.times) });
        await conclude([], sound);
        return sound;
      }),
  }),
  operation({
    name: 'toy.song',
    place: 'GET /v1/toy/song',
    topic: 'Manage',
    summary: 'The song of a toy as a file',
    scope: 'read',
    effects: 'reads',
    output: 'text/plain',
    run: async () => ({
      contentType: 'text/plain',
      filename: 'song.txt',
      content: pieces('la', ' la'),
    }),
  }),
];

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

let shaken = 0;
let slipway: Slipway;
beforeAll(async () => {
  const own = {
    shake(id: string, times: number) {
      shaken += 1;
      return `${id}: ${'rattle '.repeat(times).trim()}`;
    },
  };
  const modules = [
    {
      ...toy,
      operations,
      open: (host: Parameters<typeof toy.open>[0]) => ({ ...toy.open(host), own }),
    },
  ];
  slipway = await createSlipway({ modules, simulations: [toySimulation], work: false });
});
afterAll(() => slipway.close());

const request = (path: string, init: RequestInit = {}) =>
  slipway.app().request(path, {
    ...init,
    headers: {
      authorization: `Bearer ${slipway.adminKey}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  });

test('an operation that only one platform has is reached through every door, and is one under one key', async () => {
  const sent = {
    method: 'POST',
    body: JSON.stringify({ times: 2 }),
    headers: { 'idempotency-key': 'once' },
  };
  const first = await request('/v1/toy/toys/bear/shake', sent);
  expect([first.status, await first.json()]).toEqual([
    202,
    { success: true, sound: 'bear: rattle rattle' },
  ]);
  const alias = await request('/v1/tinker/toys/bear/shake', sent);
  expect(alias.headers.get('idempotent-replay')).toBe('true');
  const { toy: verbs } = slipway as unknown as {
    toy: { shake(input: object, options: object): Promise<object> };
  };
  expect(await verbs.shake({ toyId: 'bear', times: 2 }, { idempotencyKey: 'once' })).toMatchObject({
    sound: 'bear: rattle rattle',
  });
  expect(shaken).toBe(1);
  const { paths } = (await (await request('/openapi.json')).json()) as { paths: object };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/v1/toy/toys/{toyId}/shake', '/v1/toy/song']),
  );
  const client = await connectOver(
    async (url, init) => slipway.app().request(url, init),
    slipway.adminKey ?? '',
  );
  const found = await call(client, 'search_actions', { words: 'shake a toy' });
  expect(found.rows[0]).toMatchObject({ action: 'toy.shake', approval: 'needed' });
  const plan = await call(client, 'call_action', { action: 'toy.shake', input: { toyId: 'bear' } });
  // Nobody can say what it would spend, so the person is told that it may.
  expect([plan.status, plan.startsDelivering, shaken]).toEqual(['awaiting_approval', true, 1]);
});

test('one that hands out a file answers with it', async () => {
  const song = await request('/v1/toy/song');
  expect([
    song.headers.get('content-type'),
    song.headers.get('content-disposition'),
    await song.text(),
  ]).toEqual(['text/plain', 'attachment; filename="song.txt"', 'la la']);
});
