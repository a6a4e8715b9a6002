import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT, readKept } from './kept-story.ts';
import { choicesIn } from './shrink.ts';
import { playAgain } from './story.ts';

/** Stories that failed once: each is played again. */
for (const name of readdirSync(KEPT)) {
  const { title, seed, streams } = readKept(join(KEPT, name));
  test(title, async () => {
    expect((await playAgain(seed, choicesIn(streams))).faults).toEqual([]);
  });
}
