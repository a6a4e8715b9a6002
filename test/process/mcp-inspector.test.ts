// @module-tag inspector
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment, spawn } from '../processes.ts';
import { type Asks, dashboard, decideAt } from '../server/mcp-oauth.ts';
import { asks, signedIn } from '../server/people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from '../server/service-fixture.ts';
import { findInspector } from '../tools/inspector.ts';

let fixture: ServiceFixture;
let listener: ReturnType<typeof Bun.serve>;
let asPerson: Asks;
beforeAll(async () => {
  listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => fixture.app.fetch(request),
  });
  fixture = await startServiceFixture({
    settings: { dashboard },
    publicUrl: `http://127.0.0.1:${listener.port}`,
  });
  asPerson = asks(fixture, await signedIn(fixture, { role: 'manager', workspaces: [] }));
});
afterAll(async () => {
  await fixture?.worker.stop();
  await listener?.stop(true);
});

test('the Inspector is refused, sends a person to the page, and lists the tools once the person has allowed it', async () => {
  const [node, script] = findInspector() ?? ['', ''];
  const home = await mkdtemp(join(tmpdir(), 'slipway-inspector-'));
  // Port 0: any that is free.
  const callback = 'http://127.0.0.1:0/oauth/callback';
  const args = [
    script,
    `http://127.0.0.1:${listener.port}/mcp`,
    '--method',
    'tools/list',
    '--callback-url',
    callback,
  ];
  const env = {
    ...bareEnvironment(),
    HOME: home,
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    MCP_AUTO_OPEN_ENABLED: 'true',
  };
  const child = spawn(node, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout?.on('data', (text) => (out += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
      const [found] = /http:\S+\/oauth\/authorize\?\S+(?=\s)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`The Inspector ended: ${said}`)));
  });
  const { asked, back } = await decideAt(fixture, asPerson, new URL(address));
  expect(asked.body).toMatchObject({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    may: ['read', 'plan', 'apply'],
  });
  expect((await fetch(back)).status).toBe(200);
  expect(await ended).toBe(0);
  const { tools } = JSON.parse(out) as { readonly tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toContain('plan');
});
