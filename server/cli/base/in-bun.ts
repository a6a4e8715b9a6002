import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { homedir, constants as system } from 'node:os';
import { delimiter, join } from 'node:path';
import { isProgram } from './programs.ts';

/** The command starts in Node and goes on in Bun where there is one, which serves faster. */

/** Set where Node stands in front of Bun and holds the other end of its fourth pipe. */
const BEHIND = 'STARTED_BEHIND';
const PIPE = 3;

const isBun = (): boolean => process.versions.bun !== undefined;

function findBun(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    join(homedir(), '.bun/bin'),
  ];
  return folders
    .map((folder) => join(folder, process.platform === 'win32' ? 'bun.exe' : 'bun'))
    .find(isProgram);
}

/**
 * Node warns that its SQLite and `execve` are experimental, which says nothing to users of slipway.
 */
function hideExperimentalWarnings(): void {
  const former = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') for (const listener of former) listener(warning);
  });
}

/**
 * Runs a script in Bun with the arguments of this process and answers its exit code; undefined
 * where this is Bun or has none.
 */
export async function runInBun(script: string): Promise<number | undefined> {
  if (isBun()) return undefined;
  hideExperimentalWarnings();
  const bun = findBun();
  if (bun === undefined) return undefined;
  const args = [script, ...process.argv.slice(2)];
  becomeIfPossible(bun, args);
  const child = spawn(bun, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [BEHIND]: 'node' },
  });
  // A terminal signals both processes; a signal to this one alone is passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : system.signals[signal])),
    );
  });
}

/** Node 22.15 and newer can replace itself by another program, on systems that know that. */
function becomeIfPossible(program: string, args: readonly string[]): void {
  const { execve } = process as {
    execve?(file: string, args: readonly string[], env: NodeJS.ProcessEnv): never;
  };
  if (execve === undefined || process.platform === 'win32') return;
  execve.call(process, program, [program, ...args], process.env);
}

/** For commands that serve: behind Node they end when Node is gone, however it ended. */
export function endWithNode(): void {
  if (!isBun() || process.env[BEHIND] === undefined) return;
  createReadStream('', { fd: PIPE })
    .on('end', () => process.kill(process.pid, 'SIGTERM'))
    .resume();
}
