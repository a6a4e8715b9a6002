import { describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { behaviour, commonFaults, Refused } from '../../../adapters/sandbox/kit/faults.ts';
import { createLimits } from '../../../adapters/sandbox/kit/limits.ts';
import { type ParamStyle, paramReaders } from '../../../adapters/sandbox/kit/params.ts';
import { readBody } from '../../../adapters/sandbox/kit/requests.ts';
import { createRouter } from '../../../adapters/sandbox/kit/routes.ts';
import { createShell } from '../../../adapters/sandbox/kit/simulator.ts';
import { addToken, createTokens, type TokenKind } from '../../../adapters/sandbox/kit/tokens.ts';
import {
  createWorld,
  memoryState,
  type SandboxState,
  type StateChange,
} from '../../../adapters/sandbox/world.ts';

interface Fault {
  readonly code: number;
  readonly message: string;
}

const tokenKind: TokenKind = { kind: '.tokens', idOf: (token) => `token:${token}` };
const refused = (code: number, message: string) => new Refused<Fault>({ code, message }, message);

/** The smallest platform there can be: `POST spots` makes a spot, `GET spots` counts them. */
function radio(options: { readonly state?: SandboxState; readonly clock?: ManualClock } = {}) {
  const { clock = createManualClock(0), state = memoryState() } = options;
  const world = createWorld({ clock, seed: 1, state });
  if (!world.restored) addToken(world, tokenKind, 'c1', 'good', {});
  const tokens = createTokens(world, 'radio', tokenKind);
  const tiers = { small: { all: { perSecond: 2, perMinute: 3 }, paths: {} } };
  const limits = createLimits(world, 'radio', tiers, () => refused(429, 'Too many.'));
  const platform = createShell<{ method: string; path: string; token: string | undefined }, Fault>(
    world,
    {
      name: 'radio',
      basePath: '/radio/v1.0',
      tokens,
      budget: limits,
      revokedFor: 7,
      faults: {
        ...commonFaults<Fault>({
          system: { code: 1, message: 'Broken.' },
          known: 'code 1',
          any: { code: 2, message: 'No.' },
          takes: 'code',
        }),
        'token-revoked': behaviour(4, 'the token is dead'),
      },
      async read(request, mount) {
        const path = new URL(request.url).pathname.slice(`${mount}/v1.0/`.length);
        if (path === 'unreadable') throw refused(3, 'Unreadable.');
        if (path !== 'spots') return new Response('elsewhere', { status: 404 });
        return { method: request.method, path, token: request.headers.get('token') ?? undefined };
      },
      see: ({ method, path, token }) => ({
        method,
        path: `/${path}`,
        account: undefined,
        token,
        counted: `${method} ${path}`,
      }),
      carryOut({ method, token = '' }) {
        limits.count('spots');
        if (tokens.find(token) === undefined) throw refused(401, 'Who is it?');
        if (tokens.revokedFor(token) !== undefined)
          throw refused(Number(tokens.revokedFor(token)), 'Dead.');
        if (method === 'POST')
          world.add({
            id: `spot:${world.sequence()}`,
            kind: 'spots',
            company: 'c1',
            parents: [],
            data: {},
          });
        return { status: 200, body: { spots: world.entities('spots').length } };
      },
      refuse: ({ code, message }) => ({ status: code === 1 ? 500 : 400, body: { code, message } }),
      unavailable: { code: 9, message: 'Away.' },
      htmlPage: '<html>radio</html>',
    },
  );
  const ask = async (method = 'GET', token = 'good', path = 'spots') => {
    const request = new Request(`http://sandbox.test/radio/v1.0/${path}`, {
      method,
      headers: { token },
    });
    const response = await platform.fetch(request, '/radio');
    const text = await response.text();
    return {
      status: response.status,
      text,
      ...(text.startsWith('{') && { body: JSON.parse(text) }),
    };
  };
  return { platform, clock, ask };
}

describe('the shell of a simulator', () => {
  test('answers, counts, and refuses in the words of the platform', async () => {
    const { ask, platform } = radio();
    expect(await ask('POST')).toMatchObject({ status: 200, body: { spots: 1 } });
    expect(await ask('GET', 'bad')).toMatchObject({ status: 400, body: { code: 401 } });
    expect(await ask('GET', 'good', 'unreadable')).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
    expect(await ask('GET', 'good', 'else')).toMatchObject({ status: 404, text: 'elsewhere' });
    expect(platform.counters()).toEqual({ calls: { 'GET spots': 1, 'POST spots': 1 }, counted: 2 });
  });

  test.each([
    ['transient', { status: 500, body: { code: 1, message: 'Broken.' } }, 0],
    ['failed-but-created', { status: 500, body: { code: 1, message: 'Broken.' } }, 1],
    ['html-503', { status: 503, text: '<html>radio</html>' }, 0],
    ['html-but-done', { status: 502, text: '<html>radio</html>' }, 1],
    ['empty-body', { status: 200, text: '' }, 1],
    ['error', { status: 400, body: { code: 5, message: 'No.' } }, 0],
    ['error-but-done', { status: 400, body: { code: 5, message: 'No.' } }, 1],
  ])('plays %s', async (fault, answer, made) => {
    const { ask, platform } = radio();
    platform.addFault({
      fault,
      times: 1,
      code: 5,
      ...(!fault.startsWith('error') && { code: undefined }),
    });
    expect(await ask('POST')).toMatchObject(answer);
    expect((await ask()).body).toEqual({ spots: made });
  });

  test.each([
    ['connection-cut', 0],
    ['answer-lost', 1],
  ])('%s breaks the connection', async (fault, made) => {
    const { ask, platform } = radio();
    platform.addFault({ fault, times: 1 });
    await expect(ask('POST')).rejects.toThrow('The connection was cut');
    expect((await ask()).body).toEqual({ spots: made });
  });

  test.each([
    ['slow', 0, { code: 9 }],
    ['slow-but-done', 1, { spots: 1 }],
    ['late-effect', 0, { spots: 1 }],
  ])('%s keeps the caller waiting', async (fault, madeAtOnce, body) => {
    const { ask, clock, platform } = radio();
    platform.addFault({ fault, times: 1, ms: 1_000 });
    const answer = ask('POST');
    while (clock.sleeping() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await ask()).body).toEqual({ spots: madeAtOnce });
    await clock.advance(1_000);
    expect((await answer).body).toMatchObject(body);
  });

  test('what the platform itself has against a call comes before what a fault says', async () => {
    const { ask, platform } = radio();
    platform.addFault({ fault: 'failed-but-created', times: 1 });
    expect((await ask('POST', 'bad')).body).toMatchObject({ code: 401 });
  });

  test('takes tokens back until faults are cleared', async () => {
    const { ask, platform } = radio();
    platform.addFault({ fault: 'token-revoked', times: 1 });
    expect((await ask()).body).toMatchObject({ code: 7 });
    expect((await ask()).body).toMatchObject({ code: 7 });
    platform.clearFaults();
    expect((await ask()).body).toEqual({ spots: 0 });
  });

  test('keeps to the tier it is given, counted anew when everything is cleared', async () => {
    const { ask, clock, platform } = radio();
    expect(platform.tiers).toEqual(['generous', 'small']);
    platform.setTier('small');
    const codes = async (count: number) => {
      const all: unknown[] = [];
      for (let i = 0; i < count; i += 1) all.push((await ask()).body.code);
      return all;
    };
    expect(await codes(3)).toEqual([undefined, undefined, 429]);
    await clock.advance(1_000);
    expect(await codes(2)).toEqual([undefined, 429]);
    platform.clear();
    expect(await codes(4)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('remembers faults, tokens taken back, counters and the tier with the world', async () => {
    const kept: StateChange[] = [];
    const state = {
      ...memoryState(),
      load: () => [...kept],
      append: (change: StateChange) => void kept.push(change),
    };
    const first = radio({ state });
    first.platform.setTier('small');
    first.platform.addFault({ fault: 'token-revoked', nth: 1 });
    await first.ask();
    const { ask, platform } = radio({ state });
    expect(platform.counters()).toEqual({ calls: { 'GET spots': 1 }, counted: 1 });
    expect(platform.faults()).toEqual([{ fault: 'token-revoked', nth: 1, seen: 1, fired: 1 }]);
    const codes = [await ask(), await ask(), await ask()].map(({ body }) => body.code);
    expect(codes).toEqual([7, 7, 429]);
  });
});

describe('parameters', () => {
  const style: ParamStyle = {
    missing: (name) => new Error(`${name} missing`),
    wrong: (name, expected) => new Error(`${name} not a ${expected}`),
    choice: (name, values, value) => new Error(`${name} is ${value}, not ${values.join('|')}`),
  };
  const strict = paramReaders(style);
  const lax = paramReaders({ ...style, coerces: true, commaLists: true });

  test('are read, each in its kind; what is not given is undefined', () => {
    const params = {
      a: 'x',
      n: '1.5',
      i: 7,
      yes: 'TRUE',
      o: '{"b":1}',
      l: ['p', 'q'],
      none: '',
      null: null,
    };
    expect(strict.text(params, 'a')).toBe('x');
    expect(strict.numberOf(params, 'n')).toBe(1.5);
    expect(lax.integer(params, 'i')).toBe(7);
    expect(strict.bool(params, 'yes')).toBe(true);
    expect(strict.object(params, 'o')).toEqual({ b: 1 });
    expect(strict.list(params, 'l')).toEqual(['p', 'q']);
    expect(lax.list({ l: 'p, q' }, 'l')).toEqual(['p', 'q']);
    expect(strict.oneOf(params, 'a', ['x', 'y'] as const)).toBe('x');
    for (const name of ['none', 'null', 'other']) expect(strict.text(params, name)).toBeUndefined();
  });

  test.each([
    ['a missing', () => strict.required({}, 'a')],
    ['a not a string', () => strict.text({ a: 5 }, 'a')],
    ['a not a string', () => lax.text({ a: {} }, 'a')],
    ['a not a number', () => strict.numberOf({ a: 'x' }, 'a')],
    ['a not a integer', () => lax.integer({ a: 1.5 }, 'a')],
    ['a not a boolean', () => strict.bool({ a: 'perhaps' }, 'a')],
    ['a not a JSON', () => strict.json({ a: '{' }, 'a')],
    ['a not a object', () => strict.object({ a: '[]' }, 'a')],
    ['a not a list', () => strict.list({ a: '{}' }, 'a')],
    ['a is z, not x|y', () => strict.oneOf({ a: 'z' }, 'a', ['x', 'y'])],
  ])('are refused: %s', (message, read) => {
    expect(read).toThrow(message);
  });
});

test('bodies are read in every encoding, and told apart where they are none', async () => {
  const body = (content: BodyInit, type?: string) =>
    readBody(
      new Request('http://x.test', {
        method: 'POST',
        body: content,
        ...(type && { headers: { 'content-type': type } }),
      }),
    );
  expect(await body('{"a":1}', 'application/json; charset=utf-8')).toMatchObject({
    params: { a: 1 },
  });
  expect(await body('[1]', 'application/json')).toBe('JSON');
  expect(await body('a=1&b=2', 'application/x-www-form-urlencoded')).toMatchObject({
    params: { a: '1', b: '2' },
  });
  const form = new FormData();
  form.set('a', '1');
  form.set('f', new File(['xyz'], 'f.txt'));
  expect(await body(form)).toMatchObject({
    params: { a: '1' },
    files: [{ part: 'f', filename: 'f.txt' }],
  });
  expect(await body('nothing of the kind', 'multipart/form-data; boundary=x')).toBe('multipart');
  expect(await body('xyz', 'application/octet-stream')).toMatchObject({
    bytes: new TextEncoder().encode('xyz'),
  });
});

test('routes are found by method and path, with the ids in it', () => {
  const route = createRouter({
    'GET a/{id}/b': 1,
    'POST a/{id}/b': 2,
    'GET a/me/b': 3,
    'GET a': 4,
  });
  expect(route('POST', 'a/7/b')).toEqual({ route: 2, ids: { id: '7' } });
  expect(route('GET', 'a')).toEqual({ route: 4, ids: {} });
  expect(route('GET', 'a/me/b')).toEqual({ route: 1, ids: { id: 'me' } });
  expect(route('DELETE', 'a/7/b')).toBe('method');
  expect(route('GET', 'a//b')).toBeUndefined();
  expect(route('GET', 'b')).toBeUndefined();
});
