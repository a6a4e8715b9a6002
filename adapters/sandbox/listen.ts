import { listeningAddress } from '../runtime/listening-address.ts';
import { serveHttp } from '../runtime/serve-http.ts';
import { ConnectionCut } from './platform.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Answers on a port. 0 picks a free one; by default only this machine reaches it.
 *
 * @example
 * import { createSandbox, listen } from 'slipway-sandbox';
 *
 * const { url, stop } = await listen(createSandbox(), 0);
 * console.log((await fetch(`${url}/_sandbox/state`)).status); // 200
 * await stop();
 */
export async function listen(
  sandbox: Sandbox,
  port: number,
  host = '127.0.0.1',
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = await serveHttp({
    host,
    port,
    // Slow answers are rehearsed: only the client gives up.
    silenceSeconds: 0,
    async answer(request, { cut }) {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        if (error instanceof ConnectionCut) return cut();
        throw error;
      }
    },
  });
  return { url: listeningAddress(host, server.port), stop: () => server.stop(true) };
}
