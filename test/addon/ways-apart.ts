import { fileURLToPath } from 'node:url';
import { spawn } from '../processes.ts';
import type { tryWays } from './sheet-ways.ts';

/**
 * The same as `tryWays`, in a process of its own: there the sources run as they are. What vitest
 * makes of them takes a quarter more, and the last stage of the compiler costs more than it gives
 * in a run of a minute.
 */
export async function tryWaysApart(first: number, ways: number): ReturnType<typeof tryWays> {
  const script = fileURLToPath(new URL('./try-ways.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(first), String(ways)], {
    env: { ...process.env, BUN_JSC_useFTLJIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`The sequences ended with exit code ${code}. ${printed}`);
  return JSON.parse(printed);
}
