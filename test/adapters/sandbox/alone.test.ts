import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/meta/version.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../../adapters/sandbox/doors/sandbox.ts';
import { simulations } from '../../../adapters/sandbox/registry.ts';
import { recordedSandbox, replayedSandbox } from '../../../adapters/sandbox/story.ts';
import { emptyAdSet, eur, imageStory } from './client.ts';

const BASE = 'http://sandbox.test';

interface Asked {
  readonly body?: object;
  readonly fault?: string;
  readonly version?: string;
}

function ask(
  sandbox: Sandbox,
  method: string,
  path: string,
  { body, fault, version: used = version.pinned }: Asked = {},
) {
  const headers = {
    authorization: 'Bearer sandbox-token',
    'content-type': 'application/json',
    ...(fault !== undefined && { 'X-Sandbox-Fault': fault }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return sandbox.fetch(new Request(`${BASE}/meta/${used}${path}`, init));
}

const control = async (sandbox: Sandbox, method: string, path: string, body?: object) => {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const answer = await sandbox.fetch(new Request(`${BASE}/_sandbox/${path}`, init));
  return (await answer.json()) as { readonly [field: string]: unknown };
};

const open = (options: SandboxOptions = {}) =>
  createSandbox({ clock: createManualClock(), ...options });

const ad = (name: string) => ({
  name,
  adset_id: emptyAdSet(),
  status: 'PAUSED',
  creative: { object_story_spec: imageStory() },
});

const adsCalled = async (sandbox: Sandbox, name: string): Promise<number> => {
  const { list } = await control(sandbox, 'GET', 'objects?kind=ads');
  return (list as { readonly ads: readonly { readonly name: string }[] }).ads.filter(
    (each) => each.name === name,
  ).length;
};

test('a header orders faults for its request alone: the ad exists, and the answer is lost', async () => {
  const sandbox = open();
  await expect(
    ask(sandbox, 'POST', `/${eur}/ads`, { body: ad('Lost'), fault: 'answer-lost' }),
  ).rejects.toThrow('cut');
  expect(await adsCalled(sandbox, 'Lost')).toBe(1);
  // A program that just tries again has it twice.
  expect((await ask(sandbox, 'POST', `/${eur}/ads`, { body: ad('Lost') })).status).toBe(200);
  expect(await adsCalled(sandbox, 'Lost')).toBe(2);
  const refused = await ask(sandbox, 'GET', '/me', { fault: 'error;status=418;code=9' });
  expect(refused.status).toBe(418);
  expect(await refused.json()).toMatchObject({ error: { code: 9 } });
});

test('a fault that no platform knows is refused by its name', async () => {
  const answer = await ask(open(), 'GET', '/me', { fault: 'answer-lots' });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'There is no fault "answer-lots" here. GET /_sandbox/faults lists them.' },
  ]);
});

test('a script decides on every call', async () => {
  const seen: string[] = [];
  const sandbox = open({
    script: ({ platform, method, path }) => {
      seen.push(`${platform} ${method} ${path}`);
      return method === 'POST' && seen.length === 2 ? 'transient' : undefined;
    },
  });
  expect((await ask(sandbox, 'GET', '/me')).status).toBe(200);
  expect((await ask(sandbox, 'POST', `/${eur}/adlabels`, { body: { name: 'a' } })).status).toBe(
    500,
  );
  expect((await ask(sandbox, 'POST', `/${eur}/adlabels`, { body: { name: 'a' } })).status).toBe(
    200,
  );
  expect((await ask(open({ script: () => 'unheard-of' }), 'GET', '/me')).status).toBe(400);
  expect(seen).toEqual([
    'meta GET /me',
    `meta POST /${eur}/adlabels`,
    `meta POST /${eur}/adlabels`,
  ]);
});

test('time begins on the day that is named, and seed and day decide all figures', async () => {
  const figures = async (options: SandboxOptions) => {
    const sandbox = open(options);
    const { now } = await control(sandbox, 'GET', 'state');
    const insights = await ask(
      sandbox,
      'GET',
      `/${eur}/insights?fields=spend,actions&date_preset=last_7d`,
    );
    return { now, insights: await insights.text() };
  };
  const first = await figures({ today: '2026-03-01', seed: 7 });
  expect(first.now).toBe(Date.parse('2026-03-01T12:00:00Z'));
  expect(await figures({ today: '2026-03-01', seed: 7, clock: createManualClock(5) })).toEqual(
    first,
  );
  expect(await figures({ today: '2026-03-01', seed: 8 })).not.toEqual(first);
  expect(() => open({ today: 'tomorrow' })).toThrow('today must be a day such as 2026-11-01');
});

test('a platform answers the one version that is named', async () => {
  const sandbox = open({ versions: { meta: 'v99.0' } });
  expect((await ask(sandbox, 'GET', '/me', { version: 'v99.0' })).status).toBe(200);
  expect((await ask(sandbox, 'GET', '/me')).status).toBe(400);
});

test('conversions come late: those of a day grow for days, all else stays', async () => {
  const sandbox = open({ today: '2026-03-10', lateDays: 7 });
  const day = '2026-03-08';
  const read = async () => {
    const range = encodeURIComponent(JSON.stringify({ since: day, until: day }));
    const answer = await ask(
      sandbox,
      'GET',
      `/${eur}/insights?fields=spend,impressions,actions&time_range=${range}`,
    );
    const { data } = (await answer.json()) as {
      data: [{ spend: string; actions?: { action_type: string; value: string }[] }];
    };
    const { actions = [], ...rest } = data[0];
    const kinds = actions.filter(({ action_type }) => !/click|engagement|view/.test(action_type));
    return { rest, results: kinds.reduce((sum, { value }) => sum + Number(value), 0) };
  };
  const early = await read();
  await control(sandbox, 'POST', 'clock', { advanceMs: 3 * 86_400_000 });
  const later = await read();
  await control(sandbox, 'POST', 'clock', { advanceMs: 10 * 86_400_000 });
  const last = await read();
  expect(later.rest).toEqual(early.rest);
  expect(early.results).toBeGreaterThan(0);
  expect(later.results).toBeGreaterThan(early.results);
  expect(last.results).toBeGreaterThan(later.results);
});

test('control endpoints describe themselves, and refuse by these descriptions', async () => {
  const sandbox = open();
  const document = await control(sandbox, 'GET', 'openapi.json');
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: BASE }] });
  const { endpoints } = await control(sandbox, 'GET', 'nothing');
  const paths = document.paths as { readonly [path: string]: object };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace('/_sandbox/', '')}`,
    ),
  );
  expect(described.sort()).toEqual([...(endpoints as string[])].sort());
  expect(paths['/_sandbox/clock']).toMatchObject({
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: { required: ['advanceMs'], properties: { advanceMs: { minimum: 0 } } },
          },
        },
      },
    },
  });
  expect(await control(sandbox, 'POST', 'clock', { advance: 5 })).toEqual({
    error: 'advanceMs is required.',
  });
  expect(await control(sandbox, 'POST', 'latency', { ms: 5, slow: true })).toEqual({
    error: 'There is no "slow" here. GET /_sandbox/openapi.json says what is.',
  });
});

test('what is asked of every platform is answered again as it was', async () => {
  const lines: string[] = [];
  const clock = createManualClock();
  const sandbox = recordedSandbox({ clock, seed: 3 }, (line) => lines.push(line));
  for (const { basePath } of simulations) await sandbox.fetch(new Request(`${BASE}${basePath}/`));
  await control(sandbox, 'POST', 'faults', { fault: 'answer-lost', path: '/*/ads', times: 1 });
  await ask(sandbox, 'POST', `/${eur}/ads`, { body: ad('Once') }).catch(() => undefined);
  await clock.advance(60_000);
  await ask(sandbox, 'POST', `/${eur}/ads`, { body: ad('Twice') });
  await ask(
    sandbox,
    'GET',
    `/${eur}/ads?fields=name,status,created_time,effective_status&limit=100`,
  );
  await ask(sandbox, 'GET', `/${eur}/insights?fields=spend&date_preset=today`);

  const story = `${lines.join('\n')}\n`;
  const again = await replayedSandbox(story, { clock: createManualClock() });
  expect(again).toMatchObject({ requests: lines.length - 1, differences: [] });
  expect(await adsCalled(again.sandbox, 'Once')).toBe(1);

  const changed = await replayedSandbox(story.replace('Twice', 'Thrice'), {
    clock: createManualClock(),
  });
  expect(changed.differences).toMatchObject([
    { request: `GET /meta/${version.pinned}/${eur}/ads` },
  ]);
  await expect(replayedSandbox('{}', { clock })).rejects.toThrow('This is no story of a sandbox');
});
