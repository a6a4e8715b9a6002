import {
  campaignReader,
  creationOf,
  type Made,
  type Renamed,
  requestFault,
  type Sent,
} from '../../kit/create.ts';
import { toMicro } from '../../kit/currencies.ts';
import { defined, said } from '../../kit/json.ts';
import type {
  Access,
  Api,
  Clock,
  CommonRequest,
  CreateCapability,
  Params,
  WriteTimes,
} from '../../types.ts';
import type { createEdit } from '../edit.ts';
import { capacity } from '../read/accounts.ts';
import { readEntities } from '../read/inspect.ts';
import { listRows } from '../read/rows.ts';
import { perRequest, writeAll } from '../wire/bulk.ts';
import { budgetFields, platformTime, plurals } from '../wire/values.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

const longest = 375;

const usualGoals: { readonly [objective: string]: string } = {
  AWARENESS_AND_ENGAGEMENT: 'IMPRESSIONS',
  TRAFFIC: 'SWIPES',
};

interface Ports extends Api {
  readonly clock: Clock;
  readonly change: ReturnType<typeof createEdit>['change'];
}

/**
 * Campaigns of an account, and ad squads of a campaign, are lists of one request. No other field
 * than the name holds a mark.
 */
export function createCreate(
  { clock, change, ...api }: Ports,
  times: WriteTimes,
): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({
      level: 'campaign',
      ...wired('campaign', (request, { adAccountId }) => ({
        ad_account_id: adAccountId,
        objective_v2_properties: { objective_v2_type: request.objective },
      })),
      asParent: ({ objective, dailyBudget, lifetimeBudget, endTime }) => ({
        objective,
        ...defined({ dailyBudget, lifetimeBudget, endTime }),
      }),
    }),
    adSet: creationOf<AdSetRequest>({
      level: 'adSet',
      ...wired('adset', adSquadFields),
      perCampaign: true,
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      faults: (request) => [
        ...(request.dailyBudget === undefined && request.lifetimeBudget === undefined
          ? [
              requestFault(
                request,
                'dailyBudget',
                'budget_required',
                'An ad squad has a budget of its own, daily or lifetime.',
              ),
            ]
          : []),
        ...(request.lifetimeBudget !== undefined && request.endTime === undefined
          ? [requestFault(request, 'endTime', 'missing_field', 'A lifetime budget needs an end.')]
          : []),
        ...(geosOf(request).length === 0
          ? [
              requestFault(
                request,
                'location',
                'missing_field',
                'Name the countries: Snapchat shows an ad squad nowhere by itself.',
              ),
            ]
          : []),
      ],
      within(request, { objective }) {
        const goal = goalOf(request, objective);
        const message = `Say what to optimise for: an ad squad of a campaign for ${objective} has no usual goal.`;
        const { startTime, endTime } = request;
        return {
          faults:
            goal === undefined
              ? [requestFault(request, 'optimizationGoal', 'missing_field', message)]
              : [],
          facts: { capacity, ...defined({ optimizationGoal: goal, startTime, endTime }) },
        };
      },
    }),
  };

  function wired<R extends CommonRequest>(
    type: 'campaign' | 'adset',
    more: (request: R, access: Access, sent: Sent<R>) => Params,
  ) {
    const plural = plurals[type];
    return {
      most: perRequest,
      named: {
        longest,
        calls: 2,
        rename: (access: Access, made: readonly Renamed<R>[]) => rename(access, type, made),
      },
      async send(access: Access, sent: readonly Sent<R>[]): Promise<readonly Made[]> {
        const above =
          type === 'campaign'
            ? `adaccounts/${access.adAccountId}`
            : `campaigns/${sent[0]?.request.campaignId}`;
        const send = (body: Params) => api.calls.tried(access, `${above}/${plural}`, body);
        const objects = sent.map((each) => ({
          name: each.name,
          status: each.request.status ?? 'PAUSED',
          ...commonFields(type, each.request),
          ...more(each.request, access, each),
        }));
        const items = await writeAll(api, access, { plural, send }, objects);
        return items.map((item) => (item.ok ? { id: said(item.row.id) } : item));
      },
      async marked(access: Access, wanted: readonly Sent<R>[]) {
        const campaigns = new Set(wanted.flatMap(({ request }) => request.campaignId ?? []));
        const under = campaigns.size === 1 ? { under: `campaigns/${[...campaigns][0]}` } : {};
        const rows = await listRows(api, access, type, { ...under, deleted: true });
        return rows.map((row) => ({ id: said(row.id), text: said(row.name) })).reverse();
      },
    };
  }

  /** A write replaces the whole object, and one list reads all of them. */
  async function rename<R extends CommonRequest>(
    access: Access,
    type: 'campaign' | 'adset',
    made: readonly Renamed<R>[],
  ) {
    const under = type === 'adset' ? { under: `campaigns/${made[0]?.request.campaignId}` } : {};
    const rows = new Map(
      (await listRows(api, access, type, under)).map((row) => [said(row.id), row]),
    );
    return change(
      access,
      made.map(({ id, name }) => ({ type, id, fields: () => ({ name }) })),
      rows,
    );
  }

  function commonFields(
    type: 'campaign' | 'adset',
    { dailyBudget, lifetimeBudget, startTime, endTime }: CommonRequest,
  ): Params {
    const { daily, lifetime } = budgetFields[type];
    return {
      ...(dailyBudget !== undefined && { [daily]: toMicro(dailyBudget) }),
      ...(lifetimeBudget !== undefined && { [lifetime]: toMicro(lifetimeBudget) }),
      start_time: platformTime(startTime ?? clock.now()),
      ...(endTime !== undefined && { end_time: platformTime(endTime) }),
    };
  }
}

const goalOf = ({ optimizationGoal }: AdSetRequest, objective: string) =>
  optimizationGoal ?? usualGoals[objective];

const geosOf = ({ location, targeting = {} }: AdSetRequest): readonly unknown[] => [
  ...(location?.countries ?? []).map((code) => ({ country_code: code.toLowerCase() })),
  ...(Array.isArray(targeting.geos) ? targeting.geos : []),
];

/** Required ones by developers.snap.com, Ads API, ad squads. */
function adSquadFields(
  request: AdSetRequest,
  _access: Access,
  { above }: Sent<AdSetRequest>,
): Params {
  const { location_ids: _ids, ...targeting } = request.targeting ?? {};
  return {
    campaign_id: request.campaignId,
    type: 'SNAP_ADS',
    placement_v2: { config: 'AUTOMATIC' },
    billing_event: 'IMPRESSION',
    optimization_goal: goalOf(request, above?.objective ?? ''),
    ...(request.bidAmount === undefined
      ? { bid_strategy: 'AUTO_BID' }
      : { bid_strategy: 'LOWEST_COST_WITH_MAX_BID', bid_micro: toMicro(request.bidAmount) }),
    ...(request.pixelId !== undefined && { pixel_id: request.pixelId }),
    targeting: { ...targeting, geos: geosOf(request) },
  };
}
