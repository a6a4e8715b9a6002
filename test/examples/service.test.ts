import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../server/client/client.ts';
import { machineNow } from '../machine-time.ts';
import { spawn } from '../processes.ts';
import { ROOT } from '../runtime/built-package.ts';
import { installPackedPackage } from '../runtime/packed-package.ts';
import { runProgram, runtimes } from '../runtime/runtimes.ts';
import { png } from '../samples/media.ts';

const BUN = join(ROOT, 'node_modules/.bin/bun');

/** A process that prints lines of JSON, and those that it has printed. */
function program(
  args: readonly string[],
  folder: string,
  env: { readonly [name: string]: string } = {},
) {
  const child = spawn(BUN, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  const lines = (): { readonly [name: string]: unknown }[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const first = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
      child.stdout.on('data', () => {
        const [line] = lines();
        if (line !== undefined) resolve(line as T);
      });
    });
  return { lines, first, end: () => child.kill('SIGKILL') };
}

describe('the examples that need a service, with one that rehearses', () => {
  let folder: string;
  let service: ReturnType<typeof program>;
  let url: string;
  let key: string;
  beforeAll(async () => {
    folder = await installPackedPackage();
    cpSync(join(ROOT, 'examples'), folder, {
      recursive: true,
      filter: (path) => !path.endsWith('tsconfig.json'),
    });
    const command = [
      'node_modules/slipway/dist/server/cli/main.js',
      'serve',
      '--port',
      '0',
      '--data',
      join(folder, 'data'),
      '--json',
    ];
    service = program(command, folder, { SLIPWAY_LOG: 'off', SLIPWAY_DRAIN_SECONDS: '0' });
    const said = await service.first<{ readonly url: string; readonly adminKey: string }>();
    ({ url, adminKey: key } = said);
  });
  afterAll(() => {
    service?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const runtime of runtimes.filter(({ command, types }) => command === undefined || types))
    test.runIf(runtime.command !== undefined)(
      `client.ts in ${runtime.name}`,
      { tags: [...runtime.tags] },
      async () => {
        const said = await runProgram(runtime, folder, ['client.ts', url], { SLIPWAY_KEY: key });
        expect(said).toEqual({
          accounts: expect.any(Number),
          rows: expect.any(Number),
          refused: expect.any(Array),
        });
        expect(said.accounts).toBeGreaterThan(0);
        expect(said.refused).toContain('ads[0].link');
      },
    );

  test('mcp-client.mjs plans, has the person asked, and applies', async () => {
    mkdirSync(join(folder, 'node_modules/@modelcontextprotocol'), { recursive: true });
    symlinkSync(
      join(ROOT, 'node_modules/@modelcontextprotocol/client'),
      join(folder, 'node_modules/@modelcontextprotocol/client'),
    );
    const child = program(['mcp-client.mjs', url], folder, { SLIPWAY_KEY: key });
    expect(await child.first()).toEqual({
      planned: 'awaiting_approval',
      asked: 1,
      applied: 'applied',
    });
  });

  test('webhook-receiver.mjs takes what the service signed, and nothing else', async () => {
    const client = createClient({ url, key });
    // The secret is known when the webhook is, and the webhook when the port is: the receiver
    // starts twice on one port.
    const before = program(['webhook-receiver.mjs', '0'], folder, {
      SLIPWAY_WEBHOOK_SECRET: 'another',
    });
    const { port } = await before.first<{ readonly port: number }>();
    before.end();
    const { secret } = await client.webhooks.create({
      url: `http://127.0.0.1:${port}/`,
      events: ['batch.finished'],
    });
    const receiver = program(['webhook-receiver.mjs', String(port)], folder, {
      SLIPWAY_WEBHOOK_SECRET: secret,
    });
    try {
      await receiver.first();
      const body = JSON.stringify({ adBatchId: 1 });
      const signature = `t=${Math.floor(machineNow() / 1000)},v1=${'0'.repeat(64)}`;
      for (const headers of [{}, { 'slipway-signature': signature }])
        expect(
          (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status,
        ).toBe(401);

      const { data: accounts } = await client.accounts.list();
      const account = accounts.find(
        ({ platform, status }) => platform === 'primary' && status === 'active',
      );
      const accountId = account?.id ?? '';
      const [profile] = (await client.accounts.profiles({ accountId })).data;
      const [adSet] = (
        await client.reports.adSets({
          accountId,
          campaignId: '120000001001100002',
          status: 'ACTIVE',
          limit: 1,
        })
      ).data;
      const { url: media } = await client.media.upload({
        name: 'boat.png',
        content: await png(1080, 1080),
      });
      const ad = {
        adName: 'Boat',
        adAccountId: accountId,
        adSets: [adSet?.value ?? ''],
        ...profile,
        link: 'https://example.com',
      };
      const { adBatchId } = await client.launch({ ads: [{ ...ad, media: [{ url: media }] }] });
      await expect.poll(() => receiver.lines().length).toBe(2);
      expect(receiver.lines()[1]).toMatchObject({ event: 'batch.finished' });
      expect(JSON.stringify(receiver.lines()[1])).toContain(String(adBatchId));
    } finally {
      receiver.end();
    }
  });
});
