import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pixelId } from '../../adapters/sandbox/tiktok/objects/events.ts';
import { shortVideo, smartCreativeIds } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { findingsOf } from '../../core/upkeep/findings.ts';
import { png } from '../samples/media.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';
import { call as callTool, connectOver } from './mcp-client.ts';

failOnDrift();

/**
 * Upgraded Smart+ of TikTok through every door of the service. The sheet and the dashboard have
 * their tests beside theirs.
 */
const { fixture, folder, slipway } = useCommandLine();
const { smart: ids, accounts, identities } = shortVideo;
const account = accounts.smart;
const [adGroup = '', second = ''] = ids.empty(account, 'web');

let url: string;
beforeAll(async () => {
  url = (await fixture().uploadAs('boat.png', await png(600, 600))).url;
});

const ask = (method: string, path: string, body?: object) =>
  fixture().call(method, path, body && { body });

const adNamed = (adName: string, more: object = {}) => ({
  adName,
  adAccountId: account,
  adAccountType: 'tiktok',
  selectedShortVideoUserAccount: `${identities.profile.type}:${identities.profile.id}`,
  shortVideoMusicId: '6900000000000000001',
  description: 'What it says',
  link: 'https://shop.example/',
  cta: 'SHOP_NOW',
  adSets: [adGroup],
  media: [{ url }],
  ...more,
});

/** The Smart+ ads of the ad group with this name, as the platform has them. */
async function madeWith(name: string) {
  const { body } = await ask(
    'GET',
    `/v1/manage/list-ads?accountId=${account}&adSetId=${adGroup}&limit=100`,
  );
  return body.data.filter((ad: { readonly name: string }) => ad.name === name);
}

async function launched(batchId: number) {
  await fixture().run(batchId);
  const { body } = await ask('GET', `/v1/batches/${batchId}`);
  expect(body).toMatchObject({ successfulAds: 1, failedAds: [] });
  return body.launchedAds[0].adId as string;
}

describe('one ad for an Upgraded Smart+ ad group', () => {
  test('over the API: the plan says the family and why, the batch makes it, its undo pauses it', async () => {
    const plan = await ask('POST', '/v1/launch/plan', { ads: [adNamed('API')] });
    expect(plan.body.warnings).toContainEqual(
      expect.objectContaining({
        code: 'smart_plus',
        message: expect.stringContaining('Upgraded Smart+ campaign'),
      }),
    );
    const accepted = await ask('POST', '/v1/launch', {
      ads: [adNamed('API', { status: 'ACTIVE' })],
    });
    const adId = await launched(accepted.body.adBatchId);
    expect(await madeWith('API')).toMatchObject([{ id: adId, status: 'ENABLE' }]);
    await ask('POST', `/v1/batches/${accepted.body.adBatchId}/undo`, { mode: 'pause' });
    await expect
      .poll(async () => {
        await fixture().clock.sleep(1_000);
        return madeWith('API');
      })
      .toMatchObject([{ id: adId, status: 'DISABLE' }]);
  });

  test('with an identity that is no TikTok account is refused by every door in the same words', async () => {
    const ad = adNamed('Refused', {
      selectedShortVideoUserAccount: `${identities.custom.type}:${identities.custom.id}`,
    });
    const { status, body } = await ask('POST', '/v1/launch', { ads: [ad] });
    expect([status, body.error.details]).toMatchObject([
      422,
      [
        {
          path: 'ads[0].selectedShortVideoUserAccount',
          message: expect.stringContaining('linked TikTok account'),
        },
      ],
    ]);
  });

  test('from the command line', async () => {
    const head =
      'Ad name,Ad account,Ad sets,Short-video identity,Short-video music,Media 1,Primary text,Link';
    const row = `CLI,${account},${adGroup},${identities.profile.type}:${identities.profile.id},6900000000000000001,boat.png,Words,https://shop.example`;
    writeFileSync(join(folder, 'smart.csv'), [head, row].join('\n'));
    const plan = await slipway('launch', join(folder, 'smart.csv'), '--plan');
    expect(plan.out.replaceAll(/\s+/g, ' ')).toContain('Upgraded Smart+ ad');
    const { code, out } = await slipway('launch', join(folder, 'smart.csv'), '--watch');
    expect([code, out]).toEqual([0, expect.stringContaining('1 ad launched')]);
    expect(await madeWith('CLI')).toHaveLength(1);
  });

  test('by a model, once a person agrees', async () => {
    const said: string[] = [];
    const person = (message: string) => {
      said.push(message);
      return { action: 'accept' as const, content: { approve: true } };
    };
    const over = (address: string, init: RequestInit) =>
      Promise.resolve(fixture().app.request(address, init));
    const client = await connectOver(over, fixture().key, { person });
    const plan = await callTool(client, 'plan', { ads: [adNamed('Model')] });
    expect(plan.untrusted.summary.join(' ')).toContain('becomes an Upgraded Smart+ ad');
    const applied = await callTool(client, 'apply_plan', { planDigest: plan.planDigest });
    expect(applied).toMatchObject({ status: 'running', results: [{ status: 'running' }] });
    await launched(applied.results[0].answer.adBatchId);
    expect(
      (await callTool(client, 'get_entity', { kind: 'plan', id: plan.planDigest })).plan,
    ).toMatchObject({
      status: 'applied',
    });
    expect(await madeWith('Model')).toHaveLength(1);
    expect(said).toEqual([expect.stringContaining('becomes an Upgraded Smart+ ad')]);
  });
});

test('the undo of a launch deletes its Smart+ ads, and only them', async () => {
  const accepted = await ask('POST', '/v1/launch', { ads: [adNamed('Gone 1'), adNamed('Gone 2')] });
  const batch = `/v1/batches/${accepted.body.adBatchId}`;
  await fixture().run(accepted.body.adBatchId);
  const made: string[] = (await ask('GET', batch)).body.launchedAds.map(
    ({ adId }: { readonly adId: string }) => adId,
  );
  expect(made).toHaveLength(2);
  const living = async (): Promise<string[]> =>
    (await fixture().held('tiktok_ads'))
      .filter((each) => each.operation_status !== 'DELETE')
      .map(({ id }) => String(id));
  const before = await living();
  expect(before).toEqual(expect.arrayContaining(made));
  expect((await ask('POST', `${batch}/undo`, { mode: 'delete' })).status).toBe(202);
  await expect
    .poll(async () => {
      await fixture().clock.sleep(1_000);
      return (await ask('GET', batch)).body.undo;
    })
    .toMatchObject({ mode: 'delete', finishedAt: expect.anything() });
  expect(await living()).toEqual(before.filter((id) => !made.includes(id)));
  for (const name of ['Gone 1', 'Gone 2']) expect(await madeWith(name)).toEqual([]);
  const deleted = await ask(
    'GET',
    `/v1/manage/list-ads?accountId=${account}&adSetId=${adGroup}&status=DELETED&limit=100`,
  );
  expect(deleted.body.data.map(({ id }: { readonly id: string }) => id)).toEqual(
    expect.arrayContaining(made),
  );
});

test('a single creative of a Smart+ ad is neither switched nor changed, and the refusal names its ad', async () => {
  const adId = ids.ad(account, 'web', 1);
  const creative = smartCreativeIds(adId, 1).ad_id;
  const reason = `is a creative of the Upgraded Smart+ ad ${adId}`;
  const names = { businessId: account, entityType: 'ad', entityId: creative };
  const { body } = await ask('POST', '/v1/manage/update-status', { ...names, newStatus: 'PAUSED' });
  expect(body.results).toMatchObject([
    { success: false, outcome: 'refused', error: expect.stringContaining(reason) },
  ]);
  for (const [verb, request] of [
    ['rename', { ...names, name: 'Other' }],
    ['update-ad', { accountId: account, adId: creative, name: 'Other' }],
  ] as const) {
    const refused = await ask('POST', `/v1/manage/${verb}`, request);
    expect([verb, refused.status, JSON.stringify(refused.body)]).toEqual([
      verb,
      404,
      expect.stringContaining(reason),
    ]);
  }
});

test('a campaign and an ad group are made, changed, undone, copied and deleted', async () => {
  const { body: made } = await ask('POST', '/v1/manage/create-campaign', {
    accountId: account,
    name: 'Autumn',
    objective: 'WEB_CONVERSIONS',
    isAutomatedCampaign: true,
    dailyBudget: 120,
  });
  expect(made).toMatchObject({
    success: true,
    campaign: { name: 'Autumn', campaign_automation_type: 'UPGRADED_SMART_PLUS' },
  });
  expect(made.warnings.map(({ code }: { readonly code: string }) => code)).toEqual([
    'smart_plus',
    'dynamic_budget',
  ]);
  const { body: group } = await ask('POST', '/v1/manage/create-adset', {
    accountId: account,
    campaignId: made.campaignId,
    name: 'Germany',
    optimizationGoal: 'CONVERT',
    promotedObject: { pixel_id: pixelId(account), optimization_event: 'SHOPPING' },
    targeting: { location_ids: ['2921044'], gender: 'GENDER_FEMALE' },
  });
  expect(group).toMatchObject({ success: true, adSet: { name: 'Germany' } });
  const change = {
    accountId: account,
    adSetId: group.adSetId,
    targeting: { gender: 'GENDER_MALE' },
  };
  const { body: changed } = await ask('POST', '/v1/manage/update-adset', change);
  expect(changed.changes).toMatchObject([{ field: 'targeting', after: { gender: 'GENDER_MALE' } }]);
  const { body: undone } = await ask('POST', '/v1/manage/undo-update', {
    updateId: changed.updateId,
  });
  expect(undone.changes).toMatchObject([{ after: { gender: 'GENDER_FEMALE' } }]);
  const { body: budget } = await ask('POST', '/v1/manage/update-budget', {
    businessId: account,
    entityType: 'campaign',
    entityId: made.campaignId,
    dailyBudget: 130,
  });
  expect(budget).toMatchObject({ success: true });
  const source = ids.campaign(account, 'web');
  const { body: copied } = await ask('POST', '/v1/manage/duplicate-campaign', {
    accountId: account,
    campaignId: source,
    newName: 'Copied',
  });
  expect(copied).toMatchObject({
    successCount: 1,
    results: [{ newName: 'Copied', method: 'copies' }],
  });
  const { body: copiedAd } = await ask('POST', '/v1/manage/duplicate-ad', {
    accountId: account,
    adId: ids.ad(account, 'web', 1),
    targetAdSetId: second,
    copyValues: { primaryText1: 'Other words' },
  });
  expect(copiedAd).toMatchObject({ successCount: 1, results: [{ method: 'recreation' }] });
  const { body: gone } = await ask('POST', '/v1/manage/delete', {
    businessId: account,
    entityType: 'campaign',
    entityIds: [made.campaignId, copied.results[0].newCampaignId],
    confirm: true,
  });
  expect(gone.results).toMatchObject([{ success: true }, { success: true }]);
});

test('a rule of Slipway pauses Smart+ ads by their figures', async () => {
  const { body: rule } = await ask('POST', '/v1/automations', {
    name: 'Smart+ ads',
    scope: { level: 'ad', accountIds: [account] },
    windows: { week: { days: 7 } },
    when: { left: { metric: 'spend', window: 'week' }, is: '>', right: 0 },
    actions: [{ type: 'pause' }],
    schedule: { at: ['08:00'] },
    guards: { minAgeHours: 0, skipChangedWithinHours: 0 },
    mode: 'act',
  });
  expect(rule.error?.details).toBeUndefined();
  await ask('POST', `/v1/automations/${rule.id}/execute`, {});
  const { body: run } = await ask('POST', `/v1/automations/${rule.id}/execute`, { dryRun: false });
  const ended = async () => {
    const place = `/v1/automations/executions/${run.executionId}`;
    while ((await ask('GET', place)).body.status === 'running') await fixture().clock.sleep(1_000);
    return (await ask('GET', place)).body;
  };
  // Many at once wait for a person.
  const { status, planDigest } = await ended();
  expect(status).toBe('awaitingApproval');
  const waiting = async () =>
    (await ask('GET', '/v1/notifications')).body.data.filter(
      ({ kind }: { readonly kind: string }) => kind === 'approval.waits',
    );
  expect(await waiting()).toMatchObject([{ link: `rules/${rule.id}` }]);
  const agreed = await ask('POST', `/v1/automations/executions/${run.executionId}/approve`, {
    planDigest,
  });
  expect(agreed.status).toBe(202);
  expect(await waiting()).toEqual([]);
  const at = `/v1/manage/list-ads?accountId=${account}&adSetId=${ids.delivering(account, 'leads')}&limit=50`;
  await expect
    .poll(async () => {
      await fixture().clock.sleep(1_000);
      return (await ask('GET', at)).body.data.map(
        ({ id, status }: { readonly [field: string]: string }) => [id, status],
      );
    })
    .toContainEqual([ids.ad(account, 'leads', 1), 'DISABLE']);
});

test('doctor and the checks of the company say what ends, whom to ask, and what each account may create', async () => {
  const { ports } = fixture();
  const found = async () =>
    (await findingsOf(ports, ports.features, fixture().companyId)).find(({ name }) =>
      name.includes('manual campaigns'),
    );
  expect(await found()).toMatchObject({
    ok: true,
    found: expect.stringMatching(
      new RegExp(
        `end on 2026-12-31.*may create them: ${account}\\..*Unknown until.*${accounts.usd}`,
      ),
    ),
    fix: expect.stringMatching(/representative.*authorize again/),
  });
  const refused = await ask('POST', '/v1/manage/create-campaign', {
    accountId: accounts.usd,
    name: 'Not let in',
    objective: 'LEAD_GENERATION',
    isAutomatedCampaign: true,
  });
  expect(refused.body.error.message + JSON.stringify(refused.body.error)).toMatch(
    /Enter a valid Campaign Type.*representative/s,
  );
  await expect
    .poll(async () => (await found())?.found)
    .toMatch(new RegExp(`Refused to: ${accounts.usd} \\(2026-.*Campaign Type`));
});
