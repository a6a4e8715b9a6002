import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { below, within } from '../kit/json.ts';
import { found, rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { add } from './objects/batches.ts';
import { formId } from './objects/leads.ts';
import { adGroupLevel, adLevel } from './objects/levels.ts';
import { ids, pinterestAccountId, pinterestBoardId, pinterestPinIds } from './seed/ids.ts';
import { adData, adGroupData, seedPin } from './seed/seed.ts';
import { kinds } from './wire.ts';

const account = {
  id: pinterestAccountId(1, 1),
  currency: 'EUR',
  timezone: 'Europe/Berlin',
} as const;
const board = pinterestBoardId(1, 1);

const adsPath = '/ad_accounts/{id}/ads';

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'consideration')),
  room: 500,
  // Equal ads share a pin; thirty ads per call.
  leastCalls: ({ ads, pictures }) => pictures + Math.ceil(ads / 30),
  addAdSets: rooms(account.id, (world, owner, created) => {
    const campaign_id = ids.campaign(account.id, 'consideration');
    const data = { ...adGroupData(owner, 'consideration', created), campaign_id };
    const pin = adData(seedPin(world, found(world, board), 'rooms', { created }));
    return {
      adSet: (name) =>
        add(world, adGroupLevel.kind, within(owner, campaign_id), {
          data: { ...data, name },
          created,
        }),
      ad(adGroup, name) {
        const ad = {
          ...pin,
          name,
          status: 'PAUSED',
          ad_group_id: adGroup.id,
          campaign_id,
          reviewed_at: created,
        };
        add(world, adLevel.kind, below(adGroup), { data: ad, created });
      },
    };
  }),
  fields: {
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    pinBoardId: board,
  },
  shapeOf(number) {
    if (number % 10 === 9) {
      const [effectiveStoryId] = pinterestPinIds(1);
      return {
        scalePostId: true,
        media: [
          { effectiveStoryId, existingAd: true, existingPrimaryAd: true, isExistingPost: true },
        ],
      };
    }
    if (number % 10 === 4) {
      const card = (at: number) => ({
        url: `https://cdn.example/card-${number % 7}-${at}.png`,
        carouselTitle: `Card ${at}`,
      });
      return { type: 'carousel', media: [card(1), card(2), card(3)] };
    }
    const file = number % 3 === 2 ? `clip-${number % 3}.mp4` : `single-${number % 7}.png`;
    return { media: [{ url: `https://cdn.example/${file}` }] };
  },
  media: ['image', 'video'],
  objects: {
    campaign: { kind: kinds.campaign, path: '/ad_accounts/{id}/campaigns', name: 'name' },
    adSet: {
      kind: kinds.adGroup,
      path: '/ad_accounts/{id}/ad_groups',
      name: 'name',
      parent: 'campaign_id',
    },
    creative: { kind: kinds.pin, path: '/pins', name: 'title' },
    ad: { kind: kinds.ad, path: adsPath, name: 'name', parent: 'ad_group_id' },
    video: { kind: kinds.media, path: '/media', name: 'media_type' },
  },
  leads: { formId: formId(account.id) },
  troubles: commonTroubles,
  // Thirty ads per request: more of the few there are must be hit.
  badDay: [
    { fault: 'answer-lost', method: 'POST', path: adsPath, probability: 0.3 },
    onPost('answer-lost', 0.1, '/pins'),
    onPost('answer-lost', 0.1, '/media'),
    onPost('answer-lost', 0.2, '/storage'),
    onPost('failed-but-created', 0.1),
    onPost('transient', 0.05),
    onPost('html-but-done', 0.03),
    onPost('throttle', 0.03),
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.05, '/ad_accounts/*'),
    onPost('failed-but-created', 0.05, '/ad_accounts/*'),
    onPost('transient', 0.02, '/ad_accounts/*'),
    onPost('throttle', 0.005),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 80 },
  samples: {
    postsOf: pinterestBoardId(1, 2),
    anyBudget: true,
    campaign: { objective: 'CONSIDERATION', dailyBudget: 40.5 },
    adSet: { dailyBudget: 20.5, location: { countries: ['US'] } },
    conversions: { destination: account.id, path: '/ad_accounts/{id}/events', fields: buyer },
  },
  favourites: [
    {
      title: 'Refused inside a good answer',
      what: 'Pinterest refuses every second ad of the next request that creates ads, each with a reason of its own, inside an answer that is good as a whole.',
      rules: [{ fault: 'items-refused', path: adsPath, times: 1 }],
    },
  ],
};
