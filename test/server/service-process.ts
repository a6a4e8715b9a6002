import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, vi } from 'vitest';
import { spawn } from '../processes.ts';

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

type Variables = { readonly [name: string]: string };

// Processes of their own: on a machine that is busy with other things they take their time.
vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const running = new Set<Running>();
afterEach(async () => {
  for (const each of running) await each.end('SIGKILL');
});

/** The service as a process, with nothing of our environment; it does not wait for load balancers. */
export function launch(args: readonly string[], env: Variables = {}) {
  const child = spawn(join(root, 'node_modules/.bin/bun'), ['server/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SLIPWAY_DRAIN_SECONDS: '0', ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const logged = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (err.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      look();
    });
  return { child, exit, out: () => out, err: () => err, logged };
}

export async function start(data: string, env: Variables = {}, args: readonly string[] = []): Promise<Running> {
  const { child, exit, out, err, logged } = launch(['--port', '0', '--data', data, '--json', ...args], env);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => out().includes('\n') && resolve());
    void exit.then((code) => reject(new Error(`ended with ${code} before it was ready: ${err()}`)));
  });
  const service: Running = {
    ...JSON.parse(out()),
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
