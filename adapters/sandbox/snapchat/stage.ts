import { eventsVersion } from '../../platforms/snapchat/version.ts';
import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { found, rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { pixelId } from './objects/events.ts';
import { addAd, addAdSquad } from './objects/levels.ts';
import { ids, profileId, snapchatAccountId } from './seed/ids.ts';
import { adSquadData } from './seed/seed.ts';
import { kinds } from './wire.ts';

const account = {
  id: snapchatAccountId(1, 1),
  currency: 'EUR',
  timezone: 'Europe/Berlin',
} as const;

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'traffic')),
  // Our choice: no limit is known.
  room: 50,
  // List and create files, fill each; fifty creatives, or ads of an ad squad, per call.
  leastCalls: ({ ads, pictures, adSets }) =>
    2 + pictures + Math.ceil(ads / 50) + adSets * Math.ceil(ads / adSets / 50),
  addAdSets: rooms(account.id, (world, owner, created) => {
    const campaign = found(world, ids.campaign(account.id, 'traffic'));
    const data = adSquadData(owner, 'traffic', created);
    const ad = {
      creative_id: world.under(kinds.creative, account.id)[0] ?? '',
      type: 'REMOTE_WEBPAGE',
      status: 'PAUSED',
    };
    return {
      adSet: (name) => addAdSquad(world, campaign, { ...data, name }, created),
      ad: (squad, name) => addAd(world, squad, { name, ...ad }, created),
    };
  }),
  fields: {
    title: 'Title',
    cta: 'SHOP_NOW',
    link: 'https://shop.example/',
    photoMessagingBrandName: 'Sandbox Brand',
    photoMessagingProfileId: profileId(1, 1),
  },
  shapeOf(number) {
    const file = number % 3 === 2 ? `clip-${number % 3}.mp4` : `single-${number % 7}.png`;
    return { media: [{ url: `https://cdn.example/${file}` }] };
  },
  media: ['image', 'video'],
  objects: {
    campaign: { kind: kinds.campaign, path: '/adaccounts/{id}/campaigns', name: 'name' },
    adSet: {
      kind: kinds.adSquad,
      path: '/campaigns/{id}/adsquads',
      name: 'name',
      parent: 'campaign_id',
    },
    creative: { kind: kinds.creative, path: '/adaccounts/{id}/creatives', name: 'name' },
    ad: { kind: kinds.ad, path: '/adsquads/{id}/ads', name: 'name', parent: 'ad_squad_id' },
    image: { kind: kinds.image, path: '/media/{id}/upload', name: 'name' },
    video: { kind: kinds.video, path: '/media/{id}/upload', name: 'name' },
  },
  troubles: commonTroubles,
  // Fifty ads per request: more of the few there are must be hit.
  badDay: [
    onPost('answer-lost', 0.3, '/adsquads/{id}/ads'),
    onPost('answer-lost', 0.2, '/adaccounts/{id}/creatives'),
    onPost('answer-lost', 0.1, '/*media*'),
    onPost('failed-but-created', 0.1, '/ad*'),
    onPost('transient', 0.05, '/ad*'),
    onPost('html-but-done', 0.03, '/ad*'),
    onPost('items-shuffled', 0.1),
    { fault: 'not-uploaded-yet', probability: 0.05 },
    onPost('throttle', 0.03, '/ad*'),
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.05, '/*/{id}/*'),
    onPost('failed-but-created', 0.05, '/*/{id}/*'),
    onPost('transient', 0.02, '/*/{id}/*'),
    onPost('throttle', 0.005),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: {
    campaign: { objective: 'TRAFFIC', dailyBudget: 40.5 },
    adSet: { dailyBudget: 20.5, location: { countries: ['US'] } },
    conversions: {
      destination: pixelId(account.id),
      path: `/${eventsVersion}/{id}/events`,
      fields: buyer,
    },
  },
  favourites: [
    {
      title: 'Half of a list',
      what: 'Snapchat refuses every second object of the next list of ads in an answer that says SUCCESS. The others are launched; these say why not.',
      rules: [{ fault: 'partial', path: '/adsquads/{id}/ads', times: 1 }],
    },
  ],
};
