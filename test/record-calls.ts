import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Called, RECORD, recordName } from './tests-of.ts';

/**
 * Part of every test file while `npm run tests-of -- --record` runs: writes which functions of the
 * product the tests of the file called in this process. What a module does when it is imported does
 * not count.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Counted {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

// One for a process, which runs many files.
const inspector = globalThis as { recordOfCalls?: Promise<Session> };
inspector.recordOfCalls ??= (async () => {
  const session = new Session();
  session.connect();
  await asked(session, 'Profiler.enable');
  await asked(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
})();
const session = await inspector.recordOfCalls;

function asked(of: Session, method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) =>
    of.post(method, params, (error, answer) =>
      error ? reject(new Error(`${method}: ${error.message}`)) : resolve(answer),
    ),
  );
}

/** What was called since the last look. */
async function looked(): Promise<Called> {
  const { result } = (await asked(session, 'Profiler.takePreciseCoverage')) as {
    readonly result: readonly Counted[];
  };
  const called: { [source: string]: number[] } = {};
  for (const { url, functions } of result) {
    const source = url.startsWith('file:')
      ? relative(ROOT, fileURLToPath(url))
      : relative(ROOT, url);
    if (!/^(core|adapters|server|sheets-addon)\/.*\.tsx?$/.test(source)) continue;
    // The first is the module itself.
    const numbers = functions.flatMap(({ ranges: [range] }, i) =>
      i > 0 && range !== undefined && range.count > 0 ? [i] : [],
    );
    if (numbers.length > 0) called[source] = numbers;
  }
  return called;
}

beforeAll(async () => {
  await looked();
});

afterAll(async () => {
  const test = relative(ROOT, expect.getState().testPath ?? '');
  mkdirSync(RECORD, { recursive: true });
  writeFileSync(join(RECORD, recordName(test)), JSON.stringify({ test, called: await looked() }));
});
