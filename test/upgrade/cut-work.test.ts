import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryToEnd } from './carry-to-end.ts';
import { placeDatabase } from './cut-work.ts';
import { onFormer } from './present.ts';

test('what the former version was killed over, at any commit or call, is carried to its end: nothing twice, nothing lost', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'slipway-cut-')), 'slipway.db');
  placeDatabase(path);
  const world = await onFormer({ type: 'sqlite', path });
  const { before, tally, open, refused } = await carryToEnd(world);
  await world.close();
  // Much was left to do.
  expect(before.lost.length).toBeGreaterThan(100);
  expect({ twice: tally.twice, lost: tally.lost, open, refused }).toEqual({
    twice: [],
    lost: [],
    open: [],
    refused: [],
  });
});
