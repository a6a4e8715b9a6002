import { describe } from 'vitest';
import { testCuts } from '../core/effects/cuts/cut.ts';
import { others } from '../core/effects/cuts/kinds.ts';

/** The other kinds are cut in test/core/effects/cuts.test.ts. */
describe('a process that is killed at any commit, or with an answer on its way: another ends what it began, once', () => {
  testCuts(others);
});
