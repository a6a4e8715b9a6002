import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type BunProcess, readyLine, startBun, type Variables } from './bun-process.ts';

export interface Running {
  readonly url: string;
  readonly adminKey: string | null;
  readonly sandboxUrl: string | null;
  /** Everything written to standard output and standard error. */
  readonly out: () => string;
  readonly err: () => string;
  /** Sends a signal and resolves with the exit code. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
  /** Resolves when its log has a line with this in it. */
  logged(text: string): Promise<void>;
}

const running = new Set<Running>();
afterEach(async () => {
  for (const each of running) await each.end('SIGKILL');
});

/** The service as a process. */
export const launch = (args: readonly string[], env: Variables = {}): BunProcess =>
  startBun('server/main.ts', args, env);

export async function start(
  data: string,
  env: Variables = {},
  args: readonly string[] = [],
): Promise<Running> {
  const started = launch(['--port', '0', '--data', data, '--json', ...args], env);
  const { child, exit, out, err, logged } = started;
  const ready = await readyLine(started);
  const service: Running = {
    ...(ready as unknown as Pick<Running, 'url' | 'adminKey' | 'sandboxUrl'>),
    out,
    err,
    logged,
    async end(signal) {
      running.delete(service);
      child.kill(signal);
      return exit;
    },
  };
  running.add(service);
  return service;
}

export const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-main-'));

export const get = (url: string, key: string | null): Promise<Response> =>
  fetch(url, { headers: { authorization: `Bearer ${key}` } });
