import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../adapters/platforms/meta/version.ts';
import { createSandbox, listen, type Sandbox } from '../../adapters/sandbox/doors/sandbox.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { ROOT } from '../runtime/built-package.ts';
import { linkPackage } from '../runtime/empty-project.ts';
import { findNode } from '../runtime/node.ts';
import { installPackedPackage } from '../runtime/packed-package.ts';
import { runProgram, runtimes } from '../runtime/runtimes.ts';

const ACCOUNT = 'act_1001';

describe('programs of other people, against the simulated platforms of the package', () => {
  let folder: string;
  let sandbox: Sandbox;
  let served: Awaited<ReturnType<typeof listen>>;
  const { path: node } = findNode();

  beforeAll(async () => {
    folder = await installPackedPackage();
    for (const name of ['@modelcontextprotocol/sdk', 'zod'])
      linkPackage(folder, `node_modules/${name}`);
    cpSync(join(ROOT, 'examples/sandbox'), join(folder, 'sandbox'), { recursive: true });
    sandbox = createSandbox({ today: '2026-11-10' });
    served = await listen(sandbox, 0);
  });
  afterAll(async () => {
    await served.stop();
    sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const runtime of runtimes)
    test.runIf(runtime.command !== undefined)(
      `the door opens in ${runtime.name}`,
      { tags: [...runtime.tags] },
      async () => {
        const program = `import { createSandbox, listen } from 'slipway/sandbox';
const { url, stop } = await listen(createSandbox({ today: '2026-11-01' }), 0);
const me = (headers) => fetch(url + '/meta/me', { headers: { authorization: 'Bearer sandbox-token', ...headers } });
const answered = (await me({})).status;
const lost = await me({ 'x-sandbox-fault': 'answer-lost' }).then(() => 'answered', () => 'cut');
await stop();
console.log(JSON.stringify({ answered, lost }));
process.exit(0);\n`;
        writeFileSync(join(folder, 'open.mjs'), program);
        expect(await runProgram(runtime, folder, ['open.mjs'])).toEqual({
          answered: 200,
          lost: 'cut',
        });
      },
    );

  const env = () => ({
    GRAPH_URL: `${served.url}/meta/${version.pinned}`,
    TOKEN: seed.token,
    PATH: process.env.PATH ?? '',
  });
  const control = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${served.url}/_sandbox/${path}`, init)).json();
  };

  test('the test of an uploader that just tries again shows the second ad; one that looks first passes', async () => {
    const run = (careful: string) =>
      promisify(execFile)(node, ['--test', 'sandbox/uploader.test.mjs'], {
        cwd: folder,
        env: { ...env(), CAREFUL: careful },
      });
    await expect(run('')).rejects.toMatchObject({ stdout: expect.stringContaining('2 !== 1') });
    expect((await run('1')).stdout).toMatch(/pass 1\b/);
  });

  test('a tap reads all days through pages and throttles', async () => {
    await control('faults', {
      platform: 'meta',
      fault: 'error',
      code: 613,
      path: '*/insights',
      times: 2,
    });
    const { stdout } = await promisify(execFile)(
      node,
      ['sandbox/tap.mjs', ACCOUNT, '2026-10-20', '2026-11-08'],
      {
        cwd: folder,
        env: env(),
      },
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            readonly type: string;
            readonly record?: { readonly date_start: string };
          },
      );
    expect([lines[0]?.type, lines.at(-1)?.type]).toEqual(['SCHEMA', 'STATE']);
    const records = lines.flatMap(({ record }) => record ?? []);
    expect(records.length).toBeGreaterThan(50);
    expect(new Set(records.map(({ date_start }) => date_start)).size).toBe(20);
    expect((await control('faults')).active).toMatchObject([{ code: 613, fired: 2 }]);
    await fetch(`${served.url}/_sandbox/faults`, { method: 'DELETE' });
  });

  test('an MCP server pauses a campaign, and the platform holds it so', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: node,
      args: ['sandbox/mcp-server.mjs'],
      cwd: folder,
      env: env(),
    });
    await client.connect(transport);
    try {
      const call = async (name: string, input: object) => {
        const { content } = await client.callTool({ name, arguments: { ...input } });
        return JSON.parse((content as { readonly text: string }[])[0]?.text ?? '');
      };
      const { data } = await call('list_campaigns', { account: ACCOUNT });
      const { id } = data.find(
        (each: { readonly effective_status: string }) => each.effective_status === 'ACTIVE',
      );
      expect(await call('pause_campaign', { id })).toEqual({ success: true });
      const { list } = await control('objects?kind=campaigns');
      expect(list.campaigns.find((each: { readonly id: string }) => each.id === id)).toMatchObject({
        status: 'PAUSED',
      });
    } finally {
      await client.close();
    }
  });
});
