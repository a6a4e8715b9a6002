import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

/** The file that the tutorial prints. */
const page = readFileSync(
  fileURLToPath(new URL('../../docs/tutorials/build-a-campaign.md', import.meta.url)),
  'utf8',
);
const rows = /```csv\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

test('the rows of the tutorial become a campaign with two ad sets, once, and are taken back', async () => {
  const path = join(folder, 'spring.csv');
  writeFileSync(path, rows);
  const plan = await slipway('launch', path, '--plan', '--json');
  expect([plan.code, JSON.parse(plan.out)]).toMatchObject([
    0,
    { totalAds: 2, creates: { campaigns: 1, adSets: 2 } },
  ]);
  const said = await slipway('launch', path, '--plan');
  expect(said.out).toContain('1 new campaign and 2 new ad sets');
  const launched = await slipway('launch', path, '--json', '--watch');
  expect([launched.code, launched.err]).toEqual([0, expect.any(String)]);
  const { adBatchId } = (await fixture().call('GET', '/v1/batches?limit=1')).body.data[0];
  const { body } = await fixture().call('GET', `/v1/batch-status/${adBatchId}`);
  expect(body.made).toMatchObject([
    { type: 'campaign', name: 'Spring', state: 'made', status: 'ACTIVE', ads: 2 },
    { type: 'adset', name: 'United States', state: 'made' },
    { type: 'adset', name: 'Canada', state: 'made' },
  ]);
  const undone = await slipway('undo', String(adBatchId), '--delete', '--yes');
  expect(undone.code).toBe(0);
  const held = await fixture().held('campaigns');
  expect(held.filter(({ name }) => name === 'Spring')).toEqual([]);
});

test('rows that say different things of one ad set are refused, each at its cell', async () => {
  const path = join(folder, 'differ.csv');
  writeFileSync(path, rows.replace(',Canada,20,CA,', ',United States,25,US,'));
  const { code, out } = await slipway('launch', path, '--plan');
  expect(code).toBe(2);
  expect(out).toMatch(/row 2, New ad set daily budget.*[\s\S]*row 3, New ad set daily budget/);
});

test('a campaign whose ads were all refused is named, and removed alone', async () => {
  const path = join(folder, 'empty.csv');
  writeFileSync(
    path,
    rows.replaceAll('Spring', 'Autumn').replace(',Autumn,,,', ',Winter,OUTCOME_TRAFFIC,Active,'),
  );
  await fixture().control('POST', 'faults', {
    fault: 'refuse-1815629',
    method: 'POST',
    path: '/*/ads',
    times: 1,
  });
  const launched = await slipway('launch', path, '--watch');
  const { adBatchId } = (await fixture().call('GET', '/v1/batches?limit=1')).body.data[0];
  expect(launched.out).toContain(`slipway undo ${adBatchId} --empty`);
  const plan = await slipway('undo', String(adBatchId), '--empty', '--plan', '--json');
  const { made } = JSON.parse(plan.out);
  expect(made.map(({ type }: { type: string }) => type).sort()).toEqual(['adset', 'campaign']);
  expect((await slipway('undo', String(adBatchId), '--empty', '--yes')).code).toBe(0);
  await expect
    .poll(
      async () =>
        (await fixture().call('GET', `/v1/batch-status/${adBatchId}`)).body.undo?.finishedAt,
    )
    .toEqual(expect.any(String));
  const names = (await fixture().held('campaigns')).map(({ name }) => name);
  expect(['Autumn', 'Winter'].filter((name) => names.includes(name))).toHaveLength(1);
});
