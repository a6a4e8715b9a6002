import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { everything, fact } from '../../adapters/testing/facts/ground.ts';
import { companyKind } from '../../core/access/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { runCommand } from './run-command.ts';

test('slipway roll-up makes sums that are wrong right again, of every company', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-roll-up-'));
  const path = join(data, 'slipway.db');
  expect(await runCommand(['roll-up', '--data', data])).toMatchObject({
    code: 3,
    error: { code: 'not_found' },
  });

  const storage = await openStorage({ type: 'sqlite', path });
  const companies = ['co_1', 'co_2'];
  const scope = {
    accountId: 'act_1',
    from: '2026-11-01',
    to: '2026-11-10',
    breakdown: 'none',
  } as const;
  for (const id of companies) {
    const doc = { name: id, createdAt: 1 };
    await storage.store.commit([
      { kind: companyKind, companyId: SYSTEM, id, expect: 'absent', doc },
    ]);
    const days = Array.from({ length: 10 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);
    await storage.facts.put(
      id,
      scope,
      days.map((day) => fact({ day, spend: 1 })),
      1,
    );
  }
  await storage.close();
  const database = new DatabaseSync(path);
  database.exec('UPDATE fact_by_campaign SET spend = 0');
  database.close();

  expect(await runCommand(['roll-up', '--data', data])).toMatchObject({
    code: 0,
    answer: { success: true, companies: 2 },
  });
  const again = await openStorage({ type: 'sqlite', path });
  for (const id of companies) {
    const { groups } = await again.facts.aggregate(id, { ...everything, groupBy: ['campaignId'] });
    expect(groups.map(({ sums }) => sums.spend)).toEqual([10]);
  }
  await again.close();
});
