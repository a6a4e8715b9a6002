import type { JsonObject } from '../../../types.ts';
import { channels } from '../../gaql/fields.ts';
import { kinds, lacking, lastPart, refusal, words } from '../../wire.ts';
import { biddingShapes, each, message, snake } from '../shapes.ts';
import { at, inCampaign, restrictions, type Service, statuses, unique, urls } from './service.ts';

export const budgets: Service = {
  collection: 'campaignBudgets',
  name: 'campaignBudget',
  kind: kinds.budget,
  required: ['amountMicros'],
  fields: {
    resourceName: 'text',
    name: 'text',
    amountMicros: 'int',
    totalAmountMicros: 'int',
    explicitlyShared: 'bool',
    deliveryMethod: ['STANDARD', 'ACCELERATED'],
    period: ['DAILY', 'CUSTOM_PERIOD'],
    type: ['STANDARD'],
  },
  immutable: ['period', 'type'],
  updates: true,
  removes: true,
  worldId: (id) => `budget:${id}`,
  made: () => ({ status: 'ENABLED' }),
  check({ amountMicros }, _draft, path) {
    const amount = Number(amountMicros ?? 0);
    if (amount <= 0)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
    if (amount % 10_000 !== 0)
      throw refusal(
        'campaignBudgetError',
        'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
        'The budget amount must be a multiple of the minimum unit.',
        at(path, 'amount_micros'),
      );
    if (amount < 100_000)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
  },
};

const biddings = [...Object.keys(biddingShapes), 'biddingStrategy'];

export const campaigns: Service = {
  collection: 'campaigns',
  name: 'campaign',
  kind: kinds.campaign,
  fields: {
    resourceName: 'text',
    name: 'text',
    status: statuses,
    advertisingChannelType: channels,
    campaignBudget: 'text',
    ...Object.fromEntries(
      Object.entries(biddingShapes).map(([name, fields]) => [name, message(fields)]),
    ),
    biddingStrategy: 'text',
    campaignGroup: 'text',
    keywordMatchType: ['BROAD'],
    brandGuidelinesEnabled: 'bool',
    targetingSetting: message({ targetRestrictions: restrictions }),
    dynamicSearchAdsSetting: message({
      domainName: 'text',
      languageCode: 'text',
      useSuppliedUrlsOnly: 'bool',
    }),
    aiMaxSetting: message({ enableAiMax: 'bool' }),
    adServingOptimizationStatus: ['OPTIMIZE', 'ROTATE_INDEFINITELY'],
    excludedParentAssetFieldTypes: each('text'),
    assetAutomationSettings: each(
      message({ assetAutomationType: 'text', assetAutomationStatus: 'text' }),
    ),
    networkSettings: message({
      targetGoogleSearch: 'bool',
      targetSearchNetwork: 'bool',
      targetContentNetwork: 'bool',
      targetPartnerSearchNetwork: 'bool',
    }),
    geoTargetTypeSetting: message({
      positiveGeoTargetType: ['PRESENCE_OR_INTEREST', 'SEARCH_INTEREST', 'PRESENCE'],
      negativeGeoTargetType: ['PRESENCE_OR_INTEREST', 'PRESENCE'],
    }),
    startDateTime: 'text',
    endDateTime: 'text',
    advertisingChannelSubType: 'text',
    containsEuPoliticalAdvertising: [
      'CONTAINS_EU_POLITICAL_ADVERTISING',
      'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    ],
    ...urls,
  },
  required: ['name', 'advertisingChannelType', 'campaignBudget'],
  immutable: ['advertisingChannelType', 'advertisingChannelSubType', 'brandGuidelinesEnabled'],
  updates: true,
  removes: true,
  made: (data) => ({
    status: data.status ?? 'ENABLED',
    biddingStrategyType: biddingOf(data),
    heldName: words(data.name),
  }),
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
      throw lacking(at(path, 'campaign_bidding_strategy'));
    if (isNew && data.biddingStrategy !== undefined)
      draft.needs(kinds.biddingStrategy, words(data.biddingStrategy), [
        ...path,
        { name: 'bidding_strategy' },
      ]);
    unique(draft, data, path, {
      kind: kinds.campaign,
      above: '',
      error: 'campaignError.DUPLICATE_CAMPAIGN_NAME',
    });
  },
};

/** A portfolio strategy has its own type; those here use conversions. */
const biddingOf = (data: JsonObject) => {
  if (data.biddingStrategy !== undefined) return 'TARGET_CPA';
  const found = biddings.find((bidding) => data[bidding] !== undefined) ?? 'manualCpc';
  return snake(found).toUpperCase();
};

/** Negative keywords or placements that campaigns share. */
export const campaignSharedSets: Service = {
  collection: 'campaignSharedSets',
  name: 'campaignSharedSet',
  kind: kinds.campaignSharedSet,
  removes: true,
  fields: { resourceName: 'text', campaign: 'text', sharedSet: 'text' },
  required: ['campaign', 'sharedSet'],
  immutable: ['campaign', 'sharedSet'],
  above: inCampaign,
  idOf: ({ campaign, sharedSet }) => `${lastPart(campaign)}~${lastPart(sharedSet)}`,
  worldId: (id) => `shared-set:${id}`,
  made: ({ campaign }) => ({ status: 'ENABLED', heldParent: lastPart(campaign) }),
  check: ({ campaign }, draft, path) =>
    draft.needs(kinds.campaign, words(campaign), [...path, { name: 'campaign' }]),
};

export const adGroupBidModifiers: Service = {
  collection: 'adGroupBidModifiers',
  name: 'adGroupBidModifier',
  kind: kinds.bidModifier,
  updates: true,
  removes: true,
  fields: {
    resourceName: 'text',
    adGroup: 'text',
    bidModifier: 'double',
    device: message({ type: ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'] }),
  },
  required: ['adGroup', 'device'],
  immutable: ['adGroup', 'device'],
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => `bid-modifier:${id}`,
  made: ({ adGroup }, id) => ({
    criterionId: id.split('~')[1] ?? '',
    heldParent: lastPart(adGroup),
  }),
  check: ({ adGroup }, draft, path) =>
    draft.needs(kinds.adGroup, words(adGroup), [...path, { name: 'ad_group' }]),
};
