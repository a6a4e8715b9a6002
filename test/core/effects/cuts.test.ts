import { describe, expect, test } from 'vitest';
import { cutEverywhere } from './cuts/cut.ts';
import { changing } from './cuts/kinds.ts';

/** The other kinds are cut in test/chaos/cuts.test.ts. */
describe('a process that is killed at any commit, or with an answer on its way, leaves another to end what it began, once', () => {
  test.each(changing)('$title', async (kind) => {
    const { before, after, unanswered } = await cutEverywhere(kind);
    expect(Math.min(before, after)).toBeGreaterThanOrEqual(kind.least ?? 4);
    expect(unanswered).toBeGreaterThanOrEqual(1);
  });
});
