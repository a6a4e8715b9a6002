import { type CreationWords, campaignReader, creationOf, type Made, requestFault, type Sent } from '../../kit/create.ts';
import { toMicro } from '../../kit/currencies.ts';
import { asRow, chunks, defined, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, CommonRequest, CreateCapability, Params, ParentFacts, WriteTimes } from '../../types.ts';
import { markIn, markParameter, toValue } from '../names.ts';
import { capacity } from '../read/accounts.ts';
import { readEntities } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { refusalsIn } from '../wire/errors.ts';
import { idsIn, lastPart, quoted, select } from '../wire/gaql.ts';
import { platformTime, statusWords } from '../wire/values.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

/** The platform takes 10,000 operations; a lost request is asked about whole. */
const perRequest = 100;
const namesPerQuestion = 100;

/**
 * Campaigns with their budgets and places, or ad groups with their keywords, are one request that is carried out whole or not at
 * all: operations name each other by negative temporary ids, unique in the request, and stand by kind (Google Ads API v26, guide
 * "Mutating resources: best practices"). The mark is a custom parameter of the object, as that of ads.
 */
export function createCreate(api: Api, times: WriteTimes): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({ ...campaignWords, ...wired('campaign', campaignOperations) }),
    adSet: creationOf<AdSetRequest>({
      ...adSetWords,
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      ...wired('ad_group', adGroupOperations),
    }),
  };

  function wired<R extends CommonRequest>(
    resource: 'campaign' | 'ad_group',
    operationsOf: Build<R>,
  ): Pick<CreationWords<R>, 'send' | 'marked' | 'most' | 'countsEach' | 'calls'> {
    const field = resource === 'campaign' ? 'campaign' : 'adGroup';
    return {
      most: perRequest,
      countsEach: true,
      calls: (request) =>
        Object.values(operationsOf(unknownAccess, { request, name: '', mark: '', above: undefined }, 1)).flat().length,
      send: (access, sent) => sendWhole(api, access, sent, { field, operationsOf }),
      async marked(access, wanted) {
        const found = [];
        const fields = ['id', 'url_custom_parameters'].map((each) => `${resource}.${each}`);
        const above = [...new Set(wanted.flatMap(({ request }) => request.campaignId ?? []))];
        for (const some of chunks(wanted, namesPerQuestion)) {
          const names = some.map(({ request }) => quoted(request.name)).join(', ');
          const conditions = [`${resource}.name IN (${names})`, ...(above.length === 0 ? [] : [idsIn('campaign.id', above)])];
          for (const row of await api.search(access, select(fields, resource, conditions))) {
            const object = asRow(row[field]) ?? {};
            const value = markIn(object);
            const own = some.find(({ mark }) => toValue(mark) === value);
            if (own !== undefined) found.push({ id: said(object.id), text: own.mark });
          }
        }
        return found;
      },
    };
  }
}

/** Operations of one object by kind, in the order of kinds; `number` is its own in the request. The object's own kind is `field`. */
type Build<R> = (access: Access, sent: Sent<R>, number: number) => { readonly [kind: string]: readonly Params[] };

interface Whole<R> {
  readonly field: 'campaign' | 'adGroup';
  readonly operationsOf: Build<R>;
}

/** An object that is refused is left out, and the others are sent again: the refused request made nothing. */
async function sendWhole<R extends CommonRequest>(
  api: Api,
  access: Access,
  sent: readonly Sent<R>[],
  { field, operationsOf }: Whole<R>,
): Promise<readonly Made[]> {
  const made = new Map<Sent<R>, Made>();
  let left = sent;
  while (left.length > 0) {
    const parts = left.map((each, index) => ({ each, byKind: operationsOf(access, each, index + 1) }));
    const kinds = [...new Set(parts.flatMap(({ byKind }) => Object.keys(byKind)))];
    const operations = kinds.flatMap((kind) =>
      parts.flatMap(({ each, byKind }) => (byKind[kind] ?? []).map((create) => ({ each, kind, create }))),
    );
    const mutateOperations = operations.map(({ kind, create }) => ({ [`${kind}Operation`]: { create } }));
    const answer = await api.mutate(access, 'googleAds', { mutateOperations });
    if (answer.ok) {
      const results = rowsOf(answer.body.mutateOperationResponses);
      for (const [index, { each, kind }] of operations.entries()) {
        if (kind !== field) continue;
        const id = lastPart(text(asRow(Object.values(results[index] ?? {})[0])?.resourceName));
        const failure = api.wire.fail('transient', 'The platform answered without an id.');
        made.set(each, id === '' ? { failure, maybeDone: true } : { id });
      }
      break;
    }
    const { failure, maybeDone } = answer;
    const [index] = maybeDone ? [] : refusalsIn(failure).keys();
    const blamed = index === undefined ? undefined : operations[index]?.each;
    for (const each of left) if (blamed === undefined || blamed === each) made.set(each, { failure, maybeDone });
    left = left.filter((each) => !made.has(each));
  }
  return sent.map((each) => made.get(each) ?? { failure: api.wire.fail('transient', 'Not sent.'), maybeDone: false });
}

const customer = ({ adAccountId }: Access) => `customers/${adAccountId}`;
const unknownAccess = { adAccountId: '', timezone: 'UTC' } as Access;

const bidding = (strategy: string, bidAmount: number | undefined): Params => {
  const micros = bidAmount === undefined ? undefined : String(toMicro(bidAmount));
  if (strategy === 'MANUAL_CPC') return { manualCpc: {} };
  if (strategy === 'MAXIMIZE_CONVERSION_VALUE') return { maximizeConversionValue: {} };
  if (strategy === 'MAXIMIZE_CONVERSIONS') return { maximizeConversions: defined({ targetCpaMicros: micros }) };
  return { targetSpend: defined({ cpcBidCeilingMicros: micros }) };
};

const strategyOf = ({ bidStrategy = 'TARGET_SPEND' }: CampaignRequest) => bidStrategy;

function campaignOperations(access: Access, { request, name, mark }: Sent<CampaignRequest>, number: number) {
  const budget = `${customer(access)}/campaignBudgets/-${number}`;
  const campaign = `${customer(access)}/campaigns/-${number + 5_000}`;
  const { dailyBudget, bidAmount, status = 'PAUSED', startTime, endTime, politicalAds, targeting } = request;
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
        // The narrowest: neither partners nor the Display Network, which Google adds by itself where nothing is said.
        networkSettings: {
          targetGoogleSearch: true,
          targetSearchNetwork: false,
          targetContentNetwork: false,
          targetPartnerSearchNetwork: false,
        },
        ...bidding(strategyOf(request), bidAmount),
        containsEuPoliticalAdvertising:
          politicalAds === 'YES' ? 'CONTAINS_EU_POLITICAL_ADVERTISING' : 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        ...Object.fromEntries(
          Object.entries(times).flatMap(([field, ms]) => (ms === undefined ? [] : [[field, platformTime(ms, access.timezone)]])),
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

function adGroupOperations(access: Access, { request, name, mark }: Sent<AdSetRequest>, number: number) {
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
  const matchType = /^\[.*\]$/.test(words) ? 'EXACT' : /^".*"$/.test(words) ? 'PHRASE' : 'BROAD';
  return { text: matchType === 'BROAD' ? words : words.slice(1, -1).trim(), matchType };
}

const campaignWords: Pick<CreationWords<CampaignRequest>, 'level' | 'faults' | 'warnings' | 'asParent'> = {
  level: 'campaign',
  faults: (request) =>
    request.bidAmount === undefined || ['TARGET_SPEND', 'MAXIMIZE_CONVERSIONS'].includes(strategyOf(request))
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
          fault(
            request,
            'bidStrategy',
            'default_bid_strategy',
            'No bid strategy was given, so the campaign buys as many clicks as its budget allows (TARGET_SPEND).',
          ),
        ]
      : []),
    ...((request.targeting?.location_ids ?? []).length === 0
      ? [
          fault(
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

const adSetWords: Pick<CreationWords<AdSetRequest>, 'level' | 'faults' | 'within'> = {
  level: 'adSet',
  faults: (request) =>
    (request.keywords ?? []).flatMap((keyword, position) =>
      keywordOf(keyword).text === '' || keywordOf(keyword).text.length > 80
        ? [requestFault(request, 'keywords', 'keyword_length', `Keyword ${position + 1} must have 1 to 80 characters.`)]
        : [],
    ),
  within: (request, { objective, endTime, kept }) => ({
    faults:
      objective === 'SEARCH'
        ? []
        : [
            fault(
              request,
              'campaignId',
              'other_channel',
              `The campaign is of the channel ${objective}. Slipway makes ad groups in search campaigns.`,
            ),
          ],
    facts: { capacity: capacity.adGroup, destinationType: 'SEARCH_STANDARD', ...paceOf(kept), ...defined({ endTime }) },
  }),
};

function paceOf(kept: ParentFacts['kept']) {
  const { strategy, startTime } = (kept ?? {}) as { readonly strategy?: string; readonly startTime?: number };
  return defined({ optimizationGoal: strategy, startTime });
}
