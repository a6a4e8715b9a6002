import type { JsonObject } from '../../../world.ts';
import { channels } from '../../gaql/fields.ts';
import { kinds, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { message } from '../shapes.ts';
import { at, bare, type Service, statuses, unique, urls } from './service.ts';

const biddings = ['manualCpc', 'maximizeConversions', 'maximizeConversionValue', 'targetSpend'] as const;

export const campaigns: Service = {
  ...{ collection: 'campaigns', name: 'campaign', kind: kinds.campaign },
  fields: {
    ...{ resourceName: 'text', name: 'text', status: statuses, advertisingChannelType: channels, campaignBudget: 'text' },
    ...{ manualCpc: message({ enhancedCpcEnabled: 'bool' }), maximizeConversions: message({ targetCpaMicros: 'int' }) },
    ...{ maximizeConversionValue: message({ targetRoas: 'double' }), targetSpend: message({ cpcBidCeilingMicros: 'int' }) },
    networkSettings: message({
      ...{ targetGoogleSearch: 'bool', targetSearchNetwork: 'bool', targetContentNetwork: 'bool' },
      targetPartnerSearchNetwork: 'bool',
    }),
    geoTargetTypeSetting: message({
      positiveGeoTargetType: ['PRESENCE_OR_INTEREST', 'SEARCH_INTEREST', 'PRESENCE'],
      negativeGeoTargetType: ['PRESENCE_OR_INTEREST', 'PRESENCE'],
    }),
    ...{ startDateTime: 'text', endDateTime: 'text', advertisingChannelSubType: 'text' },
    containsEuPoliticalAdvertising: ['CONTAINS_EU_POLITICAL_ADVERTISING', 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'],
    ...urls,
  },
  required: ['name', 'advertisingChannelType', 'campaignBudget'],
  immutable: ['advertisingChannelType', 'advertisingChannelSubType'],
  ...{ updates: true, removes: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ status: data.status ?? 'ENABLED', biddingStrategyType: biddingOf(data), heldName: words(data.name) }),
  check(data, draft, path, isNew) {
    if (isNew && data.containsEuPoliticalAdvertising === undefined)
      throw refusal(
        'mutateError',
        'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
        'The campaign must declare whether it contains EU political advertising.',
        at(path, 'contains_eu_political_advertising'),
      );
    draft.needs(kinds.budget, words(data.campaignBudget), [...path, { name: 'campaign_budget' }]);
    if (isNew && biddings.filter((bidding) => data[bidding] !== undefined).length !== 1)
      throw refusal(
        'requestError',
        'REQUIRED_FIELD_MISSING',
        'The required field was not present.',
        at(path, 'campaign_bidding_strategy'),
      );
    unique(draft, kinds.campaign, '', data, 'campaignError', 'DUPLICATE_CAMPAIGN_NAME', path);
  },
};

const biddingOf = (data: JsonObject): string => {
  const found = biddings.find((bidding) => data[bidding] !== undefined) ?? 'manualCpc';
  return found.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
};
