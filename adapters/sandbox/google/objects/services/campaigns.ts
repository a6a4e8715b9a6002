import type { JsonObject } from '../../../entity.ts';
import { channels } from '../../gaql/fields.ts';
import { kinds, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { biddingShapes } from '../bidding-shapes.ts';
import { snake } from '../query-fields.ts';
import { each, message } from '../shapes.ts';
import { at, bare, restrictions, type Service, statuses, unique, urls } from './service.ts';

const biddings = [...Object.keys(biddingShapes), 'biddingStrategy'];

export const campaigns: Service = {
  ...{ collection: 'campaigns', name: 'campaign', kind: kinds.campaign },
  fields: {
    ...{ resourceName: 'text', name: 'text', status: statuses, advertisingChannelType: channels, campaignBudget: 'text' },
    ...Object.fromEntries(Object.entries(biddingShapes).map(([name, fields]) => [name, message(fields)])),
    ...{ biddingStrategy: 'text', campaignGroup: 'text', keywordMatchType: ['BROAD'], brandGuidelinesEnabled: 'bool' },
    targetingSetting: message({ targetRestrictions: restrictions }),
    dynamicSearchAdsSetting: message({ domainName: 'text', languageCode: 'text', useSuppliedUrlsOnly: 'bool' }),
    aiMaxSetting: message({ enableAiMax: 'bool' }),
    adServingOptimizationStatus: ['OPTIMIZE', 'ROTATE_INDEFINITELY'],
    excludedParentAssetFieldTypes: each('text'),
    assetAutomationSettings: each(message({ assetAutomationType: 'text', assetAutomationStatus: 'text' })),
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
  immutable: ['advertisingChannelType', 'advertisingChannelSubType', 'brandGuidelinesEnabled'],
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
    if (isNew && data.biddingStrategy !== undefined)
      draft.needs(kinds.biddingStrategy, words(data.biddingStrategy), [...path, { name: 'bidding_strategy' }]);
    unique(draft, kinds.campaign, '', data, 'campaignError', 'DUPLICATE_CAMPAIGN_NAME', path);
  },
};

/** A portfolio strategy has its own type; those here spend by conversions. */
const biddingOf = (data: JsonObject): string => {
  if (data.biddingStrategy !== undefined) return 'TARGET_CPA';
  const found = biddings.find((bidding) => data[bidding] !== undefined) ?? 'manualCpc';
  return snake(found).toUpperCase();
};
