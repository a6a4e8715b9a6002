import { kinds, lastPart, words } from '../../wire/call.ts';
import { each, message } from '../shapes.ts';
import { bare, inCampaign, restrictions, type Service, statuses, unique, urls } from './service.ts';

export const adGroups: Service = {
  ...{ collection: 'adGroups', name: 'adGroup', kind: kinds.adGroup },
  fields: {
    ...{ resourceName: 'text', name: 'text', status: statuses, campaign: 'text', type: ['SEARCH_STANDARD', 'DISPLAY_STANDARD'] },
    ...{ targetingSetting: message({ targetRestrictions: restrictions }), excludedParentAssetFieldTypes: each('text') },
    aiMaxAdGroupSetting: message({ disableSearchTermMatching: 'bool' }),
    ...{ cpvBidMicros: 'int', targetRoas: 'double', percentCpcBidMicros: 'int', optimizedTargetingEnabled: 'bool' },
    ...{ cpcBidMicros: 'int', cpmBidMicros: 'int', targetCpaMicros: 'int', ...urls },
  },
  required: ['name', 'campaign'],
  immutable: ['campaign', 'type'],
  ...{ updates: true, removes: true },
  above: inCampaign,
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ status: data.status ?? 'ENABLED', heldName: words(data.name), heldParent: lastPart(data.campaign) }),
  check(data, draft, path) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    unique(draft, kinds.adGroup, words(data.campaign), data, 'adGroupError', 'DUPLICATE_ADGROUP_NAME', path);
  },
};
