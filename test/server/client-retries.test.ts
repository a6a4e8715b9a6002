import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import {
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
} from '../../server/client/client.ts';

const URL = 'http://slipway.test';
type Step = () => Promise<Response> | Response;

const fine: Step = () => Response.json({ success: true });
const status =
  (
    code: number,
    headers: { readonly [name: string]: string } = {},
    body: string | object = '<html>',
  ): Step =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: code, headers });
const cut: Step = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
  );
const refused: Step = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
  );
const envelope = (code: string, more: object = {}) => ({
  success: false,
  error: { code, message: `It is ${code}.`, ...more },
});

/**
 * A client of a service that answers in these steps, the last of them for ever. Waits are noted and
 * end at once.
 */
function playing(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const sent: { readonly method: string | undefined; readonly key: string | null }[] = [];
  const client: Client = createClient({
    url: URL,
    key: 'ak',
    sleep: async (ms) => void waits.push(ms),
    ...options,
    fetch: async (_, init) => {
      const step = steps[Math.min(sent.length, steps.length - 1)] ?? fine;
      sent.push({ method: init.method, key: new Headers(init.headers).get('idempotency-key') });
      return step();
    },
  });
  return { client, waits, sent };
}

const caught = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`There was no ApiError but ${error}.`);
  return error;
};

describe('a request is sent again', () => {
  test.each([
    ['a connection that is cut', cut, [1000, 2000]],
    ['502 of a proxy', status(502), [1000, 2000]],
    ['503 of the service', status(503, {}, envelope('unavailable')), [1000, 2000]],
    ['503 that says when', status(503, { 'retry-after': '5' }), [5000, 5000]],
    ['504', status(504), [1000, 2000]],
    [
      'the limit of requests',
      status(429, { 'retry-after': '7' }, envelope('rate_limit_exceeded')),
      [7000, 7000],
    ],
    [
      'the same request under way',
      status(
        409,
        {},
        envelope('conflict', { details: [{ path: '', code: 'in_progress', message: '' }] }),
      ),
      [1000, 2000],
    ],
  ])('after %s, with pauses, under the same key', async (_, step, expected) => {
    const { client, waits, sent } = playing([step, step, fine]);
    await client.workspaces.create({ name: 'x' });
    expect(waits).toEqual(expected);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  test('at most three times, or as often as is said, and ten times where the limit is reached', async () => {
    for (const [step, options, times] of [
      [cut, {}, 4],
      [status(503), { retries: 1 }, 2],
      [status(503), { retries: 0 }, 1],
      [status(429, { 'retry-after': '1' }), {}, 11],
    ] as const) {
      const { client, sent } = playing([step], options);
      await caught(client.me());
      expect(sent).toHaveLength(times);
    }
  });

  test('not where that would take longer than the caller is patient', async () => {
    const { client, sent, waits } = playing(
      [status(429, { 'retry-after': '40' }, envelope('rate_limit_exceeded'))],
      {
        patienceMs: 60_000,
      },
    );
    expect(await caught(client.me())).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: 40,
    });
    expect([sent.length, waits]).toEqual([2, [40_000]]);
  });

  test('and whoever waits is told for how long and why', async () => {
    const told: [number, string][] = [];
    const { client } = playing(
      [status(429, { 'retry-after': '3' }, envelope('rate_limit_exceeded')), cut, fine],
      {
        onWait: (seconds, { code }) => told.push([seconds, code]),
      },
    );
    await client.me();
    expect(told).toEqual([
      [3, 'rate_limit_exceeded'],
      [1, 'unreachable'],
    ]);
  });

  test.each([400, 401, 403, 404, 409, 413, 422, 500])('not after %i', async (code) => {
    const { client, sent } = playing([status(code, {}, envelope('x'))]);
    expect(await caught(client.me())).toMatchObject({ status: code, code: 'x' });
    expect(sent).toHaveLength(1);
  });

  test('not where a platform would refuse again', async () => {
    const lasting = playing([
      status(502, {}, envelope('platform_error', { retryable: false, platformCode: '190' })),
    ]);
    const error = await caught(lasting.client.me());
    expect(error).toMatchObject({
      status: 502,
      code: 'platform_error',
      answer: { platformCode: '190' },
    });
    expect(lasting.sent).toHaveLength(1);
  });

  test('not where nothing listens, unless something did a moment ago', async () => {
    const { client, sent, waits } = playing([refused]);
    expect(await caught(client.launch({ ads: [] } as never))).toMatchObject({
      status: 0,
      code: 'unreachable',
      message: `Nothing answers at ${URL} (ECONNREFUSED). Is the service running, and the address right?`,
    });
    expect([sent.length, waits]).toEqual([1, []]);
    const restarting = playing([cut, refused, fine]);
    await restarting.client.me();
    expect(restarting.sent).toHaveLength(3);
  });

  test('and what it then says of a thing that may be gone because of the first try is told as that', async () => {
    const gone = playing([cut, status(404, {}, envelope('not_found'))]);
    expect((await caught(gone.client.keys.revoke({ id: 'key_1' }))).message).toBe(
      'An earlier try had no answer and may have been carried out. Asked again: It is not_found.',
    );
    const plain = playing([status(404, {}, envelope('not_found'))]);
    expect((await caught(plain.client.keys.revoke({ id: 'key_1' }))).message).toBe(
      'It is not_found.',
    );
  });
});

describe('a signal', () => {
  test('ends a wait at once', async () => {
    const clock = createManualClock();
    const abort = new AbortController();
    const { client, sent } = playing([cut], { sleep: (ms) => clock.sleep(ms) });
    const outcome = client.me({}, { signal: abort.signal }).catch((error: unknown) => error);
    await expect.poll(() => clock.sleeping()).toBe(1);
    abort.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ message: 'enough' });
    expect(sent).toHaveLength(1);
  });

  test('ends a request, which is not sent again', async () => {
    const abort = new AbortController();
    const { client, sent, waits } = playing([
      () => {
        abort.abort(new Error('enough'));
        throw abort.signal.reason;
      },
    ]);
    await expect(client.me({}, { signal: abort.signal })).rejects.toThrow('enough');
    expect([sent.length, waits.length]).toEqual([1, 0]);
  });
});

describe('what is not Slipway is told as that', () => {
  test.each([
    ['a page', () => new Response('<!doctype html>'), 'not_slipway', 200],
    ['no object', () => Response.json('hello'), 'not_slipway', 200],
    ['an object of another program', () => Response.json({ status: 'ok' }), 'not_slipway', 200],
    ['the 404 of another program', status(404), 'not_slipway', 404],
    ['an error of another shape', status(400, {}, { message: 'no' }), 'not_slipway', 400],
    ['a proxy in front of nothing', status(502), 'unreachable', 502],
  ])('%s', async (_, step: Step, code, answered) => {
    const { client } = playing([step], { retries: 0 });
    const error = await caught(client.me());
    expect(error).toMatchObject({ status: answered, code });
    expect(error.message).toContain(URL);
  });

  test.each([
    ['a list that is none', { success: true, data: { launchPaused: true } }, '/v1/adaccounts'],
    ['a list without its pagination', { success: true, data: [] }, '/v1/adaccounts'],
    ['a launch without its batch', { success: true }, '/v1/launch'],
  ])('%s, with the address and the status', async (_, body, path) => {
    const { client, sent } = playing([() => Response.json(body)]);
    const error = await caught(
      path === '/v1/launch' ? client.launch({ ads: [] } as never) : client.accounts.list(),
    );
    expect(error).toMatchObject({
      status: 200,
      code: 'not_slipway',
      message: expect.stringContaining(`${URL}${path}`),
    });
    expect(error.message).toContain('200');
    expect(sent).toHaveLength(1);
  });

  test('also in place of a stream and of a file', async () => {
    const { client } = playing([fine]);
    expect(await caught(client.batches.events({ id: 1 }))).toMatchObject({ code: 'not_slipway' });
    expect(await caught(client.exports.file({ id: 'exp_1' }))).toMatchObject({
      code: 'not_slipway',
    });
  });
});

test('a file that is cut short is an error at its end', async () => {
  const headers = {
    'content-disposition': 'attachment; filename="a.csv"',
    'content-length': '10',
    'content-type': 'text/csv',
  };
  const { client } = playing([() => new Response('abc', { headers })]);
  const { content, ...file } = await client.exports.file({ id: 'exp_1' });
  expect(file).toEqual({ contentType: 'text/csv', filename: 'a.csv', bytes: 10 });
  const read = async () => {
    for await (const chunk of content) expect(chunk).toHaveLength(3);
  };
  expect(await caught(read())).toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('before the file was complete'),
  });
});

test('a caller can have answers and errors read in a way of its own, and headers on every request', async () => {
  const seen: (string | null)[] = [];
  const client = createClient({
    url: URL,
    headers: { 'x-mine': '1' },
    parse: (text) => ({ ...JSON.parse(text), mine: true }),
    fetch: async (_, init) => {
      const headers = new Headers(init.headers);
      seen.push(headers.get('x-mine'), headers.get('authorization'));
      return fine();
    },
  });
  expect(await client.me()).toEqual({ success: true, mine: true });
  expect(seen).toEqual(['1', null]);
});
