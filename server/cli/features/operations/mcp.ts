import { optionalPart } from '../../../../core/base/optional-part.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { createClient } from '../../../client/client.ts';
import { VERSION } from '../../../version.ts';
import { type Command, serviceFlags } from '../../base/command.ts';
import { optionsFor, urlOf } from '../../base/service.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serve models over standard input and output (Model Context Protocol)',
  usage: '[--url URL] [--key KEY]',
  notes: [
    'For clients that start a program: it speaks to a running service, with the rights of the key. Nothing changes on a platform',
    'without a person. Clients that speak HTTP use the address of the service and /mcp.',
  ],
  examples: [
    'slipway mcp',
    `claude mcp add slipway --env SLIPWAY_KEY=ak_… -- slipway mcp --url https://ads.example.com`,
  ],
  flags: serviceFlags,
  async run({ flags, env, screen }) {
    const { key, url } = optionsFor(flags, env, screen);
    // Texts go to a model as they are; nothing here is shown on a terminal.
    const api = createClient({
      url,
      headers: { 'slipway-door': 'mcp' },
      ...(key !== undefined && { key }),
    });
    const { scopes } = (await api.me()).key;
    const { listedOperations } = await import('../../../local/operations.ts');
    const { serveMcpOverStdio } = await optionalPart('MCP', () => import('../../../mcp/stdio.ts'));
    const session = {
      api,
      scopes,
      mayApprove: true,
      operations: listedOperations(),
      publicUrl: urlOf(flags, env),
    };
    await serveMcpOverStdio({ session, version: VERSION, log: logTo(screen.complain) });
  },
};

/** Standard output belongs to the protocol: what an operator should know goes to the other one. */
function logTo(complain: (line: string) => void): Log {
  const say = (event: string, fields?: object): void =>
    complain(JSON.stringify({ event, ...fields }));
  return { debug: () => undefined, info: () => undefined, warn: say, error: say };
}
