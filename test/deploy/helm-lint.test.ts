import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawn } from '../processes.ts';

/** How a program ends, and what it says; undefined where there is no such program. */
const ended = (
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; said: string } | undefined> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk));
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
    child.once('close', (code) => resolve({ code, said }));
  });

test('helm lint finds nothing wrong with the chart', async (context) => {
  const chart = join(import.meta.dirname, '../../deploy/helm/slipway');
  const linted = await ended('helm', ['lint', chart]);
  if (linted === undefined) return context.skip('There is no helm on the path.');
  expect([linted.said, linted.code]).toEqual([expect.stringContaining('0 chart(s) failed'), 0]);
});
