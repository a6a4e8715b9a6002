import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PARTS } from '../parts.ts';
import { ROOT } from '../runtime/built-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What an npm on the path does when it is asked for each of the commands of CI. */
function runCi({ ci = 'true', test = TESTED, rest = RESTED, check = CHECKED, day = 1 }) {
  const answers = [
    `"ci") ${ci}`,
    `"test") ${test}`,
    `"run test:all -- --shard rest") ${rest}`,
    `"run check") ${check}`,
    AHEAD,
  ];
  const script = `#!/bin/sh\ncase "$*" in ${answers.map((each) => `${each} ;;`).join(' ')} *) exit 9 ;; esac\n`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  writeFileSync(join(folder, 'date'), `#!/bin/sh\nprintf %03d ${day}\n`, { mode: 0o755 });
  // Nothing is installed here.
  writeFileSync(join(folder, 'apt-get'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout } = spawnSync('bash', [join(ROOT, '.ci/run')], { env, encoding: 'utf8' });
  const [, ahead] = /^The part (\w+)/m.exec(stdout) ?? [];
  return { status, ahead, closing: stdout.trimEnd().split('\n').slice(-2) };
}

/** One part once more, on another day, where the machine can set a clock ahead. */
const AHEAD = '"run test:all -- --shard "*) echo "0 passed, 0 failed, 0 skipped"';
const CHECKED = 'echo; echo "check: 7 of 7 passed"';
const TESTED = 'echo; echo "12 passed, 0 failed, 3 skipped"';
const RESTED = 'echo; echo "30 passed, 0 failed, 0 skipped"';

test('CI ends with the closing lines of the checks and of all tests', () => {
  expect(runCi({})).toMatchObject({
    status: 0,
    closing: ['check: 7 of 7 passed', '42 passed, 0 failed, 3 skipped'],
  });
});

test.each([
  [
    'tests fail',
    { test: 'echo "12 passed, 2 failed, 3 skipped"; exit 1' },
    '42 passed, 2 failed, 3 skipped',
  ],
  [
    'tests of the rest fail',
    { rest: 'echo "29 passed, 1 failed, 0 skipped"; exit 1' },
    '41 passed, 1 failed, 3 skipped',
  ],
  ['a run breaks after its count', { test: `${TESTED}; exit 1` }, '42 passed, 1 failed, 3 skipped'],
  ['a run breaks before its count', { test: 'exit 1' }, '30 passed, 1 failed, 0 skipped'],
  ['both runs break', { test: 'exit 1', rest: 'kill -9 $$' }, '0 passed, 2 failed, 0 skipped'],
  [
    'tests and a check fail',
    {
      rest: 'echo "29 passed, 1 failed"; exit 1',
      check: 'echo "check: 6 of 7 passed, failed: format"; exit 1',
    },
    '41 passed, 2 failed, 3 skipped',
  ],
  ['the checks break', { check: 'exit 1' }, '42 passed, 1 failed, 3 skipped'],
] as const)('CI fails, and says so in its last line, when %s', (_, says, closing) => {
  const run = runCi(says);
  expect([run.status, run.closing.at(-1)]).toEqual([1, closing]);
});

test('CI fails when nothing can be installed', () => {
  expect(runCi({ ci: 'exit 7' }).status).toBe(1);
});

test('every part of the suite has its turn to be run on another day', () => {
  const drawn = PARTS.map((_, index) => runCi({ day: 5 + index }).ahead);
  expect(drawn.sort()).toEqual([...PARTS].sort());
});
