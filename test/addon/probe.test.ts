import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProbe, differences } from '../../build/addon-probe.ts';
import type { Answers } from '../../sheets-addon/probe/main.ts';
import { questions } from '../../sheets-addon/probe/questions.ts';
import { type Playground, startPlayground } from './addon-fixture.ts';

/**
 * What the add-on takes for granted of Google's services: the fakes answer so, and as Google did
 * where that was recorded.
 */

let playground: Playground;
beforeAll(async () => {
  playground = await startPlayground('http://127.0.0.1:9', { entry: 'sheets-addon/probe/main.ts' });
});
afterAll(() => playground?.stop());

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the fakes answer every question of the probe as assumed, and as Google did', async () => {
  const { ok, value, error } = await playground.run('runProbe');
  expect(error).toBeUndefined();
  expect(ok).toBe(true);
  expect(differences(value as Answers)).toEqual([]);
  const recorded = JSON.parse(read('sheets-addon/probe/recorded.json')) as Answers;
  for (const [name, answer] of Object.entries(recorded))
    expect((value as Answers)[name], name).toEqual(answer);
  expect(questions.length).toBeGreaterThanOrEqual(30);
});

test('tells what is otherwise, and what happens then', () => {
  const answers = Object.fromEntries(
    questions.map(({ name, assumed }) => [name, { answer: assumed }]),
  );
  const other = {
    ...answers,
    'metadata on a whole row': { error: 'Not supported.' },
    'a blank sheet has no filter': { answer: false },
  };
  expect(differences(other)).toEqual([
    'metadata on a whole row: Not supported. Then no report can be made.',
    'a blank sheet has no filter: false instead of true. Then a plan warns of a filter that is not there.',
  ]);
});

test('is built as one script with a manifest of its own', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'slipway-probe-')), 'built');
  await buildProbe(folder);
  expect(readFileSync(join(folder, 'Code.js'), 'utf8')).toContain('function runProbe()');
  expect(JSON.parse(readFileSync(join(folder, 'appsscript.json'), 'utf8'))).toMatchObject({
    runtimeVersion: 'V8',
  });
});
