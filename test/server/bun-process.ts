import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Variables = { readonly [name: string]: string };

export interface BunProcess {
  readonly child: ChildProcess;
  /** Its exit code; null when a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Everything written to standard output and standard error. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when its standard output, or its log, has this in it. */
  said(text: string): Promise<void>;
  logged(text: string): Promise<void>;
  closeOutput(): void;
}

/**
 * A file of ours as a process, with nothing of our environment but the way to Bun; it does not wait
 * for load balancers.
 */
export function startBun(file: string, args: readonly string[], env: Variables): BunProcess {
  const child = spawn(join(root, 'node_modules/.bin/bun'), [file, ...args], {
    cwd: root,
    env: { ...bareEnvironment(), SLIPWAY_DRAIN_SECONDS: '0', ...env },
  });
  const written = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  for (const stream of streams)
    child[stream].on('data', (data) => {
      written[stream] += data;
    });
  const appears = (stream: (typeof streams)[number], text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (written[stream].includes(text)) resolve();
      };
      child[stream].on('data', look);
      look();
    });
  return {
    child,
    exit: new Promise((resolve) => child.once('exit', resolve)),
    out: () => written.stdout,
    err: () => written.stderr,
    said: (text) => appears('stdout', text),
    logged: (text) => appears('stderr', text),
    closeOutput: () => child.stdout.destroy(),
  };
}

/** Its first line, as JSON. Rejects when it ends before. */
export async function readyLine({
  said,
  exit,
  out,
  err,
}: BunProcess): Promise<{ readonly [name: string]: string }> {
  const early = exit.then((code) => {
    throw new Error(`ended with ${code} before it was ready: ${err()}`);
  });
  await Promise.race([said('\n'), early]);
  return JSON.parse(out());
}
