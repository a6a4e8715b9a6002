import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';

export interface ServedSandbox {
  readonly url: string;
  /** Asks a control endpoint: with a body it is a POST. */
  control(path: string, body?: object): Promise<Response>;
  stop(): Promise<void>;
}

/** A sandbox on a port, for clients of which only the address can be changed. */
export function serveSandbox(): ServedSandbox {
  const sandbox = createSandbox({ seed: 1 });
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => sandbox.fetch(request),
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    control: (path, body) =>
      fetch(
        `${url}/_sandbox/${path}`,
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
      ),
    stop: () => server.stop(true),
  };
}
