// @module-tag process
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../runtime/built-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What an npm on the path does when it is asked for each of the commands of CI. */
function runCi(says: { readonly ci?: string; readonly test: string; readonly check: string }) {
  const script = `#!/bin/sh\ncase "$1 $2" in "ci ") ${says.ci ?? 'true'} ;; "test ") ${says.test} ;; "run check") ${says.check} ;; esac\n`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout } = spawnSync('bash', [join(ROOT, '.ci/run')], { env, encoding: 'utf8' });
  return { status, closing: stdout.trimEnd().split('\n').slice(-2) };
}

const CHECKED = 'echo; echo "check: 7 of 7 passed"';
const TESTED = 'echo; echo "12 passed, 0 failed, 3 skipped"';

test('CI ends with the closing lines of the checks and of the tests', () => {
  const closing = ['check: 7 of 7 passed', '12 passed, 0 failed, 3 skipped'];
  expect(runCi({ test: TESTED, check: CHECKED })).toEqual({ status: 0, closing });
});

test.each([
  ['tests fail', { test: 'echo "12 passed, 2 failed, 3 skipped"; exit 1', check: CHECKED }, '12 passed, 2 failed, 3 skipped'],
  [
    'the run of the tests breaks after its count',
    { test: `${TESTED}; exit 1`, check: CHECKED },
    '12 passed, 1 failed, 3 skipped',
  ],
  ['the run of the tests breaks before its count', { test: 'exit 1', check: CHECKED }, '0 passed, 1 failed'],
  [
    'a check fails',
    { test: TESTED, check: 'echo "check: 6 of 7 passed, failed: format"; exit 1' },
    '12 passed, 1 failed, 3 skipped',
  ],
  ['the checks break', { test: TESTED, check: 'exit 1' }, '12 passed, 1 failed, 3 skipped'],
] as const)('CI fails, and says so in its last line, when %s', (_, says, closing) => {
  const run = runCi(says);
  expect([run.status, run.closing.at(-1)]).toEqual([1, closing]);
});

test('CI fails when nothing can be installed', () => {
  expect(runCi({ ci: 'exit 7', test: TESTED, check: CHECKED }).status).toBe(1);
});
