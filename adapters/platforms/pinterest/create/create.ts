import {
  campaignReader,
  creationOf,
  type Made,
  requestFault,
  type Sent,
} from '../../kit/create.ts';
import { toMicro } from '../../kit/currencies.ts';
import { chunks, defined, said } from '../../kit/json.ts';
import type {
  Access,
  Api,
  CommonRequest,
  CreateCapability,
  EditCapability,
  Params,
  ParentFacts,
  Row,
  WriteTimes,
} from '../../types.ts';
import { capacity } from '../read/accounts.ts';
import { listRows, readEntities } from '../read/entities.ts';
import { itemsOf, itemsPerRequest } from '../wire/items.ts';
import { allStatuses, pathOf, toSeconds } from '../wire/values.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

const longest = 255;

const usualEvents: { readonly [objective: string]: string } = {
  AWARENESS: 'IMPRESSION',
  CONSIDERATION: 'CLICKTHROUGH',
  VIDEO_COMPLETION: 'VIDEO_V_50_MRC',
};

/**
 * Thirty of a kind are one request (pinterest/api-description 5.23.0). No other field than the name
 * holds a mark.
 */
export function createCreate(
  api: Api,
  rename: NonNullable<EditCapability['rename']>,
  times: WriteTimes,
): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({
      level: 'campaign',
      ...wired('campaign', campaignFields),
      asParent: ({ objective, dailyBudget, lifetimeBudget, endTime }) => ({
        objective,
        ...defined({ dailyBudget, lifetimeBudget, endTime }),
      }),
    }),
    adSet: creationOf<AdSetRequest>({
      level: 'adSet',
      ...wired('adset', adGroupFields),
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      faults: (request) =>
        isPlaced(request) ? [] : [requestFault(request, 'location', 'missing_field', nowhere)],
      within(request, campaign) {
        const { startTime, endTime, dailyBudget, lifetimeBudget } = request;
        const hasOwn = dailyBudget !== undefined || lifetimeBudget !== undefined;
        const isShared = sharesBudget(campaign);
        const goal = eventOf(request, campaign.objective);
        const unpaid = `Say what is paid for: a campaign for ${campaign.objective} has no usual event.`;
        return {
          faults: [
            ...(isShared === hasOwn
              ? [
                  requestFault(
                    request,
                    'dailyBudget',
                    isShared ? 'contradiction' : 'budget_required',
                    isShared ? twice : none,
                  ),
                ]
              : []),
            ...(lifetimeBudget !== undefined && endTime === undefined
              ? [
                  requestFault(
                    request,
                    'endTime',
                    'missing_field',
                    'A lifetime budget needs an end.',
                  ),
                ]
              : []),
            ...(goal === undefined
              ? [requestFault(request, 'optimizationGoal', 'missing_field', unpaid)]
              : []),
          ],
          facts: { capacity, ...defined({ optimizationGoal: goal, startTime, endTime }) },
        };
      },
    }),
  };

  function wired<R extends CommonRequest>(
    type: 'campaign' | 'adset',
    fieldsOf: (sent: Sent<R>, access: Access) => Params,
  ) {
    return {
      most: itemsPerRequest,
      named: { longest, rename },
      async send(access: Access, sent: readonly Sent<R>[]): Promise<readonly Made[]> {
        const path = pathOf(access.adAccountId, type);
        const body = sent.map((each) => ({
          name: each.name,
          status: each.request.status ?? 'PAUSED',
          ...timesOf(each.request),
          ...fieldsOf(each, access),
        }));
        const answer = await api.calls.tried(access, path, body);
        if (!answer.ok)
          return sent.length === 1 || answer.maybeDone || !isAboutOne(answer.failure)
            ? sent.map(() => answer)
            : apart(access, sent);
        return itemsOf(api.wire, access, { path, answer, sent: body }).map((item) =>
          'failure' in item ? item : { id: said(item.row.id), warnings: item.warnings },
        );
      },
      async marked(access: Access, wanted: readonly Sent<R>[]) {
        const campaigns = [...new Set(wanted.flatMap(({ request }) => request.campaignId ?? []))];
        const rows: Row[] = [];
        for (const campaign_ids of campaigns.length === 0 ? [undefined] : chunks(campaigns, 100))
          rows.push(
            ...(await listRows(api.calls, access, type, {
              entity_statuses: allStatuses,
              ...defined({ campaign_ids }),
            })),
          );
        return rows.map((row) => ({ id: said(row.id), text: said(row.name) })).reverse();
      },
    };

    /** The refusal of a list may be about one of them, and made nothing. */
    async function apart(access: Access, sent: readonly Sent<R>[]): Promise<readonly Made[]> {
      const made: Made[] = [];
      for (const each of sent) made.push(...(await wired(type, fieldsOf).send(access, [each])));
      return made;
    }
  }
}

const isAboutOne = ({ class: kind }: { readonly class: string }) =>
  ['invalid', 'rule', 'missing'].includes(kind);

const nowhere =
  'Name the countries, or targeting of your own: without either the ad group would be shown everywhere.';
const none = 'The campaign has no budget: give the ad group one.';
const twice = 'The campaign shares out its own budget: its ad groups have none.';

const sharesBudget = ({
  dailyBudget,
  lifetimeBudget,
}: Pick<ParentFacts, 'dailyBudget' | 'lifetimeBudget'>) =>
  dailyBudget !== undefined || lifetimeBudget !== undefined;

const isPlaced = ({ location, targeting = {} }: AdSetRequest) =>
  (location?.countries ?? []).length > 0 || Object.keys(targeting).length > 0;

const eventOf = ({ optimizationGoal }: AdSetRequest, objective: string) =>
  optimizationGoal ?? usualEvents[objective];

const timesOf = ({ startTime, endTime }: CommonRequest) => ({
  ...(startTime !== undefined && { start_time: toSeconds(startTime) }),
  ...(endTime !== undefined && { end_time: toSeconds(endTime) }),
});

const campaignFields = ({ request }: Sent<CampaignRequest>, { adAccountId }: Access): Params => ({
  ad_account_id: adAccountId,
  objective_type: request.objective,
  is_campaign_budget_optimization:
    request.dailyBudget !== undefined || request.lifetimeBudget !== undefined,
  ...(request.dailyBudget !== undefined && { daily_spend_cap: toMicro(request.dailyBudget) }),
  ...(request.lifetimeBudget !== undefined && {
    lifetime_spend_cap: toMicro(request.lifetimeBudget),
  }),
});

/** Countries are LOCATION in `TargetingSpec`; GEO holds regions and postal codes. */
function adGroupFields({ request, above }: Sent<AdSetRequest>): Params {
  const { campaignId, dailyBudget, lifetimeBudget, bidAmount, location, targeting = {} } = request;
  const { location_ids = [], ...own } = targeting;
  const places = [...(location?.countries ?? []), ...location_ids];
  const amount = dailyBudget ?? lifetimeBudget;
  const ownType = lifetimeBudget === undefined ? 'DAILY' : 'LIFETIME';
  return {
    campaign_id: campaignId,
    billable_event: eventOf(request, above?.objective ?? ''),
    budget_type: above !== undefined && sharesBudget(above) ? 'CBO_ADGROUP' : ownType,
    ...(amount !== undefined && { budget_in_micro_currency: toMicro(amount) }),
    ...(bidAmount === undefined
      ? { bid_strategy_type: 'AUTOMATIC_BID' }
      : { bid_strategy_type: 'MAX_BID', bid_in_micro_currency: toMicro(bidAmount) }),
    // On by default, and it shows ads to others than those that were named.
    auto_targeting_enabled: false,
    targeting_spec: { ...own, ...(places.length > 0 && { LOCATION: places }) },
  };
}
