import { listeningAddress } from '../../adapters/runtime/listening-address.ts';
import { serveHttp } from '../../adapters/runtime/serve-http.ts';
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

export async function openListener(
  host: string,
  port: number,
  answer: Answerer,
): Promise<Listener> {
  let draining = false;
  const sent = (response: Response): Response => {
    if (draining) response.headers.set('Connection', 'close');
    return response;
  };
  const server = await serveHttp({
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    silenceSeconds: SECONDS_FOR_SILENCE,
    answer(request, { address, allowSilence }) {
      const answered = answer(request, {
        address,
        keepOpen: () => allowSilence(SECONDS_FOR_ANSWERS),
      });
      return answered instanceof Promise ? answered.then(sent) : sent(answered);
    },
  });
  return {
    url: listeningAddress(host, server.port),
    drain() {
      draining = true;
    },
    async stop(patience) {
      await Promise.race([server.stop(false), patience]);
      await server.stop(true);
    },
  };
}
