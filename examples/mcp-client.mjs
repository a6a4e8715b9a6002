// A program that works with Slipway as a model would, over MCP:  SLIPWAY_KEY=ak_… bun mcp-client.mjs https://ads.example.com
// Needs @modelcontextprotocol/client. It plans a change, the person says yes in a form, and then it is carried out.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = new URL('/mcp', process.argv[2] ?? 'http://127.0.0.1:4000');
const client = new Client(
  { name: 'example', version: '1' },
  // It can show forms, and speaks the protocol of 2026.
  {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  },
);
const asked = [];
client.setRequestHandler('elicitation/create', async ({ params }) => {
  // Here a person reads the message and ticks the box; this person always agrees.
  asked.push(params.message);
  return { action: 'accept', content: { approve: true } };
});
await client.connect(
  new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${process.env.SLIPWAY_KEY}` } },
  }),
);

const call = async (name, input) =>
  (await client.callTool({ name, arguments: input })).structuredContent;

const { rows: accounts } = await call('list_accounts', { platform: 'primary' });
const account = accounts.find(({ status }) => status === 'active');
const { rows: adSets } = await call('find_entities', {
  kind: 'ad_set',
  accountId: account.id,
  limit: 1,
});
const change = {
  action: 'rename',
  kind: 'ad_set',
  accountId: account.id,
  ids: [adSets[0].id],
  name: 'Renamed by a model',
};
const plan = await call('plan', { changes: [change], comment: 'To show how it works.' });
const applied = await call('apply_plan', { planDigest: plan.planDigest });

console.log(JSON.stringify({ planned: plan.status, asked: asked.length, applied: applied.status }));
await client.close();
