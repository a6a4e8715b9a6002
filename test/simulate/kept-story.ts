import { expect, test } from 'vitest';
import type { Choice } from './choices.ts';
import { playAgain } from './story.ts';

/** A story that failed once: it is played again with the choices that were left of it. */
export function testKept(seed: string, choices: readonly Choice[], title = `the story ${seed}`): void {
  test(title, async () => {
    expect((await playAgain(seed, choices)).faults).toEqual([]);
  });
}
