import { listeningAddress } from '../../adapters/runtime/listening-address.ts';
import type { AppEnv } from '../http/settings.ts';

/** Longer than any answer takes; an idle connection is cut after it. */
const SECONDS_FOR_ANSWERS = 255;
/** A client that sends nothing is cut off after this. */
const SECONDS_FOR_SILENCE = 30;

export interface Listener {
  readonly url: string;
  /** From now on every answer closes its connection, so that clients connect to another process. */
  drain(): void;
  /** Takes no more connections; requests under way may end until `patience` does. */
  stop(patience: Promise<unknown>): Promise<void>;
}

type Answerer = (request: Request, connection: AppEnv['Bindings']) => Response | Promise<Response>;

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
        // Asked while the request is under way.
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
