// A small MCP server for campaigns, over stdin and stdout.
//
//   GRAPH_URL=http://127.0.0.1:4100/meta/v25.0 TOKEN=sandbox-token node mcp-server.mjs
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const { GRAPH_URL, TOKEN } = process.env;

async function ask(path, init = {}) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const answer = await fetch(`${GRAPH_URL}/${path}`, { ...init, headers }).then((response) =>
    response.json(),
  );
  return {
    content: [{ type: 'text', text: JSON.stringify(answer.error ?? answer) }],
    isError: answer.error !== undefined,
  };
}

const server = new McpServer({ name: 'campaigns', version: '1.0.0' });

server.registerTool(
  'list_campaigns',
  {
    description: 'Campaigns of an ad account',
    inputSchema: { account: z.string().describe('act_1001') },
  },
  ({ account }) => ask(`${account}/campaigns?fields=name,effective_status&limit=50`),
);

server.registerTool(
  'pause_campaign',
  { description: 'Pause a campaign', inputSchema: { id: z.string() } },
  ({ id }) => ask(id, { method: 'POST', body: JSON.stringify({ status: 'PAUSED' }) }),
);

await server.connect(new StdioServerTransport());
