// @module-tag postgres
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryToEnd } from '../upgrade/carry-to-end.ts';
import { placeDatabase } from '../upgrade/cut-work.ts';
import { fillPostgres } from '../upgrade/former-database.ts';
import { onFormer } from '../upgrade/present.ts';
import { createDatabase } from './database.ts';

test('on Postgres too, what the former version was killed over is carried to its end: nothing twice, nothing lost', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'slipway-cut-')), 'slipway.db');
  placeDatabase(file);
  const { url, query, drop } = await createDatabase();
  try {
    await fillPostgres(query, file);
    const world = await onFormer({ type: 'postgres', url });
    const { before, tally, open, refused } = await carryToEnd(world);
    await world.close();
    expect(before.lost.length).toBeGreaterThan(100);
    expect({ twice: tally.twice, lost: tally.lost, open, refused }).toEqual({
      twice: [],
      lost: [],
      open: [],
      refused: [],
    });
  } finally {
    await drop();
  }
});
