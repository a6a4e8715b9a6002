import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox, type Sandbox } from '../../adapters/sandbox/sandbox.ts';
import { openFileState } from '../../adapters/sandbox/state-file.ts';
import {
  type Client,
  createClient,
  emptyAdSet,
  eur,
  imageStory,
} from '../adapters/sandbox/client.ts';
import { spawn } from '../processes.ts';

let folder = '';
let running: ChildProcess[] = [];
let open: Sandbox | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  open?.close();
  open = undefined;
  rmSync(folder, { recursive: true });
});

/** The world in a file, after the one that held it before has let go. */
const over = async (file: string): Promise<Client> => {
  const clock = createManualClock();
  open?.close();
  open = createSandbox({ clock, seed: 1, state: await openFileState(file) });
  return createClient({ clock, sandbox: open });
};

const everything = async (client: Client): Promise<unknown> => {
  const { list, now } = (await client.control('GET', 'state?objects=1')).body;
  return { list, now };
};

test('a world in a file is found again as it was left, its clock and its ids too', async () => {
  const file = join(folder, 'deep', 'state.log');
  const first = await over(file);
  const ad = await first.make(`/${eur}/ads`, {
    name: 'Kept',
    adset_id: emptyAdSet(),
    creative: { object_story_spec: imageStory() },
    adlabels: [{ name: 'batch' }],
  });
  const gone = await first.make(`/${eur}/adlabels`, { name: 'gone' });
  await first.remove(`/${gone}`);
  await first.post(`/${ad}`, { name: 'Renamed', adlabels: [{ name: 'other' }] });
  await first.advance(5000);
  await first.control('POST', 'companies', { name: 'Second' });
  const before = await everything(first);
  const second = await over(file);
  expect(await everything(second)).toEqual(before);
  const labels = (await second.get(`/${eur}/adlabels?fields=name`)).body.data;
  const other = labels.find(({ name }: { name: string }) => name === 'other');
  expect((await second.get(`/${eur}/adsbylabels`, { ad_label_ids: [other.id] })).body.data).toEqual(
    [{ id: ad }],
  );
  const next = await second.make(`/${eur}/adlabels`, { name: 'next' });
  expect(BigInt(next)).toBeGreaterThan(BigInt(gone));
});

test('at start the file is rewritten with the latest value of each object', async () => {
  const file = join(folder, 'state.log');
  const client = await over(file);
  for (let index = 0; index < 50; index++)
    await client.post(`/${emptyAdSet()}`, { name: `Name ${index}` });
  const before = readFileSync(file, 'utf8').length;
  await over(file);
  const after = readFileSync(file, 'utf8');
  expect(after.length).toBeLessThan(before);
  expect(after).toContain('Name 49');
  expect(after.split(`"id":"${emptyAdSet()}"`)).toHaveLength(2);
});

test('a last line cut in half is dropped, any other damage is named', async () => {
  const file = join(folder, 'state.log');
  const client = await over(file);
  await client.post(`/${eur}/adlabels`, { name: 'whole' });
  const before = await everything(client);
  appendFileSync(file, '{"sequence":999,"clockOff');
  expect(await everything(await over(file))).toEqual(before);
  open?.close();
  writeFileSync(file, 'not a state\n{}\n');
  await expect(openFileState(file)).rejects.toThrow(`${file} is not a sandbox state file: line 1`);
});

test('a reset empties the file to the seed', async () => {
  const file = join(folder, 'state.log');
  const client = await over(file);
  const fresh = await everything(client);
  await client.post(`/${eur}/adlabels`, { name: 'x' });
  await client.control('POST', 'reset');
  expect(await everything(await over(file))).toEqual(fresh);
});

test('fault rules, how far each has come, counters and budgets are found again', async () => {
  const file = join(folder, 'state.log');
  const first = await over(file);
  const label = async (client: Client, name: string): Promise<number> =>
    (await client.post(`/${eur}/adlabels`, { name })).status;
  await first.fault({ fault: 'unknown-error', path: '*/adlabels', nth: 3 });
  await first.fault({ fault: 'token-revoked', path: '/act_1002/adlabels', times: 1 });
  await first.control('POST', 'latency', { ms: 0 });
  await first.control('POST', 'tier', { tier: 'full' });
  expect([await label(first, 'a'), await label(first, 'b')]).toEqual([200, 200]);
  const told = (await first.control('GET', 'state')).body;
  const active = (await first.control('GET', 'faults')).body.active;
  const second = await over(file);
  expect((await second.control('GET', 'state')).body).toEqual(told);
  expect((await second.control('GET', 'faults')).body.active).toEqual(active);
  expect([await label(second, 'c'), await label(second, 'd')]).toEqual([500, 200]);
  await second.post('/act_1002/adlabels', { name: 'x' });
  const third = await over(file);
  expect((await third.get('/me')).body.error).toMatchObject({ code: 190, error_subcode: 467 });
  await third.control('DELETE', 'faults');
  expect((await (await over(file)).get('/me')).status).toBe(200);
});

test('dice go on after a restart where they stopped', async () => {
  const throws = async (restart: boolean): Promise<string> => {
    const file = join(folder, `dice-${restart}.log`);
    let client = await over(file);
    await client.fault({ fault: 'unknown-error', path: '*/adlabels', probability: 0.4, seed: 5 });
    const fell: number[] = [];
    for (let index = 0; index < 20; index++) {
      if (restart && index === 9) client = await over(file);
      fell.push((await client.get(`/${eur}/adlabels`)).status);
    }
    return fell.join();
  };
  expect(await throws(true)).toBe(await throws(false));
});

test('a second sandbox is kept from a file that is in use, and let at it when the first has gone', async () => {
  const file = join(folder, 'state.log');
  const first = await serve('--state', file);
  await expect(openFileState(file)).rejects.toMatchObject({
    code: 'storage_unusable',
    message: expect.stringContaining(file),
  });
  first.child.kill('SIGKILL');
  await ended(first.child);
  (await openFileState(file)).close();
});

interface Served {
  readonly child: ChildProcess;
  readonly ready: { readonly url: string; readonly token: string; readonly adAccountId: string };
}

function serve(...args: string[]): Promise<Served> {
  const child = spawn(
    'bun',
    [
      fileURLToPath(new URL('../../adapters/sandbox/serve.ts', import.meta.url)),
      '--port',
      '0',
      '--json',
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PATH: `${fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))}:${process.env.PATH}`,
      },
    },
  );
  running.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)));
    child.stdout?.once('data', (line) => resolve({ child, ready: JSON.parse(String(line)) }));
  });
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', () => resolve())
      : resolve(),
  );

test('what a process answered for survives its being killed in the middle of writing', async () => {
  const file = join(folder, 'state.log');
  const first = await serve('--state', file);
  expect(first.ready).toMatchObject({ ready: true, token: seed.token });
  const label = async (url: string, name: string): Promise<string> => {
    const response = await fetch(`${url}/meta/${eur}/adlabels?access_token=${seed.token}`, {
      method: 'POST',
      body: JSON.stringify({ name }),
      headers: { 'content-type': 'application/json' },
    });
    return ((await response.json()) as { id: string }).id;
  };
  const answered: string[] = [];
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let index = 0; ; index++) {
      answered.push(await label(first.ready.url, `${writer}-${index}`));
      if (answered.length === 200) first.child.kill('SIGKILL');
    }
  });
  await Promise.allSettled(writers);
  await ended(first.child);
  expect(answered.length).toBeGreaterThanOrEqual(200);
  const second = await serve('--state', file);
  const { list } = (await (await fetch(`${second.ready.url}/_sandbox/state?objects=1`)).json()) as {
    list: { adlabels: { id: string }[] };
  };
  const kept = new Set(list.adlabels.map(({ id }) => id));
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(list.adlabels.length);
});

test('on a port a lost answer closes the connection without a byte, and the object is there', async () => {
  const { ready } = await serve();
  await fetch(`${ready.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: 'answer-lost', path: '*/adlabels', times: 1 }),
  });
  const send = (): Promise<Response> =>
    fetch(`${ready.url}/meta/${eur}/adlabels?access_token=${seed.token}`, {
      method: 'POST',
      body: JSON.stringify({ name: 'lost' }),
      headers: { 'content-type': 'application/json' },
    });
  await expect(send()).rejects.toThrow();
  const state = (await (await fetch(`${ready.url}/_sandbox/state`)).json()) as {
    objects: { adlabels: number };
  };
  expect(state.objects.adlabels).toBe(1);
  expect((await send()).status).toBe(200);
});

test('it ends with the npm that started it', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const npm = spawn('npm', ['run', '--silent', 'sandbox', '--', '--port', '0', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(npm);
  const { url } = JSON.parse(
    await new Promise<string>((resolve) =>
      npm.stdout.once('data', (line) => resolve(String(line))),
    ),
  );
  const answers = (): Promise<boolean> =>
    fetch(`${url}/_sandbox/state`).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  npm.kill('SIGTERM');
  await vi.waitUntil(async () => !(await answers()), { timeout: 120_000, interval: 100 });
});

const mistakes: readonly (readonly [
  said: string,
  args: (file: string, port: string, taken: string) => readonly string[],
])[] = [
  ['--port must be a number', () => ['--port', 'many']],
  ["Unknown option '--prot'", () => ['--prot', '1']],
  ['not a sandbox state file', (file) => ['--port', '0', '--state', file]],
  ['The state file cannot be used', () => ['--port', '0', '--state', '/dev/null/state.log']],
  [
    'is in use: another sandbox keeps its world there',
    (_file, _port, taken) => ['--port', '0', '--state', taken],
  ],
  ['The port is in use', (_file, port) => ['--port', port]],
];

test.each(mistakes)(
  'a start that cannot be says "%s" in one sentence and ends with 1',
  async (expected, args) => {
    const file = join(folder, 'letter.txt');
    writeFileSync(file, 'Dear reader\n\n');
    const taken = join(folder, 'taken.log');
    const { ready } = await serve('--state', taken);
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const child = spawn(
      'node_modules/.bin/bun',
      ['adapters/sandbox/serve.ts', ...args(file, new URL(ready.url).port, taken)],
      {
        cwd,
      },
    );
    running.push(child);
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(expected);
  },
);
