import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importGraph } from '../build/floors.ts';
import { testFiles } from './parts.ts';

/**
 * `npm run tests-of -- core/gate/gate.ts` names the tests that would notice a change of a file, the
 * most telling first. They come from a record of which functions each test file calls;
 * `-- --record` makes it, and `-- --record test/core/gate` brings a part of it up to date. What
 * tests start as processes of their own, and what a browser runs, is not in it.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const RECORD = join(ROOT, 'dist/tests-of');
/**
 * Each function of the file is called by so many of the tests that are named, where there are as
 * many.
 */
const ENOUGH = 6;
const MOST = 20;

/** Functions that were called, as their places in the file, by file. */
export type Called = { readonly [source: string]: readonly number[] };

export interface Recorded {
  readonly test: string;
  readonly called: Called;
}

export const recordName = (test: string): string => `${test.replaceAll('/', '+')}.json`;

export interface Telling {
  readonly test: string;
  /** Functions of the file that it calls. */
  readonly functions: number;
}

/**
 * Tests that call functions of a file, such that each function is called by some of them. A test
 * that calls little else tells more about the file than one that goes through everything.
 */
export function tellingTests(records: readonly Recorded[], source: string): readonly Telling[] {
  const left = records.flatMap(({ test, called }) => {
    const own = called[source];
    if (own === undefined) return [];
    const all = Object.values(called).reduce((sum, { length }) => sum + length, 0);
    return [{ test, own, breadth: Math.sqrt(all) }];
  });
  const times = new Map<number, number>();
  const named: Telling[] = [];
  while (left.length > 0 && named.length < MOST) {
    const worth = left.map(({ own, breadth }) => {
      const gains = own
        .map((each) => (ENOUGH - (times.get(each) ?? 0)) / ENOUGH)
        .filter((gain) => gain > 0);
      return gains.reduce((sum, gain) => sum + gain, 0) / breadth;
    });
    const best = Math.max(...worth);
    if (best <= 0) break;
    for (const { test, own } of left.splice(worth.indexOf(best), 1)) {
      named.push({ test, functions: own.length });
      for (const each of own) times.set(each, (times.get(each) ?? 0) + 1);
    }
  }
  return named;
}

/** Test files by how many imports lie between them and a file, the nearest first. */
export function nearestTests(source: string): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of importGraph('values', [
    'core',
    'adapters',
    'server',
    'sheets-addon',
    'test',
  ]))
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const reached = new Set([source]);
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  const tests = new Set(testFiles());
  return [...reached].filter((file) => tests.has(file)).slice(0, MOST);
}

function readRecords(): readonly Recorded[] {
  if (!existsSync(RECORD)) return [];
  const known = new Set(testFiles().map(recordName));
  const names = readdirSync(RECORD).filter((name) => known.has(name));
  return names.map((name) => JSON.parse(readFileSync(join(RECORD, name), 'utf8')) as Recorded);
}

function record(parts: readonly string[]): number {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const env = { ...process.env, RECORD_OF_TESTS: 'yes' };
  return (
    spawnSync('bun', [vitest, 'run', ...parts], { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1
  );
}

function tell(source: string, records: readonly Recorded[]): void {
  const telling = tellingTests(records, source);
  console.log(`${source}: tests that call it, of ${records.length} recorded`);
  for (const { test, functions } of telling) console.log(`  ${test} (${functions} functions)`);
  const tests = telling.length > 0 ? telling.map(({ test }) => test) : nearestTests(source);
  if (telling.length === 0)
    console.log('  No record of a test that calls it. By imports, the nearest first:');
  if (telling.length === 0) for (const test of tests) console.log(`  ${test}`);
  if (tests.length > 0) console.log(`npm test -- ${tests.join(' ')}`);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args[0] === '--record') process.exit(record(args.slice(1)));
  const sources = args.map((file) => relative(ROOT, resolve(file)));
  const missing = sources.filter((file) => !existsSync(join(ROOT, file)));
  if (sources.length === 0 || missing.length > 0) {
    console.error(
      `tests-of: ${missing.length > 0 ? `There is no ${missing.join(', ')}.` : 'Name a file of the product.'}`,
    );
    process.exit(2);
  }
  const records = readRecords();
  if (records.length === 0)
    console.log(
      'Nothing is recorded yet: npm run tests-of -- --record, a few minutes more than npm test.',
    );
  for (const source of sources) tell(source, records);
}
