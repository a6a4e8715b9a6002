import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import type { Preview } from '../../../core/gate/preview.ts';
import { createAdSet, createCampaign } from '../../../core/manage/create/create-object.ts';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { renameEntity } from '../../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { previewStatus, updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateZips } from '../../../core/manage/edit/update-zips.ts';
import { adCreativeSpecs } from '../../../core/manage/inspect/ad-creative-specs.ts';
import { adDebugData } from '../../../core/manage/inspect/ad-debug.ts';
import { adPreview } from '../../../core/manage/inspect/ad-preview.ts';
import { geoSearch } from '../../../core/manage/inspect/geo-search.ts';
import { listAds } from '../../../core/manage/inspect/list-ads.ts';
import { listChanges } from '../../../core/manage/inspect/list-changes.ts';
import { listPosts } from '../../../core/manage/inspect/list-posts.ts';
import * as edit from '../../../core/manage/schema/edit.ts';
import * as inspect from '../../../core/manage/schema/inspect.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import * as create from '../../creation.ts';
import { copyAd, copyAdSet, copyCampaign } from './copies.ts';
import { caller, createManageFixture, eur, type ManageFixture, parsed } from './manage-fixture.ts';

type Work = (fixture: ManageFixture) => Promise<() => Promise<unknown>>;

const HOUR = 3_600_000;

const edits =
  <S extends Parameters<typeof parsed>[0]>(
    schema: S,
    verb: (ports: ManageFixture['ports'], who: typeof caller, request: never) => Promise<unknown>,
    body: (tree: Awaited<ReturnType<ManageFixture['tree']>>) => object,
    ads: readonly number[] = [1],
  ): Work =>
  async (fixture) => {
    const request = { accountId: eur, ...body(await fixture.tree(ads)) };
    return () => verb(fixture.ports, caller, parsed(schema, request) as never);
  };

/** With the look at what a person approves. */
const plans = <S extends Parameters<typeof parsed>[0]>(
  schema: S,
  preview: (ports: ManageFixture['ports'], who: typeof caller, request: never) => Promise<Preview>,
  body: (tree: Awaited<ReturnType<ManageFixture['tree']>>) => object,
): Work => edits(schema, async (...asked) => (await preview(...asked)).look?.(), body, [10]);

const copies =
  (
    copy: (fixture: ManageFixture, body: object) => Promise<{ readonly failCount: number }>,
    body: (tree: Awaited<ReturnType<ManageFixture['tree']>>) => object,
    ads: readonly number[],
  ): Work =>
  async (fixture) => {
    const request = body(await fixture.tree(ads));
    return async () => {
      const { failCount } = await copy(fixture, request);
      if (failCount > 0) throw new Error('A copy failed.');
    };
  };

const newAdSet = (campaignId: string, more: object = {}) => ({
  campaignId,
  name: 'New',
  dailyBudget: 100,
  location: { countries: ['US'] },
  ...more,
});

/** What the page beside the managing functions counts, by the name of its row. */
export const scenarios: { readonly [row: string]: Work } = {
  'create-campaign': edits(create.createCampaignRequest, createCampaign, () => ({
    name: 'New',
    objective: 'OUTCOME_TRAFFIC',
  })),
  'create-adset': edits(create.createAdSetRequest, createAdSet, ({ campaign }) =>
    newAdSet(campaign),
  ),
  'create-adset with 2 budget schedules': edits(
    create.createAdSetRequest,
    createAdSet,
    ({ campaign }) => {
      const period = (hours: number) => ({
        budgetValue: 150,
        timeStart: Math.floor((Date.UTC(2026, 10, 16) + hours * HOUR) / 1000),
        timeEnd: Math.floor((Date.UTC(2026, 10, 16) + (hours + 4) * HOUR) / 1000),
      });
      return newAdSet(campaign, { budgetSchedules: [period(0), period(24)] });
    },
  ),
  'update-status of 10 ads': edits(
    edit.updateStatusRequest,
    updateStatus,
    ({ ads }) => ({ entityType: 'ad', entityIds: ads[0], newStatus: 'PAUSED' }),
    [10],
  ),
  'update-status of 10 ads that are as wanted': edits(
    edit.updateStatusRequest,
    updateStatus,
    ({ ads }) => ({ entityType: 'ad', entityIds: ads[0], newStatus: 'ACTIVE' }),
    [10],
  ),
  'update-status of 10 ads, switched on': async (fixture) => {
    const { ads } = await fixture.tree([10]);
    const body = { accountId: eur, entityType: 'ad', entityIds: ads[0] };
    const update = (newStatus: string) =>
      updateStatus(fixture.ports, caller, parsed(edit.updateStatusRequest, { ...body, newStatus }));
    await update('PAUSED');
    return () => update('ACTIVE');
  },
  'update-status with an end, 1 ad set': edits(
    edit.updateStatusRequest,
    updateStatus,
    ({ adSet }) => ({
      entityType: 'adset',
      entityId: adSet,
      endTime: '2026-12-01T00:00:00Z',
    }),
  ),
  'update-status with an end, 1 campaign of 3 ad sets': edits(
    edit.updateStatusRequest,
    updateStatus,
    ({ campaign }) => ({
      entityType: 'campaign',
      entityId: campaign,
      endTime: '2026-12-01T00:00:00Z',
    }),
    [0, 0, 0],
  ),
  'delete 10 ads': edits(
    edit.deleteRequest,
    deleteEntities,
    ({ ads }) => ({ entityType: 'ads', entityIds: ads[0], confirm: true }),
    [10],
  ),
  'plan to pause 10 ads': plans(edit.updateStatusRequest, previewStatus, ({ ads }) => ({
    entityType: 'ad',
    entityIds: ads[0],
    newStatus: 'PAUSED',
  })),
  'plan to switch on 10 ads': plans(edit.updateStatusRequest, previewStatus, ({ ads }) => ({
    entityType: 'ad',
    entityIds: ads[0],
    newStatus: 'ACTIVE',
  })),
  'plan to switch on an ad set with 10 ads': plans(
    edit.updateStatusRequest,
    previewStatus,
    ({ adSet }) => ({
      entityType: 'adset',
      entityIds: [adSet],
      newStatus: 'ACTIVE',
    }),
  ),
  'delete 1 ad set with its ads': edits(
    edit.deleteRequest,
    deleteEntities,
    ({ adSet }) => ({ entityType: 'adset', entityId: adSet, confirm: true }),
    [10],
  ),
  rename: edits(edit.renameRequest, renameEntity, ({ adSet }) => ({
    entityType: 'adset',
    entityId: adSet,
    name: 'New',
  })),
  'update-budget': edits(edit.updateBudgetRequest, updateBudget, ({ adSet }) => ({
    entityType: 'adset',
    entityId: adSet,
    dailyBudget: 40,
  })),
  'update-campaign': async (fixture) => {
    const { campaign } = await fixture.tree([0]);
    return () =>
      updateObject(fixture.ports, caller, {
        level: 'campaign',
        body: { accountId: eur, campaignId: campaign, name: 'New' },
      });
  },
  'update-adset': async (fixture) => {
    const { adSet } = await fixture.tree([0]);
    return () =>
      updateObject(fixture.ports, caller, {
        level: 'adSet',
        body: { accountId: eur, adSetId: adSet, name: 'New' },
      });
  },
  'update-ad with other texts': async (fixture) => {
    const { ads } = await fixture.tree([1]);
    const adId = ads[0]?.[0] ?? '';
    return () =>
      updateObject(fixture.ports, caller, {
        level: 'ad',
        body: { accountId: eur, adId, primaryTexts: ['New'] },
      });
  },
  'update-adset-zip-targeting': edits(edit.updateZipsRequest, updateZips, ({ adSet }) => ({
    adSetId: adSet,
    zips: ['94304'],
  })),
  'list-ads': edits(inspect.listAdsRequest, listAds, ({ adSet }) => ({ adSetId: adSet })),
  'list-ads by ad set alone': edits(inspect.listAdsRequest, listAds, ({ adSet }) => ({
    adSetId: adSet,
    accountId: undefined,
  })),
  'list-ads, deleted ones': edits(inspect.listAdsRequest, listAds, ({ adSet }) => ({
    adSetId: adSet,
    status: 'DELETED',
  })),
  changes: edits(inspect.listChangesRequest, listChanges, () => ({})),
  'ad-debug-data of 50 ads': edits(
    inspect.adDebugRequest,
    adDebugData,
    ({ ads }) => ({ adIds: ads.flat() }),
    [25, 25],
  ),
  'ad-creative-specs of 50 ads': edits(
    inspect.adCreativeSpecsRequest,
    adCreativeSpecs,
    ({ ads }) => ({ adIds: ads.flat() }),
    [25, 25],
  ),
  'ad-preview': edits(inspect.adPreviewRequest, adPreview, ({ ads }) => ({ adId: ads[0]?.[0] })),
  'geo search': edits(inspect.geoSearchRequest, geoSearch, () => ({ q: 'Berlin' })),
  'page posts': edits(
    inspect.postsRequestOf('page', /./, ''),
    (ports, who, query) =>
      listPosts(ports, who, query, { platform: 'primary', field: 'page', whose: seed.page }),
    () => ({ page: seed.page }),
  ),
  'duplicate-ad': copies(copyAd, ({ ads }) => ({ adId: ads[0]?.[0] }), [1]),
  'duplicate-ad, active': copies(
    copyAd,
    ({ ads }) => ({ adId: ads[0]?.[0], initialStatus: 'ACTIVE' }),
    [1],
  ),
  'duplicate-ad 10 times': copies(copyAd, ({ ads }) => ({ adId: ads[0]?.[0], copyCount: 10 }), [1]),
  'duplicate-adset of 2 ads': copies(copyAdSet, ({ adSet }) => ({ adsetId: adSet }), [2]),
  'duplicate-adset of 2 ads, active': copies(
    copyAdSet,
    ({ adSet }) => ({ adsetId: adSet, initialStatus: 'ACTIVE' }),
    [2],
  ),
  'duplicate-adset of 2 ads, 10 times': copies(
    copyAdSet,
    ({ adSet }) => ({ adsetId: adSet, copyCount: 10 }),
    [2],
  ),
  'duplicate-adset of 2 ads, with a location': copies(
    copyAdSet,
    ({ adSet }) => ({ adsetId: adSet, location: { countries: ['GB'] } }),
    [2],
  ),
  'duplicate-adset of 30 ads': copies(copyAdSet, ({ adSet }) => ({ adsetId: adSet }), [30]),
  'duplicate-adset of 30 ads, 10 times': copies(
    copyAdSet,
    ({ adSet }) => ({ adsetId: adSet, copyCount: 10 }),
    [30],
  ),
  'duplicate-campaign of 1 ad set with 1 ad': copies(
    copyCampaign,
    ({ campaign }) => ({ campaignId: campaign }),
    [1],
  ),
  'duplicate-campaign of 3 ad sets with 10 ads each': copies(
    copyCampaign,
    ({ campaign }) => ({ campaignId: campaign }),
    [10, 10, 10],
  ),
  'duplicate-campaign of 3 ad sets with 25 ads each': copies(
    copyCampaign,
    ({ campaign }) => ({ campaignId: campaign }),
    [25, 25, 25],
  ),
};

export async function measure(
  row: string,
): Promise<{ readonly requests: number; readonly calls: number }> {
  const fixture = await createManageFixture();
  const work = await scenarios[row]?.(fixture);
  if (work === undefined) throw new Error(`There is no scenario for "${row}".`);
  const { requests, calls } = await fixture.counting(work);
  return { requests, calls };
}
