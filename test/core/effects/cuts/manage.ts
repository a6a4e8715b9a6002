import { type Body, business, type Kind, own, tree } from './kind.ts';
import { begunAgain, holding } from './known.ts';

/** What is done by the operations that manage campaigns, ad sets and ads. */

const isPending = ({ results }: Body) => results.some(({ pending }: Body) => pending);
const duplicate = ({ duplicateId }: Body) => [`/v1/manage/duplicates/${duplicateId}`];

export const newCampaign: Kind = {
  title: 'a new campaign',
  prepare: async () => ({
    path: '/v1/manage/create-campaign',
    body: {
      ...own,
      name: 'Once',
      objective: 'OUTCOME_SALES',
      dailyBudget: 50,
      campaignBidAmount: 5,
    },
  }),
  counts: { 'made adlabels': 1, 'made campaigns': 1 },
  values: [{ kind: 'campaigns', data: { name: 'Once', status: 'PAUSED', daily_budget: 5_000 } }],
  known: { audit: begunAgain },
};

export const newAdSet: Kind = {
  title: 'a new ad set with two budget schedules',
  async prepare(house) {
    const { campaign: campaignId } = await tree(house, []);
    const start = Date.UTC(2026, 10, 17) / 1000;
    const budgetSchedules = [1, 2].map((day) => ({
      budgetValue: 40,
      timeStart: start + day * 86_400,
      timeEnd: start + day * 86_400 + 4 * 3_600,
    }));
    const body = { ...own, campaignId, name: 'Once', dailyBudget: 20, budgetSchedules };
    return { path: '/v1/manage/create-adset', body };
  },
  counts: { 'made adlabels': 1, 'made adsets': 1, 'made budget_schedules': 2 },
  values: [{ kind: 'adsets', data: { name: 'Once', daily_budget: 2_000 } }],
  known: { audit: begunAgain },
};

export const status: Kind = {
  title: 'the status of three ads',
  async prepare(house) {
    const { ads } = await tree(house, [3]);
    return {
      path: '/v1/manage/update-status',
      body: { ...business, entityIds: ads[0], newStatus: 'PAUSED' },
    };
  },
  counts: { 'set ads': 3 },
  values: [{ kind: 'ads', data: { status: 'PAUSED' } }],
};

export const budget: Kind = {
  title: 'the budget of an ad set',
  async prepare(house) {
    const { adSet: entityId } = await tree(house, [0]);
    return {
      path: '/v1/manage/update-budget',
      body: { ...business, entityType: 'adset', entityId, dailyBudget: 400 },
    };
  },
  counts: { 'set adsets': 1 },
  values: [{ kind: 'adsets', data: { daily_budget: 40_000 } }],
};

export const name: Kind = {
  title: 'the name of an ad',
  async prepare(house) {
    const { ads } = await tree(house, [1]);
    const body = { ...business, entityType: 'ad', entityId: ads[0]?.[0], name: 'New' };
    return { path: '/v1/manage/rename', body };
  },
  counts: { 'set ads': 1 },
  values: [{ kind: 'ads', data: { name: 'New' } }],
};

export const settings: Kind = {
  title: 'the settings of an ad set',
  async prepare(house) {
    const { adSet: adSetId } = await tree(house, [0]);
    const body = { ...own, adSetId, name: 'New', location: { countries: ['CA'] } };
    return { path: '/v1/manage/update-adset', body };
  },
  counts: { 'set adsets': 1 },
  values: [{ kind: 'adsets', data: { name: 'New' } }],
};

export const texts: Kind = {
  title: 'the texts of an ad',
  async prepare(house) {
    const { ads } = await tree(house, [1]);
    return {
      path: '/v1/manage/update-ad',
      body: { ...own, adId: ads[0]?.[0], primaryTexts: ['Other words'] },
    };
  },
  counts: { 'made adcreatives': 1, 'made instagram-media': 1, 'made posts': 1, 'set ads': 1 },
  known: {
    held: holding(
      { 'made adcreatives': 2, 'made instagram-media': 2, 'made posts': 2, 'set ads': 1 },
      'A creative that was made before the change is written down stays behind, and another is made.',
    ),
  },
};

export const changes: readonly Kind[] = [
  status,
  budget,
  name,
  settings,
  texts,
  {
    title: 'the settings of a campaign',
    async prepare(house) {
      const { campaign: campaignId } = await tree(house, [0]);
      return { path: '/v1/manage/update-campaign', body: { ...own, campaignId, name: 'New' } };
    },
    counts: { 'set campaigns': 1 },
    values: [{ kind: 'campaigns', data: { name: 'New' } }],
  },
  {
    title: 'the postal codes of an ad set',
    async prepare(house) {
      const { adSet: adSetId } = await tree(house, [0]);
      return {
        path: '/v1/manage/update-adset-zip-targeting',
        body: { ...business, adSetId, zips: ['94304'] },
      };
    },
    counts: { 'set adsets': 1 },
  },
  {
    title: 'a deletion of two ad sets',
    async prepare(house) {
      const { adSets } = await tree(house, [1, 0]);
      const body = { ...business, entityType: 'adsets', entityIds: adSets, confirm: true };
      return { path: '/v1/manage/delete', body };
    },
    counts: { 'set adsets': 2 },
    values: [{ kind: 'adsets', data: { status: 'DELETED' } }],
  },
];

export const adSetCopies: Kind = {
  title: 'two copies of an ad set',
  async prepare(house) {
    const { adSet: adsetId } = await tree(house, [1]);
    return { path: '/v1/manage/duplicate-adset', body: { ...own, adsetId, copyCount: 2 } };
  },
  isPending,
  shows: duplicate,
  counts: { 'made ads': 2, 'made adsets': 2 },
  values: ['Branch 0 - Copy', 'Branch 0 - Copy 2'].map((each) => ({
    kind: 'adsets',
    data: { name: each },
  })),
};

export const copies: readonly Kind[] = [
  adSetCopies,
  {
    title: 'a copy of a campaign',
    async prepare(house) {
      const { campaign: campaignId } = await tree(house, [1]);
      return { path: '/v1/manage/duplicate-campaign', body: { ...own, campaignId } };
    },
    isPending,
    shows: duplicate,
    counts: { 'made ads': 1, 'made adsets': 1, 'made campaigns': 1 },
  },
  {
    title: 'a copy of an ad',
    async prepare(house) {
      const { ads } = await tree(house, [1]);
      return { path: '/v1/manage/duplicate-ad', body: { ...own, adId: ads[0]?.[0] } };
    },
    isPending,
    shows: duplicate,
    counts: { 'made ads': 1 },
  },
];
