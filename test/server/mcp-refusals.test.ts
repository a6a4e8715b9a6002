import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { connectOver, parsed } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

/**
 * Both official clients hold what a tool answers against its output schema: the words of a refusal
 * must pass that too.
 */

let fixture: ServiceFixture;
let keys: { readonly all: string; readonly read: string };

beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 10_000, writeLimit: 10_000 } });
  keys = { all: await fixture.keyWith('launch', 'manage'), read: await fixture.keyWith('read') };
});
afterAll(() => fixture.worker.stop());

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: { [name: string]: unknown } }): Promise<unknown>;
}

const ask = async (url: URL | string, init?: RequestInit) => fixture.app.request(String(url), init);

async function former(key: string): Promise<AnyClient> {
  const client = new FormerClient({ name: 'former', version: '1' }, { capabilities: {} });
  const transport = new FormerTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: ask,
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  // The client knows the output schemas, and checks by them, once it has listed the tools.
  await client.listTools();
  return client as AnyClient;
}

const eur = seed.accounts.eur;
const days = { startDate: '2026-11-01', endDate: '2026-11-07' };
const pause = { action: 'pause', kind: 'ad', accountId: eur };
const raise = { action: 'set_budget', kind: 'campaign', accountId: eur };

/** What is wrong with each call, by its tool. */
const refusals: readonly (readonly [tool: string, input: object, words: RegExp])[] = [
  ['list_accounts', { platfrom: 'primary' }, /platfrom/],
  ['list_accounts', { platform: 'friendster' }, /friendster|platform/],
  ['find_entities', { kind: 'campaign', accountId: 'act_1002222' }, /unknown_ad_account/],
  ['find_entities', { kind: 'campaign' }, /accountId/],
  [
    'get_entity',
    { kind: 'ad', id: '120000001001999999' },
    /120000001001999999|not exist|not_found/,
  ],
  ['get_entity', { kind: 'batch', id: '987654' }, /not_found/],
  ['query_report', { accountIds: [eur], ...days, metrics: ['luck'] }, /luck/],
  ['query_report', { accountIds: ['act_7'], ...days }, /unknown_ad_account/],
  ['top_ads', { accountIds: [eur], ...days, metric: 'luck' }, /luck/],
  ['plan', { ads: [{ adName: 'x' }] }, /ads\[0\]/],
  ['plan', {}, /ads/],
  ['plan', { changes: [{ ...pause, ids: [] }] }, /changes/],
  ['plan', { changes: [{ ...raise, ids: ['1'], dailyBudget: -5 }] }, /changes|dailyBudget/],
  ['add_media', { url: 'not an address' }, /url|address/i],
  ['stop', { by: 'key_none', dryRun: true }, /key_none/],
  ['search_actions', { q: 'launch' }, /words/],
  ['call_action', { action: 'drafts.creat' }, /drafts\.create/],
  ['call_action', { action: 'keys.create', input: {} }, /keys/],
  ['call_action', { action: 'drafts.read', input: { draftId: 99_999 } }, /not_found|draft/i],
  ['apply_plan', { planDigest: 'none' }, /plan/i],
];

test('every refusal of every tool reaches both clients with its words and the next step', async () => {
  const clients: readonly AnyClient[] = [
    await former(keys.all),
    (await connectOver(ask, keys.all)) as AnyClient,
  ];
  const { tools } = (await clients[0]?.listTools()) ?? { tools: [] };
  expect([...new Set(refusals.map(([tool]) => tool))].sort()).toEqual(
    tools.map(({ name }) => name).sort(),
  );
  for (const client of clients)
    for (const [name, input, words] of refusals) {
      const answer = await client.callTool({ name, arguments: { ...input } });
      // biome-ignore lint/suspicious/noExplicitAny: the two clients type what they answer differently.
      const { isError, content } = answer as any;
      expect([name, input, isError]).toEqual([name, input, true]);
      expect(content[0].text).toMatch(words);
      // What the protocol itself refuses, such as a missing argument, is a sentence without a next
      // step.
      const said = parsed(content[0].text) as { error?: object; next?: string };
      if (said.error !== undefined) expect(said.next).toMatch(/^[A-Z].{15,}\.$/);
    }
});

test('a key without the right is refused in words too', async () => {
  const client = await former(keys.read);
  const { tools } = await client.listTools();
  for (const name of ['plan', 'apply_plan', 'add_media'].filter((each) =>
    tools.some((tool) => tool.name === each),
  ))
    expect(
      await client.callTool({
        name,
        arguments: { planDigest: 'x', ads: [{}], changes: [{}], url: 'https://a.example' },
      }),
    ).toMatchObject({
      isError: true,
    });
});
