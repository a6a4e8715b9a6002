import { listeningAddress } from '../runtime/listening-address.ts';
import { ConnectionCut } from './platform.ts';
import type { Sandbox } from './sandbox.ts';

/** Port 0 picks a free one; by default only this machine reaches it. Bun only. */
export function listen(sandbox: Sandbox, port: number, host = '127.0.0.1'): { readonly url: string; stop(): void } {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Without development Bun shares a port between processes unless told not to.
    reusePort: false,
    // Slow answers are rehearsed: only the client gives up.
    idleTimeout: 0,
    maxRequestBodySize: 2 ** 30,
    async fetch(request) {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        if (error instanceof ConnectionCut) return cut();
        throw error;
      }
    },
  });
  return { url: listeningAddress(host, server.port ?? port), stop: () => void server.stop(true) };
}

/** Bun closes the connection when the body fails before it begins. */
function cut(): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.error();
      },
    }),
  );
}
