import { expect, test } from 'vitest';
import { choicesIn, type Streams } from './shrink.ts';
import { playAgain } from './story.ts';

/** A story that failed once: it is played again with the choices that were left of it. */
export function testKept(title: string, seed: string, streams: Streams): void {
  test(title, async () => {
    expect((await playAgain(seed, choicesIn(streams))).faults).toEqual([]);
  });
}
