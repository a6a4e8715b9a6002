import { arrivalsOf, schedule } from '../kit/comments.ts';
import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { within } from '../kit/json.ts';
import { rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { newId } from './graph/graph.ts';
import { appSecret } from './graph/tokens.ts';
import { commentKind, commentSection } from './objects/comments.ts';
import { arrive, formOf, noticesOf } from './objects/leads.ts';
import { addPausedAd, adSetData } from './seed/campaigns.ts';
import { adId, campaignId, companyIds, emptyAdSetIds, seedId } from './seed/ids.ts';

const account = { id: 'act_1001', currency: 'EUR', timezone: 'Europe/Berlin' } as const;
const shared = companyIds(account.id);

const image = (name: string) => ({ url: `https://cdn.example/${name}.png` });

export const stage: Stage = {
  account,
  adSetIds: severalOf(emptyAdSetIds(account.id, 'traffic')),
  room: 50,
  leastCalls: ({ ads, pictures }) => pictures + ads + ads,
  addAdSets: rooms(account.id, (world, owner, created) => {
    const data = adSetData(owner, 'traffic', shared, created);
    const place = within(owner, campaignId(account.id, 'traffic'));
    const creative = String(world.get(adId(account.id, 'traffic', 1))?.data.creative_id);
    return {
      adSet: (name) =>
        world.add({
          id: newId(world),
          kind: 'adsets',
          ...place,
          created,
          data: { ...data, name, spans: [[created, null]] },
        }),
      ad: (adSet, name) => addPausedAd(world, adSet, { id: newId(world), name, creative, created }),
    };
  }),
  fields: {
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    page: shared.page,
    secondary: shared.profile,
  },
  shapeOf(number) {
    const file = number % 7;
    switch (number % 10) {
      case 9:
        return { media: [{ url: `https://cdn.example/clip-${number % 3}.mp4` }] };
      case 8:
        return {
          type: 'carousel',
          media: [0, 1, 2].map((card) => ({
            ...image(`card${card}-${file}`),
            carouselTitle: `Card ${card}`,
          })),
        };
      case 7:
        return { type: 'multi', media: [image('feed_1x1'), image('story_9x16')] };
      default:
        return { media: [image(`single-${file}`)] };
    }
  },
  media: ['image', 'video'],
  objects: {
    campaign: { kind: 'campaigns', path: '*/campaigns', name: 'name' },
    adSet: { kind: 'adsets', path: '*/adsets', name: 'name', parent: 'campaign_id' },
    creative: { kind: 'adcreatives', path: '*/adcreatives', name: 'name' },
    ad: { kind: 'ads', path: '*/ads', name: 'name', parent: 'adset_id' },
    image: { kind: 'adimages', path: '*/adimages', name: 'name' },
    video: { kind: 'advideos', path: '*/advideos', name: 'title' },
  },
  troubles: {
    ...commonTroubles,
    throttled: { fault: 'error', code: 613, subcode: 1487742, message: 'Too many calls' },
    'token dead': {
      fault: 'error',
      code: 190,
      subcode: 463,
      message: 'Error validating access token',
    },
  },
  badDay: [
    onPost('answer-lost', 0.02),
    onPost('failed-but-created', 0.01),
    onPost('transient', 0.01),
    // Refused without a reason; the same request often passes.
    {
      fault: 'error',
      code: 100,
      subcode: 1487390,
      method: 'POST',
      path: '*/adcreatives',
      probability: 0.05,
    },
    // Too many changes a second.
    { fault: 'error', code: 613, subcode: 5044001, method: 'POST', probability: 0.01 },
  ],
  // Deep copies stop half-way, the background gives up.
  badDayForCopies: [
    onPost('answer-lost', 0.03, '*/copies'),
    onPost('failed-but-created', 0.03, '*/copies'),
    onPost('transient', 0.03, '*/copies'),
    onPost('copy-partial', 0.1),
    onPost('async-failed', 0.5, '/asyncbatch'),
    onPost('answer-lost', 0.2, '/asyncbatch'),
    {
      fault: 'error',
      code: 613,
      subcode: 5044001,
      method: 'POST',
      path: '*/copies',
      probability: 0.02,
    },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: {
    conversions: { destination: shared.pixel, path: '/{id}/events', fields: buyer },
    postsOf: shared.page,
    previewFormat: 'DESKTOP_FEED_STANDARD',
    place: { text: 'Ber', types: ['city'], country: 'DE' },
    campaign: { objective: 'OUTCOME_TRAFFIC', dailyBudget: 49.99 },
    adSet: { dailyBudget: 20.5, targeting: { geo_locations: { countries: ['US'] } } },
    copy: '*/copies',
    backgroundCopy: '/asyncbatch',
    tooLargeReport: { fault: 'refuse-1487534', method: 'GET', path: '*/insights' },
  },
  comments: {
    adId: adId(account.id, 'sales', 1),
    arrive: (world, order) =>
      schedule(
        world,
        commentSection,
        `${shared.page}_${seedId(account.id, 'creative', 601)}`,
        arrivalsOf(world, order),
      ),
    reply: { kind: commentKind, path: '*/comments', text: 'message', parent: 'parent' },
    badDay: [
      onPost('answer-lost', 0.1, '*/comments'),
      onPost('failed-but-created', 0.05, '*/comments'),
      onPost('html-but-done', 0.03, '*/comments'),
      onPost('transient', 0.05, '*/comments'),
      onPost('connection-cut', 0.03, '*/comments'),
      // Too many changes a second.
      {
        fault: 'error',
        code: 613,
        subcode: 5044001,
        method: 'POST',
        path: '*/comments',
        probability: 0.02,
      },
      onPost('page-token-dead', 0.01, '*/comments'),
      { fault: 'list-lag', ms: 1_500, path: '*/comments' },
    ],
  },
  leads: {
    formId: seedId(account.id, 'pixel', 21),
    arrive: (world, { adId: chosen, ...order }) => {
      const ad = world.get(chosen ?? adId(account.id, 'leads', 1));
      const formId =
        chosen === undefined ? seedId(account.id, 'pixel', 21) : ad && formOf(world, ad);
      return formId === undefined ? [] : arrive(world, formId, { ...order, ...(ad && { ad }) });
    },
    notices: noticesOf,
    credentials: { appSecret },
    badDay: [
      { fault: 'answer-lost', method: 'GET', probability: 0.05 },
      { fault: 'connection-cut', method: 'GET', probability: 0.05 },
      { fault: 'html-502', method: 'GET', probability: 0.03 },
      { fault: 'leads-twice', method: 'GET', probability: 0.2 },
      { fault: 'leads-withheld', method: 'GET', probability: 0.05 },
      { fault: 'list-lag', ms: 1_500, path: '*/leads' },
    ],
  },
  favourites: [
    {
      title: 'A page token that dies',
      what: 'The token of the page dies with the next call for comments. Slipway asks for another and goes on.',
      rules: [{ fault: 'page-token-dead', path: '*/comments', times: 1 }],
    },
    {
      title: 'Refused for no reason',
      what: 'The next three creatives are refused as Meta sometimes does. Repeating helps.',
      rules: [{ fault: 'refuse-1487390', times: 3 }],
    },
  ],
};
