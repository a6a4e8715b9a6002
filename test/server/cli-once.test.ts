import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

const batches = async (): Promise<number> =>
  (await fixture().call('GET', '/v1/batches')).body.pagination.total;

test('a launch whose command was cut off is gone on with by the same command', async () => {
  const file = join(folder, 'cut.csv');
  const headers = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';
  const row =
    'A,act_1001,120000001001200211,120000001001700001,120000001001900001,boat.png,Hello,https://example.com';
  writeFileSync(file, `${headers}\n${row}`);
  const first = JSON.parse((await slipway('launch', file, '--json')).out);
  const before = await batches();
  // The command died when all was accepted and nothing told: it knows of nothing.
  const second = JSON.parse((await slipway('launch', file, '--watch', '--json')).out);
  expect([second.adBatchId, await batches()]).toEqual([first.adBatchId, before]);
  const renamed = await slipway('launch', file, '--name', 'Other');
  expect([renamed.code, renamed.err]).toEqual([
    3,
    expect.stringContaining('--again launches them once more'),
  ]);
});
