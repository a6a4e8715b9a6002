import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Arrived } from '../core/features/leads/leads-fixture.ts';
import { useCommandLine } from './cli-fixture.ts';

const { folder, fixture, slipway } = useCommandLine();
const pixel = `primary:${seed.pixel}`;

test('from the account to the file to the stage to the erasure', async () => {
  const watched = await slipway('leads', '--watch', seed.accounts.eur, '--keep', '14', '--to', pixel);
  expect([watched.code, watched.out]).toEqual([0, expect.stringContaining('kept for 14 days')]);
  const { leadIds } = (await fixture().control('POST', 'leads', { platform: 'meta', count: 2 })) as Arrived;
  await expect
    .poll(async () => {
      await fixture().clock.sleep(61 * 60_000);
      return (await slipway('leads')).out;
    })
    .toContain('Newsletter');
  const out = join(folder, 'leads.csv');
  expect((await slipway('leads', '--out', out)).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain('person-1@people.example');
  const file = join(folder, 'stages.csv');
  writeFileSync(file, `leadId,stage,value,currency\nprimary:${leadIds[0]},sold,9.90,EUR\nprimary:404,sold,,\n`);
  const sent = await slipway('leads', '--stages', file);
  expect([sent.code, sent.out]).toEqual([
    1,
    expect.stringMatching(/1 sent, 0 sent before, 1 refused[\s\S]*A3 {2}There is no such lead/),
  ]);
  const erased = await slipway('leads', '--erase', 'person-1@people.example', '--yes');
  expect([erased.code, erased.out]).toEqual([0, expect.stringContaining('1 erased')]);
  expect((await slipway('leads', '--json')).out).toContain('"total":1');
});
