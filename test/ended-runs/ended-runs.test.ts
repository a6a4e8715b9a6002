// @module-tag postgres
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = { timeout: 240_000, interval: 100 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-ended-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly started: { readonly processes: readonly number[]; readonly folder: string };
  /** To the run alone, or to all that it shares a terminal with, as Ctrl-C does. */
  signal(name: NodeJS.Signals, to: 'run' | 'terminal'): void;
  readonly ended: Promise<number | null>;
}

/** A test run of its own, once what it starts is there. */
async function startRun(how: 'hang' | 'fail' | 'crash'): Promise<Run> {
  const file = join(folder, 'started.json');
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'test/ended-runs/vitest.config.ts',
  ];
  const child = spawn(join(root, 'node_modules/.bin/bun'), vitest, {
    cwd: root,
    env: { ...process.env, FILE: file, HOW: how },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const { pid = 0 } = child;
  const started = await vi.waitUntil(
    () => existsSync(file) && readFileSync(file, 'utf8'),
    PATIENCE,
  );
  return {
    started: JSON.parse(started) as Run['started'],
    signal: (name, to) => process.kill(to === 'run' ? pid : -pid, name),
    ended,
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function expectNothingLeft({ started }: Run): Promise<void> {
  const left = (): unknown[] => [
    ...started.processes.filter(isAlive),
    ...[started.folder].filter(existsSync),
  ];
  await vi.waitUntil(() => left().length === 0, PATIENCE).catch(() => expect(left()).toEqual([]));
}

const ENDS: { readonly [what: string]: (run: Run) => void } = {
  'Ctrl-C': (run) => run.signal('SIGINT', 'terminal'),
  SIGTERM: (run) => run.signal('SIGTERM', 'run'),
  'kill -9': (run) => run.signal('SIGKILL', 'run'),
};

describe('nothing is left of what tests started', { timeout: 600_000 }, () => {
  test.each(['fail', 'crash'] as const)(
    'after a worker whose set-up ended with: %s',
    async (how) => {
      const run = await startRun(how);
      expect(await run.ended).not.toBe(0);
      await expectNothingLeft(run);
    },
  );

  test.each(Object.entries(ENDS))('after %s', async (_, end) => {
    const run = await startRun('hang');
    end(run);
    expect(await run.ended).not.toBe(0);
    await expectNothingLeft(run);
  });
});
