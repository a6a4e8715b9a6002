import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

/**
 * The members of the platform port that can start or raise spending, as they are called, and the
 * only files that call them. What leads to these files passes the gate (core/gate), as
 * test/server/guarded.test.ts tries out; a new file here has to do so too, or to be one that only
 * stops spending.
 */
const calls: readonly (readonly [member: RegExp, callers: readonly string[]])[] = [
  [/\bsetBudget\(|'setBudget'/, ['core/manage/edit/update-budget.ts']],
  [
    /\.setStatus\(/,
    [
      // Switches on what the launch made, once all that passed the gate is in it.
      'core/launch/structure/send.ts',
      'core/launch/structure/undo.ts',
      'core/launch/undo/account.ts',
      'core/manage/duplicate/finish.ts',
      'core/manage/edit/scheduled-ends.ts',
      'core/manage/edit/update-status.ts',
    ],
  ],
  [/\.setEnd\(|'setEnd'/, ['core/manage/edit/update-status.ts']],
  [
    /\bcreation\.prepare\(/,
    // A plan prepares and sends nothing.
    [
      'core/launch/structure/read.ts',
      'core/launch/structure/send.ts',
      'core/manage/create/create-object.ts',
    ],
  ],
  [
    /\bcreation\.finish\b/,
    ['core/launch/structure/send.ts', 'core/manage/create/create-object.ts'],
  ],
  [/\btogether\??\.(send|finish)\b/, ['core/launch/structure/send.ts']],
  [/\bnative\??\.(copy|start)(\?\.)?\(/, ['core/manage/duplicate/work.ts']],
  // A probe makes paused copies and deletes them, where a person at the command line has asked for
  // it by name.
  [/\.recreate\(/, ['core/manage/duplicate/work.ts', 'server/local/probe/probe.ts']],
  // A rehearsal sends to the simulation alone.
  [/\b(launch|can)\??\.send\(/, ['core/launch/run/run.ts', 'server/local/probe/rehearse.ts']],
];

const sources = ['core', 'server']
  .flatMap(filesIn)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test.each(calls)('%s is called behind the gate alone', (member, expected) => {
  expect(
    sources
      .filter(({ text }) => member.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(expected);
});
