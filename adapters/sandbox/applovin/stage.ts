import { commonTroubles, onPost } from '../kit/faults.ts';
import { rooms, severalOf } from '../kit/seed.ts';
import type { Stage } from '../types.ts';
import { addCampaign } from './objects/campaigns.ts';
import { addSet } from './objects/creative-sets.ts';
import { appNetwork, ids } from './seed/ids.ts';
import { campaignData, setData } from './seed/seed.ts';
import { accountEntity, kinds } from './wire.ts';

const account = { id: appNetwork.accounts.app, currency: 'USD', timezone: 'UTC' } as const;

export const stage: Stage = {
  account,
  adSetIds: severalOf(ids.empty(account.id)),
  room: 100,
  addAdSets: rooms(accountEntity(account.id), (world, owner, created) => {
    const set = { ...setData(owner, [ids.image(account.id)]), status: 'PAUSED' };
    return {
      adSet: (name) =>
        addCampaign(world, owner, { ...campaignData(owner, created), name }, created),
      ad: (campaign, name) => addSet(world, campaign, { ...set, name }, created),
    };
  }),
  fields: {},
  shapeOf(number) {
    const file = number % 2 === 1 ? `clip-${number % 3}.mp4` : `single-${number % 7}.png`;
    const endCard = number % 4 === 1 ? { endCard: ids.endCard(account.id) } : {};
    return { media: [{ url: `https://cdn.example/${file}` }], ...endCard };
  },
  media: ['image', 'video'],
  objects: {
    campaign: { kind: kinds.campaign, path: '/campaign/create', name: 'name' },
    adSet: { kind: kinds.campaign, path: '/campaign/create', name: 'name' },
    creative: {
      kind: kinds.set,
      path: '/creative_set/create',
      name: 'name',
      parent: 'campaign_id',
    },
    ad: { kind: kinds.set, path: '/creative_set/create', name: 'name', parent: 'campaign_id' },
    image: { kind: kinds.image, path: '/asset/upload', name: 'name' },
    video: { kind: kinds.video, path: '/asset/upload', name: 'name' },
  },
  troubles: commonTroubles,
  // Broken connections, because many refusals lock the account.
  badDay: [
    onPost('answer-lost', 0.2, '/creative_set/create'),
    onPost('connection-cut', 0.05, '/creative_set/create'),
    onPost('answer-lost', 0.2, '/asset/upload'),
    onPost('failed-but-created', 0.05, '/creative_set/create'),
    onPost('transient', 0.03),
    onPost('html-but-done', 0.02),
    { fault: 'status-ignored', probability: 0.1 },
    { fault: 'list-lag', ms: 1_500 },
  ],
  badDayForCopies: [
    onPost('answer-lost', 0.08, '/*/create'),
    onPost('connection-cut', 0.03, '/*/create'),
    onPost('failed-but-created', 0.03, '/*/create'),
    onPost('transient', 0.01, '/*/create'),
    { fault: 'list-lag', ms: 1_500 },
  ],
  daysAgo: { delivering: 5, quiet: 285 },
  samples: { anyBudget: true },
  favourites: [
    {
      title: 'The status is ignored',
      what: 'AppLovin makes the next creative sets live although they are to be paused. Slipway looks, and pauses them.',
      rules: [{ fault: 'status-ignored', times: 5 }],
    },
  ],
};
