import {
  campaignReader,
  creationOf,
  eachOf,
  madeBy,
  requestFault,
  type Sent,
} from '../../kit/create.ts';
import { defined, said, text } from '../../kit/json.ts';
import type {
  Access,
  Api,
  CommonRequest,
  CreateCapability,
  Params,
  ParentFacts,
  Secrets,
  WriteTimes,
} from '../../types.ts';
import { idempotencyKey } from '../launch/keys.ts';
import { type Budget, bidFor, microsOf } from '../money.ts';
import { capacity } from '../read/accounts.ts';
import { listRows, readEntities } from '../read/rows.ts';
import { nouns, statusWords, toSeconds } from '../wire/values.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

interface Ports extends Api {
  readonly secrets: Secrets;
}

/**
 * One call each: lists of several (`bulk_mutation_jobs`) are a limited preview. The description,
 * which no ad shows, holds the mark, and the mark is the Idempotency-Key (OpenAI Ads OpenAPI 2.3.0,
 * 2026-06-20).
 */
export function createCreate(api: Ports, times: WriteTimes): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({
      level: 'campaign',
      ...wired('campaign', campaignFields),
      faults: (request) =>
        request.dailyBudget === undefined && request.lifetimeBudget === undefined
          ? [
              requestFault(
                request,
                'dailyBudget',
                'budget_required',
                'A campaign needs a daily or a lifetime budget.',
              ),
            ]
          : [],
      warnings: (request) =>
        isPlaced(request)
          ? []
          : [requestFault(request, 'location', 'default_location', everywhere)],
      asParent: ({ objective, dailyBudget, lifetimeBudget, startTime, endTime }) => ({
        objective,
        ...defined({ dailyBudget, lifetimeBudget, endTime }),
        kept: defined({ startTime }),
      }),
    }),
    adSet: creationOf<AdSetRequest>({
      level: 'adSet',
      ...wired('adset', adGroupFields),
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      within(request, campaign) {
        const { startTime } = (campaign.kept ?? {}) as { readonly startTime?: number };
        const optimizationGoal = billingOf(campaign);
        return {
          faults: bidFaults(request, campaign),
          facts: {
            capacity,
            optimizationGoal,
            ...defined({ startTime, endTime: campaign.endTime }),
          },
        };
      },
    }),
  };

  function wired<R extends CommonRequest>(
    type: 'campaign' | 'adset',
    fieldsOf: (sent: Sent<R>) => Params,
  ) {
    return {
      send: eachOf<R>(async (access, sent) => {
        const { name, mark, request } = sent;
        const body = {
          name,
          description: `slipway ${mark}`,
          status: statusWords[request.status ?? 'PAUSED'],
          ...fieldsOf(sent),
        };
        const headers = await idempotencyKey(api.secrets, [mark], body);
        const answer = await api.calls.tried(access, nouns[type].path, body, { headers });
        return madeBy(api.wire.fail, answer, ({ body: row }) => text(row.id));
      }),
      async marked(access: Access, wanted: readonly Sent<R>[]) {
        const [id] = new Set(wanted.flatMap(({ request }) => request.campaignId ?? []));
        const rows = await listRows(
          api.calls,
          access,
          type,
          id === undefined ? undefined : { type: 'campaign', id },
        );
        return rows.map((row) => ({ id: said(row.id), text: said(row.description) })).reverse();
      },
    };
  }
}

const everywhere =
  'No places were given (location.countries or targeting.location_ids), so the campaign is shown everywhere.';

const isPlaced = ({ location, targeting }: CampaignRequest) =>
  (location?.countries ?? []).length + (targeting?.location_ids ?? []).length > 0;

/** Exactly one of the two: the other is refused before. */
const budgetOf = ({ dailyBudget, lifetimeBudget = 0 }: CampaignRequest): Budget =>
  dailyBudget === undefined
    ? { lifetime_spend_limit_micros: microsOf(lifetimeBudget) }
    : { daily_spend_limit_micros: microsOf(dailyBudget) };

function campaignFields({ request }: Sent<CampaignRequest>): Params {
  const { objective, startTime, endTime, location, targeting } = request;
  const [countries, ids] = [location?.countries ?? [], targeting?.location_ids ?? []];
  const locations = {
    ...(countries.length > 0 && { countries }),
    ...(ids.length > 0 && { include: ids.map((id) => ({ id })) }),
  };
  return {
    bidding_type: objective,
    budget: budgetOf(request),
    ...(startTime !== undefined && { start_time: toSeconds(startTime) }),
    ...(endTime !== undefined && { end_time: toSeconds(endTime) }),
    ...(isPlaced(request) && { targeting: { locations } }),
  };
}

const billingOf = ({ objective }: ParentFacts) =>
  objective === 'impressions' ? 'impression' : 'click';

/** Impressions have a price; clicks may be bought within a daily budget without one. */
function bidFaults(request: AdSetRequest, { objective, dailyBudget }: ParentFacts) {
  if (objective === 'conversions')
    return [requestFault(request, 'campaignId', 'other_objective', forConversions)];
  const needsBid = objective === 'impressions' || dailyBudget === undefined;
  return request.bidAmount === undefined && needsBid
    ? [requestFault(request, 'bidAmount', 'missing_field', bidNeeded)]
    : [];
}

const forConversions = 'Slipway makes ad groups in campaigns that pay for impressions or clicks.';
const bidNeeded = 'Give a bid: only a campaign for clicks with a daily budget can do without.';

function adGroupFields({
  request,
  above = { objective: 'impressions' },
}: Sent<AdSetRequest>): Params {
  const { campaignId, bidAmount, keywords } = request;
  const billing_event_type = billingOf(above);
  return {
    campaign_id: campaignId,
    bidding_config: {
      billing_event_type,
      ...(bidAmount === undefined
        ? { strategy: 'maximize_clicks' }
        : { strategy: 'fixed_bid', ...bidFor(bidAmount, billing_event_type) }),
    },
    ...(keywords !== undefined && { context_hints: keywords }),
  };
}
