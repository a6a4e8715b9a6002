import { describe } from 'vitest';
import { testCuts } from './cuts/cut.ts';
import { changing } from './cuts/kinds.ts';

/** The other kinds are cut in test/chaos/cuts.test.ts. */
describe('a process that is killed at any commit, or with an answer on its way: another ends what it began, once', () => {
  testCuts(changing);
});
