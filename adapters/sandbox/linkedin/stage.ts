import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { found, rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { serverRule } from './objects/conversions.ts';
import { addCreative } from './objects/creatives.ts';
import { addGroup } from './objects/groups.ts';
import { arrive, formId, noticesOf } from './objects/leads.ts';
import {
  clientSecret,
  ids,
  linkedinAccountId,
  linkedinOrganizationId,
  linkedinPosts,
} from './seed/ids.ts';
import { campaignData, inGroup } from './seed/seed.ts';
import { kinds } from './wire.ts';

const account = { id: linkedinAccountId(1, 1), currency: 'EUR', timezone: 'UTC' } as const;
const organization = linkedinOrganizationId(1);
const [imagePost = ''] = linkedinPosts(1);

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'visits')),
  room: 100,
  addAdSets: rooms(account.id, (world, owner, created) => {
    const group = found(world, ids.campaign(account.id, 'visits'));
    const author = found(world, `urn:li:organization:${organization}`);
    const data = { ...campaignData(owner, author, 'visits', created), ...inGroup(group) };
    const creative = {
      intendedStatus: 'PAUSED',
      content: { reference: imagePost },
      reviewed_at: created,
    };
    return {
      adSet: (name) => addGroup(world, owner, kinds.campaign, { data: { ...data, name }, created }),
      ad: (campaign, name) => addCreative(world, campaign, { name, ...creative }, created),
    };
  }),
  fields: {
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    organizationId: organization,
  },
  // A campaign shows one format: images, and posts with an image.
  shapeOf(number) {
    if (number % 10 === 9)
      return {
        scalePostId: true,
        media: [
          {
            effectiveStoryId: imagePost,
            existingAd: true,
            existingPrimaryAd: true,
            isExistingPost: true,
          },
        ],
      };
    return { media: [{ url: `https://cdn.example/single-${number % 7}.png` }] };
  },
  media: ['image', 'video'],
  // The organization; address, bytes and status per picture; each ad with its post.
  leastCalls: ({ ads, pictures }) => 1 + pictures * 3 + ads,
  objects: {
    campaign: { kind: kinds.group, path: '*/adCampaignGroups', name: 'name' },
    adSet: { kind: kinds.campaign, path: '*/adCampaigns', name: 'name', parent: 'group_id' },
    creative: { kind: kinds.creative, path: '*/creatives', name: 'name', parent: 'campaign_id' },
    ad: { kind: kinds.creative, path: '*/creatives', name: 'name', parent: 'campaign_id' },
    image: { kind: kinds.image, path: '/images/initializeUpload', name: 'name' },
    // Turns the uploaded bytes into a video.
    video: { kind: kinds.video, path: '/videos/finalizeUpload', name: 'name' },
  },
  leads: {
    formId: formId(account.id),
    arrive: (world, order) => arrive(world, account.id, order),
    notices: noticesOf,
    credentials: { clientSecret },
    badDay: [
      { fault: 'transient', method: 'GET', probability: 0.05 },
      { fault: 'connection-cut', method: 'GET', probability: 0.05 },
    ],
  },
  troubles: commonTroubles,
  badDay: [
    onPost('answer-lost', 0.1, '*/creatives'),
    { fault: 'answer-lost', path: '/upload/*', probability: 0.1 },
    onPost('answer-lost', 0.1, '/images/*'),
    onPost('failed-but-created', 0.08),
    onPost('transient', 0.05),
    onPost('timeout', 0.03, '*/creatives'),
    onPost('html-but-done', 0.03),
    { fault: 'id-in-body', probability: 0.1 },
    onPost('throttle', 0.02),
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.05, '*/creatives'),
    onPost('answer-lost', 0.05, '*/adCampaigns'),
    onPost('failed-but-created', 0.05, '*/creatives'),
    onPost('transient', 0.02, '*/creatives'),
    onPost('throttle', 0.005),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: {
    postsOf: organization,
    campaign: { objective: 'WEBSITE_VISIT', dailyBudget: 100.5 },
    adSet: { dailyBudget: 20.5, politicalAds: 'NO', targeting: { location_ids: ['103644278'] } },
    tooLargeReport: { fault: 'report-full' },
    conversions: { destination: serverRule(account.id), path: '/conversionEvents', fields: buyer },
  },
  favourites: [
    {
      title: 'Refused in review',
      what: 'LinkedIn rejects the next ad in review. The launch succeeds; the state of the ad says why it does not deliver.',
      rules: [{ fault: 'ad-disapproved', times: 1 }],
    },
    {
      title: 'A version ends',
      what: 'LinkedIn answers 426 to every call: the version of its API is over. Slipway says which setting to change.',
      rules: [{ fault: 'version-ended' }],
    },
  ],
};
