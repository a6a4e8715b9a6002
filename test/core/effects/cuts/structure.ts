import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { account, done, type House, type Kind, type Request, workedOff } from './kind.ts';
import { batch } from './launch.ts';

/** A campaign that is switched on last, an ad set with a budget schedule, and an ad in it. */
async function request(house: House): Promise<Request> {
  await done(house, { path: '/v1/media/hosts', body: { hosts: ['cdn.example'] } }, 'PUT');
  const start = Date.UTC(2026, 10, 17) / 1000;
  const schedule = {
    budgetValue: 40,
    timeStart: start + 86_400,
    timeEnd: start + 86_400 + 4 * 3_600,
  };
  const above = { adAccountId: account, status: 'ACTIVE' };
  const adSet = {
    name: 'Once below',
    dailyBudget: 20,
    budgetSchedules: [schedule],
    location: { countries: ['US'] },
  };
  const ad = {
    adName: 'Leaf',
    adAccountId: account,
    page: seed.page,
    secondary: seed.profile,
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    adSets: [{ ref: 's' }],
    media: [{ url: 'https://cdn.example/picture.png' }],
  };
  return {
    path: '/v1/launch',
    body: {
      newCampaigns: [{ ...above, ref: 'c', name: 'Once', objective: 'OUTCOME_TRAFFIC' }],
      newAdSets: [{ ...above, ref: 's', campaign: { ref: 'c' }, ...adSet }],
      ads: [ad],
    },
  };
}

const structure: Kind = {
  title: 'a campaign with an ad set and an ad',
  prepare: request,
  shows: batch,
  counts: {
    'made adcreatives': 1,
    'made adimages': 1,
    'made adlabels': 3,
    'made ads': 1,
    'made adsets': 1,
    'made budget_schedules': 1,
    'made campaigns': 1,
    'made instagram-media': 1,
    'made posts': 1,
  },
  values: [
    { kind: 'campaigns', data: { name: 'Once', status: 'ACTIVE' } },
    { kind: 'adsets', data: { name: 'Once below', status: 'ACTIVE' } },
  ],
};

const undone: Kind = {
  title: 'taking back a campaign with an ad set and an ad',
  async prepare(house) {
    const { adBatchId } = await done(house, await request(house));
    await workedOff(house);
    return { path: `/v1/batches/${adBatchId}/undo`, body: { mode: 'delete' } };
  },
  shows: batch,
  counts: { 'set adcreatives': 1, 'set ads': 1, 'set adsets': 1, 'set campaigns': 1 },
  values: [{ kind: 'campaigns', how: 'set', data: { status: 'DELETED' } }],
};

export const structures: readonly Kind[] = [structure, undone];
