import { dataManagerVersion } from '../../platforms/google/version.ts';
import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { below, within } from '../kit/json.ts';
import { rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { arrive, noticesOf } from './objects/leads.ts';
import { googleAccountId, ids } from './seed/ids.ts';
import { adGroupData, seedAdData } from './seed/seed.ts';
import { kinds, newId } from './wire.ts';

const account = { id: googleAccountId(1, 1), currency: 'EUR', timezone: 'Europe/Berlin' } as const;

const formId = '77000001';

const held = (kind: string, path: string) => ({
  kind,
  path: `*/${path}:mutate`,
  name: 'heldName',
  parent: 'heldParent',
});

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'search')),
  room: 50,
  addAdSets: rooms(account.id, (world, owner, created) => {
    const campaign = ids.campaign(account.id, 'search');
    return {
      adSet() {
        const id = newId(world);
        const name = `Room ${id}`;
        const resourceName = `customers/${account.id}/adGroups/${id}`;
        const data = {
          ...adGroupData(owner, campaign),
          id,
          resourceName,
          name,
          heldName: name,
          spans: [[created, null]],
        };
        return world.add({ id, kind: kinds.adGroup, ...within(owner, campaign), created, data });
      },
      ad(adGroup, name) {
        const id = newId(world);
        const data = { ...seedAdData(owner, adGroup.id, id, name), status: 'PAUSED', spans: [] };
        world.add({ id, kind: kinds.ad, ...below(adGroup), created, data });
      },
    };
  }),
  fields: {
    description: 'Boats for every lake.',
    link: 'https://shop.example/',
    headlines: 'Boats | Boats for everybody | Delivered to your lake',
    descriptions: 'See what floats.',
  },
  shapeOf: (number) => ({ media: [], ...(number % 3 === 1 && { path1: 'boats' }) }),
  // Each ad is an operation of one request.
  leastCalls: ({ ads }) => ads,
  media: [],
  objects: {
    campaign: held(kinds.campaign, 'googleAds'),
    adSet: held(kinds.adGroup, 'googleAds'),
    creative: held(kinds.ad, 'adGroupAds'),
    ad: held(kinds.ad, 'adGroupAds'),
    image: held(kinds.asset, 'assets'),
    video: held(kinds.asset, 'assets'),
  },
  leads: {
    formId,
    arrive: (world, order) => arrive(world, account.id, formId, order),
    notices: noticesOf,
    badDay: [onPost('transient', 0.05, '*:search'), { fault: 'list-lag', ms: 1_500 }],
  },
  troubles: commonTroubles,
  badDay: [
    onPost('answer-lost', 0.3, '*/adGroupAds:mutate'),
    onPost('failed-but-created', 0.1, '*:mutate'),
    onPost('transient', 0.05, '*:mutate'),
    onPost('html-but-done', 0.03, '*:mutate'),
    { fault: 'partial', probability: 0.1 },
    onPost('write-conflict', 0.05, '*/adGroupAds:mutate'),
    onPost('token-expired', 0.01),
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.05, '*:mutate'),
    onPost('failed-but-created', 0.05, '*:mutate'),
    onPost('transient', 0.02, '*:mutate'),
    onPost('write-conflict', 0.01, '*:mutate'),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: {
    adSetBudgets: false,
    uniqueNames: true,
    campaign: {
      objective: 'SEARCH',
      bidStrategy: 'TARGET_SPEND',
      dailyBudget: 49.99,
      politicalAds: 'NO',
      targeting: { location_ids: ['2840'] },
    },
    adSet: { keywords: ['sail boats', '"red boats"', '[boats]'] },
    copy: '*/googleAds:mutate',
    conversions: {
      destination: `customers/${account.id}/conversionActions/6${account.id.slice(-6)}60001`,
      path: `/datamanager/${dataManagerVersion}/events:ingest`,
      fields: buyer,
    },
  },
  favourites: [
    {
      title: 'A finding of the policy',
      what: 'Google finds a trademark in every ad of the next request. Slipway tells the topic, and sends an exemption only where the ad asks for it.',
      rules: [{ fault: 'policy-finding', times: 1 }],
    },
  ],
};
