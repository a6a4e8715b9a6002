import { describe, expect, test } from 'vitest';
import { cutEverywhere } from '../core/effects/cuts/cut.ts';
import { others } from '../core/effects/cuts/kinds.ts';

/** The other kinds are cut in test/core/effects/cuts.test.ts. */
describe('a process that is killed at any commit, or with an answer on its way, leaves another to end what it began, once', () => {
  test.each(others)('$title', async (kind) => {
    const { before, after, unanswered } = await cutEverywhere(kind);
    expect(Math.min(before, after)).toBeGreaterThanOrEqual(kind.least ?? 4);
    expect(unanswered).toBeGreaterThanOrEqual(1);
  });
});
