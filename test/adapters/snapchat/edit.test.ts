import { describe, expect, test } from 'vitest';
import { photoMessaging, snapchatAtSandbox } from './snapchat-at-sandbox.ts';

const kinds = {
  campaign: 'snapchat_campaigns',
  adset: 'snapchat_adsquads',
  ad: 'snapchat_ads',
} as const;

describe('a write replaces the object', () => {
  test.each(['campaign', 'adset', 'ad'] as const)(
    'a change of the status of a %s leaves everything else as it was',
    async (type) => {
      const at = await snapchatAtSandbox();
      const account = at.access.adAccountId;
      const ids = {
        campaign: photoMessaging.campaign(account, 'awareness'),
        adset: photoMessaging.deliveringAdSquad(account, 'sales'),
        ad: photoMessaging.ad(account, 'sales', 1),
      };
      const held = async () =>
        (await at.objects(kinds[type])).find(({ id }) => id === ids[type]) ?? {};
      const {
        status: _was,
        updated: _then,
        spans: _spans,
        ...before
      } = (await held()) as { [field: string]: unknown };
      expect(
        await at.platform.edit.setStatus(at.access, [{ type, id: ids[type], status: 'PAUSED' }]),
      ).toEqual([{ id: ids[type] }]);
      const {
        status,
        updated: _now,
        spans: _s,
        ...after
      } = (await held()) as { [field: string]: unknown };
      expect(status).toBe('PAUSED');
      expect(after).toEqual(before);
    },
  );

  test('what is as wanted already is not written', async () => {
    const at = await snapchatAtSandbox();
    const id = at.squad();
    await at.platform.edit.setStatus(at.access, [{ type: 'adset', id, status: 'ACTIVE' }]);
    await at.platform.edit.setBudget(at.access, 'adset', id, { daily: 100 });
    await at.platform.edit.rename(at.access, [{ type: 'adset', id, name: 'Traffic open 1' }]);
    expect(at.sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('objects of one parent travel together, and one that is refused fails alone', async () => {
    const at = await snapchatAtSandbox();
    const changes = [at.squad(0), at.squad(1), at.squad(2)].map(
      (id, i) => ({ type: 'adset', id, name: `New ${i}` }) as const,
    );
    expect(await at.platform.edit.rename(at.access, changes)).toEqual(
      changes.map(({ id }) => ({ id })),
    );
    expect(at.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    const tooLong = changes.map((each, i) =>
      i === 1 ? { ...each, name: 'x'.repeat(400) } : { ...each, name: 'Other' },
    );
    const results = await at.platform.edit.rename(at.access, tooLong);
    expect(results.map(({ failure }) => failure?.code)).toEqual([undefined, 'E1008', undefined]);
  });

  test('a daily budget does not become a lifetime budget', async () => {
    const at = await snapchatAtSandbox();
    await expect(
      at.platform.edit.setBudget(at.access, 'adset', at.squad(), { lifetime: 500 }),
    ).rejects.toMatchObject({
      failure: { class: 'rule', fix: 'Give a daily budget.' },
    });
  });

  test('an object of another account is missing', async () => {
    const at = await snapchatAtSandbox();
    const foreign = photoMessaging.ad(photoMessaging.accounts.usd, 'traffic', 1);
    const [result] = await at.platform.edit.setStatus(at.access, [
      { type: 'ad', id: foreign, status: 'PAUSED' },
    ]);
    expect(result?.failure?.class).toBe('missing');
  });
});

test('fifty objects are read by lists, not one by one', async () => {
  const at = await snapchatAtSandbox();
  const { adSetIds } = await at.control('POST', 'ad-sets', {
    platform: 'snapchat',
    count: 1,
    ads: 50,
  });
  const [squad = ''] = adSetIds as readonly string[];
  const { data } = await at.platform.inspect.ads(at.access, { adSetId: squad, limit: 50 });
  at.sent.length = 0;
  const results = await at.platform.edit.setStatus(
    at.access,
    data.map(({ id }) => ({ type: 'ad', id, status: 'ACTIVE' })),
  );
  expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(at.sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'PUT']);
});

test('an ad squad with old custom placements is not copied, and the reason is told', async () => {
  const at = await snapchatAtSandbox({ now: Date.UTC(2025, 10, 20) });
  const campaign = photoMessaging.campaign(at.access.adAccountId, 'traffic');
  const squad = {
    name: 'Old',
    campaign_id: campaign,
    type: 'SNAP_ADS',
    billing_event: 'IMPRESSION',
    optimization_goal: 'PIXEL_PURCHASE',
    daily_budget_micro: 20_000_000,
    targeting: { geos: [{ country_code: 'de' }] },
    bid_strategy: 'AUTO_BID',
    placement_v2: {
      config: 'CUSTOM',
      platforms: ['SNAPCHAT'],
      snapchat_positions: ['INTERSTITIAL_USER'],
    },
  };
  const make = (more: object = {}) =>
    at.post(`campaigns/${campaign}/adsquads`, { adsquads: [{ ...squad, ...more }] });
  const old = JSON.parse((await make()).text).adsquads[0].adsquad.id;
  await at.clock.sleep(30 * 86_400_000);
  expect((await make()).text).toContain('CHAT_FEED');
  const positions = ['INTERSTITIAL_USER', 'CHAT_FEED'];
  const made = await make({
    placement_v2: { ...squad.placement_v2, snapchat_positions: positions },
  });
  const fresh = JSON.parse(made.text).adsquads[0].adsquad.id;
  const { duplicate } = at.platform;
  expect((await duplicate.tree(at.access, 'adset', old)).notCopyable).toContain('CHAT_FEED');
  expect((await duplicate.tree(at.access, 'adset', fresh)).notCopyable).toBeUndefined();
});
