import { type CreationWords, requestFault, type Sent } from '../../kit/create.ts';
import { toMicro } from '../../kit/currencies.ts';
import { defined } from '../../kit/json.ts';
import type { Access, Params, ParentFacts } from '../../types.ts';
import { markParameter } from '../names.ts';
import { capacity } from '../read/accounts.ts';
import { platformTime, statusWords } from '../wire/values.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

const customer = ({ adAccountId }: Access) => `customers/${adAccountId}`;
export const unknownAccess = { adAccountId: '', timezone: 'UTC' } as Access;

const bidding = (strategy: string, bidAmount: number | undefined): Params => {
  const micros = bidAmount === undefined ? undefined : String(toMicro(bidAmount));
  if (strategy === 'MANUAL_CPC') return { manualCpc: {} };
  if (strategy === 'MAXIMIZE_CONVERSION_VALUE') return { maximizeConversionValue: {} };
  if (strategy === 'MAXIMIZE_CONVERSIONS')
    return { maximizeConversions: defined({ targetCpaMicros: micros }) };
  return { targetSpend: defined({ cpcBidCeilingMicros: micros }) };
};

const strategyOf = ({ bidStrategy = 'TARGET_SPEND' }: CampaignRequest) => bidStrategy;

export function campaignOperations(
  access: Access,
  { request, name, mark }: Sent<CampaignRequest>,
  number: number,
) {
  const budget = `${customer(access)}/campaignBudgets/-${number}`;
  const campaign = `${customer(access)}/campaigns/-${number + 5_000}`;
  const {
    dailyBudget,
    bidAmount,
    status = 'PAUSED',
    startTime,
    endTime,
    politicalAds,
    targeting,
  } = request;
  const times = { startDateTime: startTime, endDateTime: endTime };
  return {
    // Names of budgets are unique only among shared ones, and this one is not shared.
    campaignBudget: [
      {
        resourceName: budget,
        name: `${name} ${mark}`.slice(-255),
        amountMicros: String(toMicro(dailyBudget)),
        explicitlyShared: false,
      },
    ],
    campaign: [
      {
        resourceName: campaign,
        name,
        status: statusWords[status],
        campaignBudget: budget,
        advertisingChannelType: 'SEARCH',
        // The narrowest: neither partners nor the Display Network, which Google adds by itself
        // where nothing is said.
        networkSettings: {
          targetGoogleSearch: true,
          targetSearchNetwork: false,
          targetContentNetwork: false,
          targetPartnerSearchNetwork: false,
        },
        ...bidding(strategyOf(request), bidAmount),
        containsEuPoliticalAdvertising:
          politicalAds === 'YES'
            ? 'CONTAINS_EU_POLITICAL_ADVERTISING'
            : 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        ...Object.fromEntries(
          Object.entries(times).flatMap(([field, ms]) =>
            ms === undefined ? [] : [[field, platformTime(ms, access.timezone)]],
          ),
        ),
        urlCustomParameters: [markParameter(mark)],
      },
    ],
    campaignCriterion: (targeting?.location_ids ?? []).map((id) => ({
      campaign,
      location: { geoTargetConstant: `geoTargetConstants/${id}` },
    })),
  };
}

export function adGroupOperations(
  access: Access,
  { request, name, mark }: Sent<AdSetRequest>,
  number: number,
) {
  const adGroup = `${customer(access)}/adGroups/-${number}`;
  const { campaignId, status = 'PAUSED', bidAmount, keywords = [] } = request;
  return {
    adGroup: [
      {
        resourceName: adGroup,
        campaign: `${customer(access)}/campaigns/${campaignId}`,
        name,
        status: statusWords[status],
        type: 'SEARCH_STANDARD',
        ...(bidAmount !== undefined && { cpcBidMicros: String(toMicro(bidAmount)) }),
        urlCustomParameters: [markParameter(mark)],
      },
    ],
    adGroupCriterion: keywords.map((keyword) => ({ adGroup, keyword: keywordOf(keyword) })),
  };
}

/** `[exact]`, `"phrase"`, and all else broad. */
function keywordOf(words: string) {
  const isIn = (open: string, close: string) =>
    words.length > 1 && words.startsWith(open) && words.endsWith(close);
  const matchType = isIn('[', ']') ? 'EXACT' : isIn('"', '"') ? 'PHRASE' : 'BROAD';
  return { text: matchType === 'BROAD' ? words : words.slice(1, -1).trim(), matchType };
}

export const campaignWords: Pick<
  CreationWords<CampaignRequest>,
  'level' | 'faults' | 'warnings' | 'asParent'
> = {
  level: 'campaign',
  faults: (request) =>
    request.bidAmount === undefined ||
    ['TARGET_SPEND', 'MAXIMIZE_CONVERSIONS'].includes(strategyOf(request))
      ? []
      : [
          requestFault(
            request,
            'bidAmount',
            'contradiction',
            'This bid strategy takes no amount here: give bids with the ad groups.',
          ),
        ],
  warnings: (request) => [
    ...(request.bidStrategy === undefined
      ? [
          requestFault(
            request,
            'bidStrategy',
            'default_bid_strategy',
            'No bid strategy was given, so the campaign buys as many clicks as its budget allows (TARGET_SPEND).',
          ),
        ]
      : []),
    ...((request.targeting?.location_ids ?? []).length === 0
      ? [
          requestFault(
            request,
            'targeting',
            'default_location',
            'No places were given (targeting.location_ids), so the campaign is shown in all countries.',
          ),
        ]
      : []),
  ],
  asParent: (request) => ({
    objective: request.objective,
    dailyBudget: request.dailyBudget,
    ...defined({ endTime: request.endTime }),
    kept: { strategy: strategyOf(request), ...defined({ startTime: request.startTime }) },
  }),
};

export const adSetWords: Pick<CreationWords<AdSetRequest>, 'level' | 'faults' | 'within'> = {
  level: 'adSet',
  faults: (request) =>
    (request.keywords ?? []).flatMap((keyword, position) =>
      keywordOf(keyword).text === '' || keywordOf(keyword).text.length > 80
        ? [
            requestFault(
              request,
              'keywords',
              'keyword_length',
              `Keyword ${position + 1} must have 1 to 80 characters.`,
            ),
          ]
        : [],
    ),
  within: (request, { objective, endTime, kept }) => ({
    faults:
      objective === 'SEARCH'
        ? []
        : [
            requestFault(
              request,
              'campaignId',
              'other_channel',
              `The campaign is of the channel ${objective}. Slipway makes ad groups in search campaigns.`,
            ),
          ],
    facts: {
      capacity: capacity.adGroup,
      destinationType: 'SEARCH_STANDARD',
      ...paceOf(kept),
      ...defined({ endTime }),
    },
  }),
};

function paceOf(kept: ParentFacts['kept']) {
  const { strategy, startTime } = (kept ?? {}) as {
    readonly strategy?: string;
    readonly startTime?: number;
  };
  return defined({ optimizationGoal: strategy, startTime });
}
