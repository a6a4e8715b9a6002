import { createRequestStateCodec } from '@modelcontextprotocol/server';
import {
  type ServeStdioOptions,
  StdioServerTransport,
  serveStdio,
} from '@modelcontextprotocol/server/stdio';
import type { Log } from '../../core/ports/log.ts';
import type { Asked, StateCodec } from './apply-tool.ts';
import { createMcpServer } from './server.ts';
import type { McpSession } from './tool.ts';

const STATE_SECONDS = 15 * 60;

export interface StdioParts {
  readonly session: McpSession;
  readonly version: string;
  readonly log: Log;
}

/**
 * MCP over standard input and output, until the client closes it. Standard output belongs to the
 * protocol: nothing else writes there.
 */
export async function serveMcpOverStdio({ session, version, log }: StdioParts): Promise<void> {
  const codec = codecOfProcess();
  const wire = new StdioServerTransport();
  const options: ServeStdioOptions = {
    transport: wire,
    onerror: (error) => log.warn('mcp.refused', { error: error.message }),
  };
  const served = serveStdio(() => createMcpServer({ session, codec, version, log }), options);
  // Set by serveStdio, which has no promise of its own.
  const closed = wire.onclose;
  await new Promise<void>((resolve) => {
    wire.onclose = () => {
      closed?.();
      resolve();
    };
  });
  await served.close();
}

/** Signed with a key of this process, which ends with it. */
function codecOfProcess(): StateCodec {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const codec = createRequestStateCodec<Asked>({ key, ttlSeconds: STATE_SECONDS });
  return {
    // The context is for codecs that bind what they sign to a caller: here there is one.
    mint: (asked) => codec.mint(asked, undefined as never),
    verify: (sealed) =>
      codec.verify(sealed, undefined as never).then(
        (asked) => asked as Asked,
        () => undefined,
      ),
  };
}
