import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A run of its own, on a machine that lacks what is named. Its exit code is 0, or this throws. */
async function runWithout(tools: string, ...args: string[]): Promise<string> {
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args];
  const env = {
    ...process.env,
    SLIPWAY_TEST_WITHOUT: tools,
    PARTS_OF_TESTS: undefined,
    NO_COLOR: '1',
  };
  return (
    await promisify(execFile)(join(root, 'node_modules/.bin/bun'), vitest, { cwd: root, env })
  ).stdout;
}

test('tests whose tools a machine lacks are skipped, named at the end with what to do, and the run succeeds', async () => {
  const files = [
    'test/browser/chromium.test.ts',
    'test/adapters/rate/postgres.test.ts',
    'test/adapters/rate/memory.test.ts',
  ];
  const out = await runWithout('browser,postgres', ...files);
  const lines = out.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, [1-9]\d* skipped$/);
  const [browser = '', advice = ''] = lines.slice(
    lines.findIndex((line) => /^NOT RUN: \d+ tests need a browser/.test(line)),
  );
  expect(browser).toMatch(/test\/browser\/chromium\.test\.ts \(\d+\)/);
  expect(advice).toMatch(/^To run them: .*SLIPWAY_BROWSER/);
  expect(out).toMatch(
    /^NOT RUN: \d+ tests need Postgres, .*test\/adapters\/rate\/postgres\.test\.ts \(\d+\)/m,
  );
  expect(out).not.toContain('need Deno');
});

test('where everything is there, nothing is told', async () => {
  const out = await runWithout('', 'test/adapters/rate/memory.test.ts');
  expect(out).not.toContain('NOT RUN');
});
