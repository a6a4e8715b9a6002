import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyAdSetIds } from '../../adapters/sandbox/meta/seed/ids.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

const HEADERS = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';

test('2,000 rows for twelve ad sets with room for 600 are refused as a whole, before one ad is made', async () => {
  const adSets = emptyAdSetIds('act_1001', 'traffic');
  expect(adSets).toHaveLength(12);
  const rows = Array.from(
    { length: 2_000 },
    (_, at) =>
      `Ad ${at},act_1001,${adSets[at % 12]},120000001001700001,120000001001900001,https://cdn.example/a.png,Hello,https://example.com`,
  );
  const path = join(folder, 'large.csv');
  writeFileSync(path, [HEADERS, ...rows].join('\n'));
  const before = (await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads;
  const { code, out } = await slipway('launch', path, '--json');
  const { launched, faults } = JSON.parse(out) as {
    launched: boolean;
    faults: { place: string; message: string }[];
  };
  expect([code, launched]).toEqual([2, false]);
  // The first part of 500 fits; in the three others every ad set is full after eight rows.
  expect(faults).toHaveLength(3 * (500 - 12 * 8) - 4 * 3);
  expect(faults[0]?.message).toMatch(/holds 0 of 50 ads: it has room for 50, and these are \d+\./);
  expect((await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads).toBe(before);
});

test('campaigns that a file makes for all of its ads are not made once for each of its parts', async () => {
  const campaign = {
    ref: 'c',
    adAccountId: 'act_1001',
    name: 'Spring',
    objective: 'traffic',
    dailyBudget: 100,
    status: 'ACTIVE',
  };
  const adSet = { ref: 's', adAccountId: 'act_1001', campaign: { ref: 'c' }, name: 'Spain' };
  const ads = Array.from({ length: 501 }, (_, at) => ({
    adName: `Ad ${at}`,
    adSets: [{ ref: 's' }],
  }));
  const path = join(folder, 'large.json');
  writeFileSync(path, JSON.stringify({ newCampaigns: [campaign], newAdSets: [adSet], ads }));
  const before = (await fixture().call('GET', '/v1/sandbox/state')).body.objects;
  const { code, err } = await slipway('launch', path);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('they go in 2 parts, and each would make the campaigns and ad sets'),
  ]);
  expect((await fixture().call('GET', '/v1/sandbox/state')).body.objects).toEqual(before);
});
