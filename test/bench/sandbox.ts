import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '../processes.ts';
import { packPackage } from '../runtime/built-package.ts';
import { createEmptyProject } from '../runtime/empty-project.ts';
import { findNode } from '../runtime/node.ts';
import { type Figure, figure } from './figure.ts';

const ROUNDS = 5;
const REQUESTS = 5_000;
const AT_ONCE = 20;

/**
 * The simulated platforms alone, as other programs have them in their tests: from the command to
 * the first answer, memory, requests.
 */
export async function sandboxBench(): Promise<readonly Figure[]> {
  const node = findNode();
  const { tarball, remove } = await packPackage();
  const folder = createEmptyProject(tarball);
  try {
    writeFileSync(
      join(folder, 'open.mjs'),
      `import { createSandbox, listen } from 'slipway-sandbox';
const sandbox = createSandbox({ today: '2026-11-01' });
const { url } = await listen(sandbox, 0);
console.log(url);\n`,
    );
    writeFileSync(
      join(folder, 'bare.mjs'),
      `import { createServer } from 'node:http';
const server = createServer((request, response) => response.setHeader('content-type', 'application/json').end('{"data":[]}'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));\n`,
    );
    const figures: Figure[] = [];
    for (const { name, path } of [
      { name: 'Bun', path: process.execPath },
      { name: `Node ${node.version}`, path: node.path },
    ]) {
      const [own, bare] = [
        await measure(path, folder, 'open.mjs'),
        await measure(path, folder, 'bare.mjs'),
      ];
      const anchor = 'a bare server';
      const shown = (what: string, key: keyof Measured, unit: string) => ({
        name: `sandbox: ${what} in ${name}`,
        value: own[key],
        unit,
        anchor,
        anchorValue: bare[key],
      });
      figures.push(
        figure(shown('from the command to the first answer', 'startMs', 'ms'), {
          on: 'value',
          atMost: 1_000,
        }),
        figure(shown('memory', 'megabytes', 'MB resident'), { on: 'value', atMost: 250 }),
        figure(shown('lists of ad accounts', 'perSecond', 'requests/s'), {
          on: 'value',
          atLeast: 500,
        }),
      );
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
}

interface Measured {
  readonly startMs: number;
  readonly megabytes: number;
  readonly perSecond: number;
}

async function measure(runtime: string, folder: string, program: string): Promise<Measured> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; ; round++) {
    const began = performance.now();
    const child = spawn(runtime, [program], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (line) => resolve(String(line).trim()));
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    try {
      const ask = async () => {
        const answer = await fetch(`${url}/meta/me/adaccounts?fields=name`, {
          headers: { authorization: 'Bearer sandbox-token' },
        });
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
        await answer.arrayBuffer();
      };
      await ask();
      best = Math.min(best, Math.round(performance.now() - began));
      if (round < ROUNDS - 1) continue;
      const start = performance.now();
      let left = REQUESTS;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (left-- > 0) await ask();
        }),
      );
      const perSecond = Math.round(REQUESTS / ((performance.now() - start) / 1000));
      return { startMs: best, megabytes: residentMb(child.pid), perSecond };
    } finally {
      child.kill('SIGKILL');
    }
  }
}

/** On Linux. */
const residentMb = (pid: number | undefined): number =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );
