import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The `slipway` command as a process of its own, with nothing of our environment but the way to Bun. Ended after each test. */
export function useProcesses() {
  const started: { kill(signal: 'SIGKILL'): unknown }[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  return (args: readonly string[], env: { readonly [name: string]: string } = {}) => {
    const child = spawn(join(root, 'node_modules/.bin/bun'), ['server/cli/main.ts', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, SLIPWAY_LOG: 'off', SLIPWAY_DRAIN_SECONDS: '0', ...env },
    });
    started.push(child);
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return {
      exit,
      err: () => err,
      out: () => out,
      closeOutput: () => child.stdout.destroy(),
      end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
        child.kill(signal);
        return exit;
      },
      /** Its first line, as JSON. */
      ready: () =>
        new Promise<{ readonly [name: string]: string }>((resolve, reject) => {
          child.stdout.on('data', () => out.includes('\n') && resolve(JSON.parse(out)));
          void exit.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
        }),
    };
  };
}
