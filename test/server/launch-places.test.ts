import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
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
      const { status, body } = await fixture.call('GET', `/v1/${path}?accountId=${stage.account.id}&limit=200`);
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
    for (const { spend } of [...adSets.data, ...campaigns.data]) expect(spend === null).toBe(!reports);
  });
});
