import { arrivalsOf, schedule } from '../kit/comments.ts';
import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { found, rooms, severalOf } from '../kit/seed.ts';
import type { Entity, Stage } from '../types.ts';
import { addAd } from './objects/ads.ts';
import { addAdGroup, addCampaign } from './objects/campaigns.ts';
import { commentSection } from './objects/comments.ts';
import { pixelCode } from './objects/events.ts';
import { arrive, noticesOf } from './objects/lead-files.ts';
import { formId } from './objects/leads.ts';
import { ids, tiktokAccountId, tiktokIdentities, tiktokPostIds } from './seed/ids.ts';
import { adGroupData, seedAdData } from './seed/seed.ts';
import { smartAdData, smartAdGroupData, smartCampaignData, smartPost } from './seed/smart.ts';
import { mostAdGroups } from './smart/ad-groups.ts';
import { addSmartAd } from './smart/ads.ts';
import { kinds } from './wire.ts';

/** Each ad group has its own. */
const noBudget = { budget_optimize_on: false, budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 };
const groupBudget = { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: 100 };

const account = { id: tiktokAccountId(1, 1), currency: 'EUR', timezone: 'Europe/Berlin' } as const;
const { profile } = tiktokIdentities;

const fields = {
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  selectedShortVideoUserAccount: `${profile.type}:${profile.id}`,
} as const;

const shapeOf: Stage['shapeOf'] = (number) => {
  const effectiveStoryId = tiktokPostIds(account.id)[0];
  if (number % 10 === 9)
    return {
      scalePostId: true,
      media: [
        { effectiveStoryId, existingAd: true, existingPrimaryAd: true, isExistingPost: true },
      ],
    };
  const file = number % 3 === 2 ? `clip-${number % 3}.mp4` : `single-${number % 7}.png`;
  return { media: [{ url: `https://cdn.example/${file}` }] };
};

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'traffic')),
  room: 20,
  // Twenty ads of an ad group per call.
  leastCalls: ({ ads, pictures, adSets }) => pictures + adSets * Math.ceil(ads / adSets / 20),
  addAdSets: rooms(account.id, (world, owner, created) => {
    const campaign = found(world, ids.campaign(account.id, 'traffic'));
    const data = adGroupData(owner, 'traffic', created);
    const ad = {
      ...seedAdData('traffic', world.under(kinds.image, account.id)[0] ?? ''),
      operation_status: 'DISABLE',
    };
    return {
      adSet: (name) => addAdGroup(world, campaign, { ...data, adgroup_name: name }, created),
      ad: (adGroup, name) => addAd(world, adGroup, { ...ad, ad_name: name }, created),
    };
  }),
  fields,
  shapeOf,
  automated: {
    room: 30,
    fields,
    shapeOf(number) {
      const shape = shapeOf(number);
      // An image is a carousel, and has music.
      return number % 10 === 9 || number % 3 === 2
        ? shape
        : { ...shape, shortVideoMusicId: '7000000000000000801' };
    },
    addAdSets: rooms(account.id, (world, owner, created) => {
      let campaign: Entity | undefined;
      const data = { ...smartAdGroupData(owner, 'web', created), ...groupBudget };
      const ad = {
        ...smartAdData(owner, 'web'),
        creative_list: [{ creative_info: smartPost(owner) }],
        operation_status: 'DISABLE',
      };
      return {
        adSet(name) {
          if (
            campaign === undefined ||
            world.under(kinds.adGroup, campaign.id).length === mostAdGroups
          )
            campaign = addCampaign(
              world,
              owner,
              { ...smartCampaignData('web', 'Smart+ rooms'), ...noBudget },
              created,
            );
          return addAdGroup(world, campaign, { ...data, adgroup_name: name }, created);
        },
        ad: (adGroup, name) => addSmartAd(world, adGroup, { ...ad, ad_name: name }, { created }),
      };
    }),
  },
  media: ['image', 'video'],
  objects: {
    campaign: { kind: kinds.campaign, path: '/campaign/create', name: 'campaign_name' },
    adSet: {
      kind: kinds.adGroup,
      path: '/adgroup/create',
      name: 'adgroup_name',
      parent: 'campaign_id',
    },
    creative: { kind: kinds.ad, path: '/ad/create', name: 'ad_name', parent: 'adgroup_id' },
    ad: { kind: kinds.ad, path: '/ad/create', name: 'ad_name', parent: 'adgroup_id' },
    image: { kind: kinds.image, path: '/file/image/ad/upload', name: 'file_name' },
    video: { kind: kinds.video, path: '/file/video/ad/upload', name: 'file_name' },
  },
  leads: {
    formId: formId(account.id),
    arrive: (world, order) => arrive(world, account.id, order),
    notices: noticesOf,
    badDay: [
      { fault: 'transient', path: '/page/lead/*', probability: 0.05 },
      { fault: 'connection-cut', path: '/page/lead/*', probability: 0.05 },
    ],
  },
  troubles: commonTroubles,
  // Twenty ads per request: more of the few there are must be hit.
  badDay: [
    onPost('answer-lost', 0.3, '/ad/create'),
    onPost('answer-lost', 0.05, '/smart_plus/ad/create'),
    onPost('concurrent-create', 0.02, '/smart_plus/ad/create'),
    onPost('answer-lost', 0.1, '/file/*'),
    onPost('failed-but-created', 0.1),
    onPost('transient', 0.05),
    onPost('html-but-done', 0.03),
    { fault: 'partial', probability: 0.1 },
    onPost('write-conflict', 0.05, '/ad/create'),
    onPost('throttle', 0.03),
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.05, '*/create'),
    onPost('failed-but-created', 0.05, '*/create'),
    onPost('transient', 0.02, '*/create'),
    onPost('write-conflict', 0.01, '*/create'),
    onPost('throttle', 0.005),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: {
    conversions: { destination: pixelCode(account.id), path: '/event/track', fields: buyer },
    postsOf: `${profile.type}:${profile.id}`,
    campaign: { objective: 'TRAFFIC', dailyBudget: 60.5 },
    adSet: {
      optimizationGoal: 'CLICK',
      dailyBudget: 30.5,
      targeting: { location_ids: ['2921044'] },
    },
    backgroundCopy: '/campaign/copy/task/create',
    tooLargeReport: { fault: 'report-too-large' },
  },
  comments: {
    adId: ids.ad(account.id, 'traffic', 1),
    arrive: (world, order) =>
      schedule(world, commentSection, ids.ad(account.id, 'traffic', 1), arrivalsOf(world, order)),
    reply: { kind: kinds.comment, path: '/comment/post', text: 'content', parent: 'original' },
    badDay: [
      onPost('answer-lost', 0.1, '/comment/post'),
      onPost('failed-but-created', 0.05, '/comment/post'),
      onPost('html-but-done', 0.03, '/comment/post'),
      onPost('transient', 0.05, '/comment/post'),
      onPost('write-conflict', 0.03, '/comment/post'),
      { fault: 'comments-empty-page', probability: 0.2 },
      { fault: 'list-lag', ms: 1_500, path: '/comment/list' },
    ],
  },
  favourites: [
    {
      title: 'Half of a request',
      what: 'TikTok makes every second ad of the next request that creates ads. Slipway sends only the missing ones again.',
      rules: [{ fault: 'partial', times: 1 }],
    },
  ],
};
