import { kinds, lastPart, words } from '../../wire/call.ts';
import { message } from '../shapes.ts';
import { inCampaign, type Service } from './service.ts';

/** Negative keywords or placements that campaigns share. */
export const campaignSharedSets: Service = {
  ...{ collection: 'campaignSharedSets', name: 'campaignSharedSet', kind: kinds.campaignSharedSet, removes: true },
  fields: { resourceName: 'text', campaign: 'text', sharedSet: 'text' },
  required: ['campaign', 'sharedSet'],
  immutable: ['campaign', 'sharedSet'],
  above: inCampaign,
  idOf: ({ campaign, sharedSet }) => `${lastPart(campaign)}~${lastPart(sharedSet)}`,
  worldId: (id) => `shared-set:${id}`,
  made: ({ campaign }) => ({ status: 'ENABLED', heldParent: lastPart(campaign) }),
  check: ({ campaign }, draft, path) => draft.needs(kinds.campaign, words(campaign), [...path, { name: 'campaign' }]),
};

export const adGroupBidModifiers: Service = {
  ...{ collection: 'adGroupBidModifiers', name: 'adGroupBidModifier', kind: kinds.bidModifier, updates: true, removes: true },
  fields: {
    ...{ resourceName: 'text', adGroup: 'text', bidModifier: 'double' },
    device: message({ type: ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'] }),
  },
  required: ['adGroup', 'device'],
  immutable: ['adGroup', 'device'],
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => `bid-modifier:${id}`,
  made: ({ adGroup }, id) => ({ criterionId: id.split('~')[1] ?? '', heldParent: lastPart(adGroup) }),
  check: ({ adGroup }, draft, path) => draft.needs(kinds.adGroup, words(adGroup), [...path, { name: 'ad_group' }]),
};
