import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { bareEnvironment, spawn } from '../processes.ts';
import { useProcesses } from '../server/slipway-process.ts';
import { packagedNode } from '../tools/nodes.ts';

const slipway = useProcesses();
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-process-'));

test('serve runs the service; whoever lost the key makes another on the machine itself', async () => {
  const data = await folder();
  const service = slipway(['serve', '--port', '0', '--data', data, '--json']);
  const { url } = await service.ready();
  const made = slipway(['keys', 'create', 'me', '--scopes', 'admin', '--data', data, '--json']);
  expect([await made.exit, made.err()]).toEqual([0, '']);
  const { key } = JSON.parse(made.out());
  const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  expect(await me.json()).toMatchObject({ success: true, key: { name: 'me', scopes: ['admin'] } });
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(await service.end()).toBe(0);
});

const node = packagedNode(24);

test.skipIf(node === undefined)(
  'where Node stands in front of the service, the service ends when Node is killed',
  async () => {
    // A Node that cannot become another program.
    const older = ['--import', 'data:text/javascript,delete process.execve'];
    const main = join(import.meta.dirname, '../../server/cli/main.ts');
    const args = [...older, main, 'serve', '--port', '0', '--data', await folder(), '--json'];
    const bin = join(import.meta.dirname, '../../node_modules/.bin');
    const env = { ...bareEnvironment(), PATH: `${bin}:${process.env.PATH}`, SLIPWAY_LOG: 'off' };
    const child = spawn(node?.path ?? '', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    expect((await fetch(`${url}/v1/health/live`)).status).toBe(200);
    child.kill('SIGKILL');
    // Both processes have this end of the pipe.
    await once(child.stdout, 'close');
    await expect(fetch(`${url}/v1/health/live`)).rejects.toThrow();
  },
);

test('a folder without a company has no keys yet, and says how to get one', async () => {
  const data = await folder();
  const listed = slipway(['keys', 'list', '--data', data]);
  expect([await listed.exit, listed.err()]).toEqual([3, expect.stringContaining('slipway serve')]);
});

test('a worker shares a Postgres database and platforms with the service, and says what is missing', {
  tags: ['postgres'],
}, async () => {
  const alone = slipway(['worker']);
  expect([await alone.exit, alone.err()]).toEqual([
    2,
    expect.stringContaining('SLIPWAY_DATABASE=postgres://'),
  ]);

  const sandbox = slipway(['sandbox', '--port', '0', '--json']);
  const { url } = await sandbox.ready();
  const database = await createDatabase();
  const shared = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'a secret that is long enough' };
  const lost = slipway(['worker'], shared);
  expect([await lost.exit, lost.err()]).toEqual([
    2,
    expect.stringContaining('SLIPWAY_SANDBOX_URL'),
  ]);
  const worker = slipway(['worker', '--data', await folder(), '--json'], {
    ...shared,
    SLIPWAY_SANDBOX_URL: url ?? '',
  });
  expect(await worker.ready()).toMatchObject({
    ready: true,
    worker: expect.any(String),
    url: null,
  });
  expect(await worker.end()).toBe(0);
  await database.drop();
});

test('a worker that listens tells its health and its metrics, also while the database is away, and nothing else', async () => {
  const database = await createDatabase();
  const { url: sandboxUrl = '' } = await slipway(['sandbox', '--port', '0', '--json']).ready();
  const env = {
    SLIPWAY_DATABASE: database.url,
    SLIPWAY_SECRET: 'a secret that is long enough',
    SLIPWAY_SANDBOX_URL: sandboxUrl,
    SLIPWAY_MEDIA: `disk:${await folder()}`,
    SLIPWAY_METRICS_TOKEN: 'a-token-for-scrapers',
  };
  const { url } = await slipway(
    ['worker', '--data', await folder(), '--port', '0', '--json'],
    env,
  ).ready();
  const page = async () => {
    const answer = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${env.SLIPWAY_METRICS_TOKEN}` },
    });
    return [answer.status, await answer.text()];
  };
  const paths = ['/v1/health', '/v1/health/ready', '/v1/health/live', '/v1/me'];
  const statuses = () => Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  expect(await statuses()).toEqual([200, 200, 200, 404]);
  expect(await page()).toEqual([
    200,
    expect.stringMatching(/slipway_jobs_total\{queue="launch".*slipway_store_up 1/s),
  ]);
  const spoken = slipway(
    ['serve', '--role', 'worker', '--port', '0', '--data', await folder()],
    env,
  );
  await expect.poll(spoken.out).toMatch(/^A worker of Slipway, .*\/v1\/health/);
  expect(spoken.out()).not.toContain('browser');

  await database.drop();
  expect(await statuses()).toEqual([503, 503, 200, 404]);
  expect(await page()).toEqual([
    200,
    expect.stringMatching(/slipway_jobs_total\{queue="launch".*slipway_store_up 0/s),
  ]);
});

test('a reader that has seen enough, as in slipway keys | head, is no error', async () => {
  const cut = slipway(['keys']);
  cut.closeOutput();
  expect([await cut.exit, cut.err()]).toEqual([0, '']);
});
