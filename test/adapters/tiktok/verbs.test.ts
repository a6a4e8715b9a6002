import { describe, expect, test } from 'vitest';
import { listProfiles } from '../../../core/accounts/discover.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { duplicateAd } from '../../../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateZips } from '../../../core/manage/edit/update-zips.ts';
import { listAds } from '../../../core/manage/inspect/list-ads.ts';
import { listIdentities } from '../../../core/manage/inspect/list-identities.ts';
import { listPosts } from '../../../core/manage/inspect/list-posts.ts';
import {
  duplicateAdRequest,
  duplicateAdSetRequest,
  duplicateCampaignRequest,
} from '../../../core/manage/schema/duplicate.ts';
import {
  deleteRequest,
  updateStatusRequest,
  updateZipsRequest,
} from '../../../core/manage/schema/edit.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';

const businessId = shortVideo.accounts.eur;
const campaignId = shortVideo.campaign(businessId, 'conversions');
const adGroupId = shortVideo.deliveringAdGroup(businessId, 'conversions');
const adId = (number: 1 | 2 | 3 | 4 = 1) => shortVideo.ad(businessId, 'conversions', number);

const status = (fixture: TwoPlatforms, body: object) =>
  updateStatus(
    fixture.ports,
    fixture.caller,
    parseRequest(updateStatusRequest, { businessId, ...body }),
  );
const heldOne = async (fixture: TwoPlatforms, kind: string, id: string) =>
  (await fixture.held(kind)).find((each) => each.id === id);

describe('update-status', () => {
  test('takes both vocabularies and answers in the platform’s own', async () => {
    const fixture = await createTwoPlatforms();
    for (const [newStatus, word] of [
      ['DISABLE', 'DISABLE'],
      ['ACTIVE', 'ENABLE'],
      ['PAUSED', 'DISABLE'],
      ['ENABLE', 'ENABLE'],
    ]) {
      const answer = await status(fixture, { entityType: 'ad', entityIds: [adId()], newStatus });
      expect(answer).toMatchObject({
        success: true,
        results: [{ entityId: adId(), success: true, status: word }],
      });
      expect((await heldOne(fixture, 'tiktok_ads', adId()))?.operation_status).toBe(word);
    }
  });

  test('finds out what an id stands for, and refuses what is gone or not there alone', async () => {
    const fixture = await createTwoPlatforms();
    const answer = await status(fixture, {
      entityIds: [campaignId, adGroupId, adId(), adId(4), '404'],
      newStatus: 'PAUSED',
    });
    expect(answer.results.map(({ success }) => success)).toEqual([true, true, true, false, false]);
    expect(answer).toMatchObject({ successCount: 3, failCount: 2 });
    expect((await heldOne(fixture, 'tiktok_campaigns', campaignId))?.operation_status).toBe(
      'DISABLE',
    );
  });

  test('an end in the past stops, one in the future is the ad group’s', async () => {
    const fixture = await createTwoPlatforms();
    await status(fixture, {
      entityType: 'campaign',
      entityId: campaignId,
      endTime: '2026-12-24T18:00:00Z',
    });
    expect((await heldOne(fixture, 'tiktok_adgroups', adGroupId))?.schedule_end_time).toBe(
      '2026-12-24 18:00:00',
    );
    await status(fixture, {
      entityType: 'adset',
      entityId: adGroupId,
      endTime: '2026-01-01T00:00:00Z',
    });
    expect((await heldOne(fixture, 'tiktok_adgroups', adGroupId))?.operation_status).toBe(
      'DISABLE',
    );
  });
});

describe('the other verbs', () => {
  test('what was deleted is listed by the platform itself', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    const removed = parseRequest(deleteRequest, {
      businessId,
      entityType: 'ads',
      entityIds: [adId()],
      confirm: true,
    });
    expect(await deleteEntities(ports, caller, removed)).toMatchObject({ successCount: 1 });
    expect(await heldOne(fixture, 'tiktok_ads', adId())).toBeUndefined();
    const listed = await listAds(ports, caller, { accountId: businessId, status: 'DELETED' });
    expect(listed).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: adId() })]),
      metadata: { source: 'platform' },
    });
  });

  test('what is not offered is said', async () => {
    const fixture = await createTwoPlatforms();
    const zips = parseRequest(updateZipsRequest, {
      businessId,
      adSetId: adGroupId,
      zips: ['94304'],
    });
    await expect(updateZips(fixture.ports, fixture.caller, zips)).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ code: 'unsupported_on_platform' }],
    });
  });

  test('identities are profiles in the words of the API, whatever the platform calls them', async () => {
    const { ports, companyId } = await createTwoPlatforms();
    const [brand, profile] = await listProfiles(ports, companyId, { accountId: businessId });
    expect(brand).toMatchObject({
      page: expect.stringMatching(/^CUSTOMIZED_USER:/),
      primaryName: 'Sandbox Brand',
      secondary: null,
    });
    expect(profile).toMatchObject({
      primaryName: 'Sandbox Profile',
      pageImageUrl: expect.stringMatching(/^http/),
      secondaryName: 'sandbox',
    });
    const [page] = await listProfiles(ports, companyId, { accountId: 'act_1001' });
    expect(page).toMatchObject({
      page: expect.stringMatching(/^\d+$/),
      pageImageUrl: expect.stringMatching(/^http/),
      secondary: expect.stringMatching(/^\d+$/),
      secondaryName: expect.stringMatching(/^\w+/),
    });
  });

  test('identities and posts are asked of any account of the platform, or of the one named', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    const { data } = await listIdentities(ports, caller, {}, 'short-video');
    expect(data.map(({ label }) => label)).toEqual([
      'Sandbox Brand',
      'Sandbox Profile',
      'Sandbox Creator',
    ]);
    const profile = data[1]?.value ?? '';
    const of = (whose: string) => ({ platform: 'short-video', field: 'identity', whose });
    const posts = await listPosts(ports, caller, { accountId: businessId }, of(profile));
    expect(posts.data.map(({ boostable }) => boostable)).toEqual([false, true, true]);
    await expect(listPosts(ports, caller, {}, of('4711'))).rejects.toMatchObject({
      code: 'not_found',
      details: [{ path: 'identity', code: 'unknown_object' }],
    });
    await expect(
      listIdentities(ports, caller, { accountId: 'act_1001' }, 'short-video'),
    ).rejects.toMatchObject({
      details: [{ code: 'account_platform_mismatch' }],
    });
  });
});

describe('copies', () => {
  const names = async (
    fixture: TwoPlatforms,
    kind: string,
    parent: string,
    id: string,
    name: string,
  ) => (await fixture.held(kind)).filter((each) => each[parent] === id).map((each) => each[name]);

  test('of a campaign come from the platform’s own task, whole', async () => {
    const fixture = await createTwoPlatforms();
    const request = parseRequest(duplicateCampaignRequest, {
      campaignId,
      accountId: businessId,
      copyCount: 2,
      newName: 'Winter',
    });
    const answer = await duplicateCampaign(fixture.ports, fixture.caller, request);
    expect(answer).toMatchObject({ successCount: 2, failCount: 0 });
    for (const [n, { newCampaignId = '' }] of answer.results.entries()) {
      const made = await heldOne(fixture, 'tiktok_campaigns', newCampaignId);
      expect(made).toMatchObject({
        campaign_name: n === 0 ? 'Winter' : 'Winter 2',
        operation_status: 'DISABLE',
      });
      expect(
        await names(fixture, 'tiktok_adgroups', 'campaign_id', newCampaignId, 'adgroup_name'),
      ).toEqual(await names(fixture, 'tiktok_adgroups', 'campaign_id', campaignId, 'adgroup_name'));
      expect(
        await names(fixture, 'tiktok_ads', 'campaign_id', newCampaignId, 'ad_name'),
      ).toHaveLength(3);
    }
  });

  const activeCopy = (fixture: TwoPlatforms) =>
    duplicateCampaign(
      fixture.ports,
      fixture.caller,
      parseRequest(duplicateCampaignRequest, {
        campaignId,
        accountId: businessId,
        status: 'ACTIVE',
      }),
    );
  const switches = async (fixture: TwoPlatforms, id: string) =>
    (await names(fixture, 'tiktok_adgroups', 'campaign_id', id, 'operation_status')).sort();

  test('of a campaign as active leave paused what is paused in it, or stay paused and say so', async () => {
    const fixture = await createTwoPlatforms();
    await status(fixture, { entityType: 'adset', entityId: adGroupId, newStatus: 'PAUSED' });
    const own = await switches(fixture, campaignId);
    expect(own).toContain('DISABLE');
    const { results } = await activeCopy(fixture);
    const id = results[0]?.newCampaignId ?? '';
    expect([results[0]?.statusError, await switches(fixture, id)]).toEqual([undefined, own]);
    expect((await heldOne(fixture, 'tiktok_campaigns', id))?.operation_status).toBe('ENABLE');
    await fixture.fault({
      platform: 'tiktok',
      fault: 'error',
      path: '/adgroup/status/update',
      code: 40002,
      message: 'Not now',
    });
    const [left] = (await activeCopy(fixture)).results;
    expect(left).toMatchObject({
      success: true,
      statusError: expect.stringContaining('left paused'),
    });
    expect(
      (await heldOne(fixture, 'tiktok_campaigns', left?.newCampaignId ?? ''))?.operation_status,
    ).toBe('DISABLE');
  });

  test('of a campaign the platform will not copy are built anew, whole all the same', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({ platform: 'tiktok', fault: 'copy-not-allowed' });
    const request = parseRequest(duplicateCampaignRequest, { campaignId, accountId: businessId });
    const answer = await duplicateCampaign(fixture.ports, fixture.caller, request);
    expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
    const id = answer.results[0]?.newCampaignId ?? '';
    expect(await names(fixture, 'tiktok_adgroups', 'campaign_id', id, 'adgroup_name')).toHaveLength(
      2,
    );
    expect((await names(fixture, 'tiktok_ads', 'campaign_id', id, 'ad_name')).sort()).toEqual(
      (await names(fixture, 'tiktok_ads', 'campaign_id', campaignId, 'ad_name')).sort(),
    );
  });

  test('of an ad group and of an ad are built anew', async () => {
    const fixture = await createTwoPlatforms();
    const adSet = parseRequest(duplicateAdSetRequest, {
      adsetId: adGroupId,
      accountId: businessId,
      newName: 'Copy',
    });
    const copied = await duplicateAdSet(fixture.ports, fixture.caller, adSet);
    expect(copied).toMatchObject({ successCount: 1, failCount: 0 });
    const id = copied.results[0]?.newAdSetId ?? '';
    expect((await heldOne(fixture, 'tiktok_adgroups', id))?.adgroup_name).toBe('Copy');
    expect(await names(fixture, 'tiktok_ads', 'adgroup_id', id, 'ad_name')).toHaveLength(3);
    const values = { primaryText1: 'Other words' };
    const ad = parseRequest(duplicateAdRequest, {
      adId: adId(),
      accountId: businessId,
      targetAdSetId: id,
      copyValues: values,
    });
    const answer = await duplicateAd(fixture.ports, fixture.caller, ad);
    expect(answer).toMatchObject({ successCount: 1, results: [{ method: 'recreation' }] });
    expect(await heldOne(fixture, 'tiktok_ads', answer.results[0]?.newAdId ?? '')).toMatchObject({
      ad_text: 'Other words',
      adgroup_id: id,
    });
  });
});
