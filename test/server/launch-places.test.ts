import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createClient, eur, imageStory } from '../adapters/sandbox/client.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

describe.each(simulations)('what a launch on $platform goes into', ({ platform, stage }) => {
  test('is listed, with the campaigns above, and with figures where the platform tells them', async () => {
    const list = async (path: string) => {
      const { status, body } = await fixture.call(
        'GET',
        `/v1/${path}?accountId=${stage.account.id}&limit=200`,
      );
      expect(status).toBe(200);
      return body;
    };
    const adSets = await list('adsets');
    const ids: readonly string[] = adSets.data.map(({ value }: { value: string }) => value);
    expect(ids).toEqual(expect.arrayContaining([...stage.adSetIds]));
    const campaigns = await list('campaigns');
    const known: readonly string[] = campaigns.data.map(({ id }: { id: string }) => id);
    for (const { campaign } of adSets.data) expect(known).toContain(campaign.id);
    const reports = fixture.ports.platforms[platform]?.report !== undefined;
    const codes = adSets.metadata.warnings?.map(({ code }: { code: string }) => code) ?? [];
    expect(codes).toEqual(reports ? [] : ['no_figures']);
    for (const { spend } of [...adSets.data, ...campaigns.data])
      expect(spend === null).toBe(!reports);
  });
});

test('an ad that found no room makes the next plan count again', async () => {
  const [adSet = ''] = seed.emptyAdSets('act_1001', 'traffic');
  const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const { url } = await fixture.uploadAs('room.png', await png());
  const ads = [
    {
      adName: 'No room',
      adAccountId: 'act_1001',
      adSets: [adSet],
      page,
      secondary,
      link: 'https://e.com',
      media: [{ url }],
    },
  ];
  const ask = (path: string) => fixture.call('POST', path, { body: { ads } });
  expect((await ask('/v1/launch/plan')).status).toBe(200);
  // Others fill the ad set meanwhile.
  const others = createClient({ sandbox: fixture.sandbox, clock: fixture.clock });
  const creative = await others.make(`/${eur}/adcreatives`, {
    name: 'c',
    object_story_spec: imageStory(),
  });
  for (let i = 0; i < 50; i++)
    await others.make(`/${eur}/ads`, {
      name: `Other ${i}`,
      adset_id: adSet,
      creative: { creative_id: creative },
      status: 'PAUSED',
    });
  const { status, body } = await ask('/v1/launch');
  expect(status).toBe(202);
  let batch = body;
  while (batch.status !== 'error') {
    await fixture.clock.sleep(100);
    batch = (await fixture.call('GET', `/v1/batches/${body.adBatchId}`)).body;
  }
  expect(batch.failedAds).toHaveLength(1);
  const again = await ask('/v1/launch/plan');
  expect([again.status, again.body.error?.details[0].code]).toEqual([422, 'ad_set_full']);
});
