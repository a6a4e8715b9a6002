import type { AddressInfo } from 'node:net';

/** What a listener says of the connection that a request came over. */
interface Connection {
  /** The other end; asked while the request is under way. */
  address(): string | undefined;
  /** For how long the connection may be silent from now on. */
  allowSilence(seconds: number): void;
  /** Closes the connection without an answer. What it returns is to be returned. */
  cut(): Response;
}

interface Listening {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** A connection that is silent for longer is cut; 0: never. */
  readonly silenceSeconds: number;
  answer(request: Request, connection: Connection): Response | Promise<Response>;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Takes no more connections and resolves when the requests under way are answered; at once: cuts
   * them.
   */
  stop(atOnce: boolean): Promise<void>;
}

/**
 * Listens with what the runtime has: Bun's own server, or Node's. Bodies have no bound here: the
 * one who answers refuses.
 */
export const serveHttp = (listening: Listening): Promise<HttpServer> =>
  process.versions.bun === undefined ? inNode(listening) : inBun(listening);

async function inBun({ host, port, silenceSeconds, answer }: Listening): Promise<HttpServer> {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Without development Bun shares a port between processes unless told not to.
    reusePort: false,
    idleTimeout: silenceSeconds,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request, listener) =>
      answer(request, {
        address: () => listener.requestIP(request)?.address,
        allowSilence: (seconds) => listener.timeout(request, seconds),
        // Bun closes the connection when the body fails before it begins.
        cut: () => new Response(new ReadableStream({ start: (controller) => controller.error() })),
      }),
  });
  return { port: server.port ?? port, stop: (atOnce) => server.stop(atOnce) };
}

async function inNode({ host, port, silenceSeconds, answer }: Listening): Promise<HttpServer> {
  const [{ createServer }, { getRequestListener }] = await Promise.all([
    import('node:http'),
    import('@hono/node-server'),
  ]);
  const listener = getRequestListener(
    (request, { incoming: { socket } }) =>
      answer(request, {
        address: () => socket.remoteAddress,
        allowSilence: (seconds) => void socket.setTimeout(seconds * 1000),
        cut() {
          socket.destroy();
          return new Response(null);
        },
      }),
    // Its own Response keeps the Headers it is given: answers made from the same ones would share
    // what is set on one of them.
    { overrideGlobalObjects: false },
  );
  // Slow uploads may take longer than five minutes, as long as they go on.
  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: silenceSeconds * 1000 },
    listener,
  );
  server.timeout = silenceSeconds * 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (atOnce) =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if (atOnce) server.closeAllConnections();
        else server.closeIdleConnections();
      }),
  };
}
