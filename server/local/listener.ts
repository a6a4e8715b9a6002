import { listeningAddress } from '../../adapters/runtime/listening-address.ts';
import type { AppEnv } from '../http/settings.ts';

/** Longer than any answer takes; a connection on which nothing moves for so long is cut. */
const SECONDS_FOR_ANSWERS = 255;
/** A client that sends nothing for so long is cut off. */
const SECONDS_FOR_SILENCE = 30;

export interface Listener {
  /** Where this machine reaches it. */
  readonly url: string;
  /** From now on every answer asks its client to connect anew: to another process, once this one is out of its list. */
  drain(): void;
  /** Takes no more connections, and gives the requests under way so long to end. */
  stop(patience: Promise<unknown>): Promise<void>;
}

export type Answerer = (request: Request, connection: AppEnv['Bindings']) => Response | Promise<Response>;

/** Bun only. */
export function openListener(host: string, port: number, answer: Answerer): Listener {
  let draining = false;
  const sent = (response: Response): Response => {
    if (draining) response.headers.set('Connection', 'close');
    return response;
  };
  const server = Bun.serve({
    hostname: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    idleTimeout: SECONDS_FOR_SILENCE,
    // Ours to refuse, with an answer that says why.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, listener) {
      const answered = answer(request, {
        keepOpen: () => listener.timeout(request, SECONDS_FOR_ANSWERS),
        // A call of the system, and most requests have no use for it.
        address: () => listener.requestIP(request)?.address,
      });
      return answered instanceof Promise ? answered.then(sent) : sent(answered);
    },
  });
  return {
    url: listeningAddress(host, server.port ?? port),
    drain() {
      draining = true;
    },
    async stop(patience) {
      await Promise.race([server.stop(), patience]);
      await server.stop(true);
    },
  };
}
