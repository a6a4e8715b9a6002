import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Child {
  /** The first line it printed, read as JSON. */
  readonly said: { readonly [name: string]: string };
  readonly pid: number | undefined;
  end(): void;
}

/** A process of ours; resolves with its first line. */
export function run(
  script: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  preload: readonly string[] = [],
): Promise<Child> {
  const before = preload.flatMap((each) => ['--preload', join(root, each)]);
  const child = spawn(process.execPath, [...before, join(root, script), ...args], {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      text += data;
      const [line] = text.split('\n');
      if (text.includes('\n'))
        resolve({ said: JSON.parse(line ?? ''), pid: child.pid, end: () => child.kill('SIGKILL') });
    });
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}
