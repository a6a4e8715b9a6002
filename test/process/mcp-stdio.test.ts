import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { png } from '../samples/media.ts';
import { type Content, call, type McpOptions, mcpClient } from '../server/mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from '../server/service-fixture.ts';

const root = join(import.meta.dirname, '../..');
const eur = seed.accounts.eur;
const [empty = ''] = seed.emptyAdSets(eur, 'traffic');

let fixture: ServiceFixture;
let listener: ReturnType<typeof Bun.serve>;
let media: string;
beforeAll(async () => {
  fixture = await startServiceFixture();
  listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => fixture.app.fetch(request),
  });
  media = (await fixture.uploadAs('stdio.png', await png())).url;
});
afterAll(async () => {
  await fixture?.worker.stop();
  await listener?.stop(true);
});

/** How a client starts `slipway mcp`. */
const program = (env: { readonly [name: string]: string } = {}) => ({
  command: join(root, 'node_modules/.bin/bun'),
  args: [join(root, 'server/cli/main.ts'), 'mcp'],
  env: {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    SLIPWAY_URL: `http://127.0.0.1:${listener.port}`,
    SLIPWAY_KEY: fixture.key,
    ...env,
  },
  stderr: 'pipe' as const,
});

const connect = async (options: McpOptions = {}): Promise<Client> => {
  const client = mcpClient(options);
  await client.connect(new StdioClientTransport(program()));
  return client;
};

const batches = () => fixture.ports.store.count(batchKind, fixture.companyId);
const launchOf = (adName: string) => {
  const ad = {
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url: media }],
  };
  return { ads: [{ ...ad, adName, adSets: [empty] }] };
};

describe('slipway mcp', () => {
  test('lists, plans, is refused without approval, is approved, applies once and reads the batch', async () => {
    const before = await batches();
    const asked: string[] = [];
    let approve = false;
    const client = await connect({
      person: (message) => {
        asked.push(message);
        return approve ? { action: 'accept', content: { approve } } : { action: 'cancel' };
      },
    });
    expect((await client.listTools()).tools).toHaveLength(11);
    // The service is told that a model asks: a host that the company does not know waits for a
    // person.
    expect((await call(client, 'add_media', { url: 'https://new.example/a.png' })).status).toBe(
      'awaiting_approval',
    );
    const { planDigest } = await call(client, 'plan', launchOf('Over stdio'));
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('awaiting_approval');
    expect(await batches()).toBe(before);
    approve = true;
    const applied = await call(client, 'apply_plan', { planDigest });
    expect([applied.status, asked.length, await batches()]).toEqual(['running', 2, before + 1]);
    const id = String(applied.results[0].answer.adBatchId);
    expect((await call(client, 'get_entity', { kind: 'batch', id })).batch.adBatchId).toBe(
      Number(id),
    );
    const unknown = await call(client, 'find_entities', { kind: 'campaign', accountId: 'act_1' });
    expect([unknown.isError, unknown.near.length > 0]).toEqual([true, true]);
    await client.close();
  });

  test('tells a client without forms where a person approves', async () => {
    const client = await connect();
    const { planDigest } = await call(client, 'plan', launchOf('Without forms'));
    expect(await call(client, 'apply_plan', { planDigest })).toMatchObject({
      status: 'needs_person',
      approveUrl: expect.stringContaining(`/approve/${planDigest}`),
    });
    await client.close();
  });

  test('asks the person through a client of the version before, too', async () => {
    const client = new FormerClient(
      { name: 'former', version: '1' },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: { approve: true },
    }));
    await client.connect(new FormerTransport(program()));
    const callFormer = async (name: string, input: object): Promise<Content> =>
      (await client.callTool({ name, arguments: { ...input } })).structuredContent;
    const { planDigest } = await callFormer('plan', launchOf('Former client'));
    expect(await callFormer('apply_plan', { planDigest })).toMatchObject({ status: 'running' });
    await client.close();
  });

  test('says on the other stream why it does not start', async () => {
    let [out, err] = ['', ''];
    const env = { SLIPWAY_URL: `http://127.0.0.1:${listener.port}`, SLIPWAY_KEY: 'ak_wrong' };
    const code = await runCommandLine(
      ['mcp'],
      env,
      { write: (text) => (out += text) },
      { write: (text) => (err += text) },
    );
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('key')]);
  });
});
