import { buyer } from '../kit/conversions.ts';
import { commonTroubles, onPost } from '../kit/faults.ts';
import { rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { add } from './objects/store.ts';
import { ids, openaiAccountId, pixelId } from './seed/ids.ts';
import { adData, adGroupData, currency, zone } from './seed/seed.ts';
import { kinds } from './wire.ts';

const account = { id: openaiAccountId(1), currency, timezone: zone } as const;

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id, 'clicks')),
  room: 500,
  leastCalls: ({ ads, pictures }) => pictures + ads,
  addAdSets: rooms(account.id, (world, owner, created) => {
    const campaign_id = ids.campaign(account.id, 'clicks');
    return {
      adSet: (name) =>
        add(
          world,
          owner,
          { kind: kinds.adGroup, prefix: 'adgrp_', parents: [campaign_id], created },
          { ...adGroupData('clicks'), name, campaign_id },
        ),
      ad: (group, name) =>
        void add(
          world,
          owner,
          { kind: kinds.ad, prefix: 'ad_', parents: [campaign_id, group.id], created },
          {
            ...adData(account.id, 'rooms'),
            name,
            status: 'paused',
            ad_group_id: group.id,
            reviewed_at: created,
          },
        ),
    };
  }),
  fields: { title: 'Title', description: 'Text', link: 'https://shop.example/' },
  // A `multi` ad is several ads, and runs count one for each.
  shapeOf: (number) => ({ media: [{ url: `https://cdn.example/single-${number % 7}.png` }] }),
  media: ['image'],
  objects: {
    campaign: { kind: kinds.campaign, path: '/campaigns', name: 'name' },
    adSet: { kind: kinds.adGroup, path: '/ad_groups', name: 'name', parent: 'campaign_id' },
    creative: { kind: kinds.ad, path: '/ads', name: 'name', parent: 'ad_group_id' },
    ad: { kind: kinds.ad, path: '/ads', name: 'name', parent: 'ad_group_id' },
    video: { kind: kinds.file, path: '/upload', name: 'filename' },
  },
  troubles: commonTroubles,
  badDay: [
    onPost('answer-lost', 0.2, '/ads'),
    onPost('connection-cut', 0.05, '/ads'),
    onPost('answer-lost', 0.2, '/upload'),
    onPost('failed-but-created', 0.05, '/ads'),
    onPost('transient', 0.03),
    onPost('html-but-done', 0.02, '/ads'),
    onPost('key-forgotten', 0.3),
    onPost('throttle-silent', 0.01),
    { fault: 'list-lag', ms: 1_500 },
    { fault: 'details-missing', method: 'GET', probability: 0.02 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.08),
    onPost('failed-but-created', 0.04),
    onPost('transient', 0.01),
    onPost('key-forgotten', 0.3),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 80 },
  samples: {
    adSetBudgets: false,
    campaign: { objective: 'clicks', dailyBudget: 40.5, location: { countries: ['US'] } },
    adSet: { keywords: ['sail boats'] },
    previewFormat: 'chat_card',
    conversions: {
      destination: pixelId(account.id),
      path: '/bzr/events',
      fields: { ...buyer, currency: 'USD' },
    },
    tooLargeReport: { fault: 'report-too-large' },
  },
  favourites: [
    {
      title: 'The key is forgotten',
      what: 'OpenAI forgets the Idempotency-Keys of the next creations, and their answers are lost. Slipway finds the ads by name and in the audit log.',
      rules: [
        { fault: 'key-forgotten', times: 20 },
        { fault: 'answer-lost', path: '/ads', method: 'POST', times: 5 },
      ],
    },
    {
      title: 'Rejected for its landing page',
      what: 'The review of the next ads ends with a reason, seconds after they were made.',
      rules: [{ fault: 'ad-rejected', times: 3 }],
    },
  ],
};
