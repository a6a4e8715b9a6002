import {
  campaignReader,
  creationOf,
  eachOf,
  madeBy,
  requestFault,
  type Sent,
} from '../../kit/create.ts';
import { defined, said } from '../../kit/json.ts';
import type {
  Access,
  Api,
  Clock,
  CommonRequest,
  CreateCapability,
  EditCapability,
  Params,
  ParentFacts,
  WriteTimes,
} from '../../types.ts';
import { moneyOf } from '../money.ts';
import { capacity } from '../read/accounts.ts';
import { readEntities } from '../read/inspect.ts';
import { collectionPath, listGroups, rowId } from '../read/objects.ts';
import { accountUrn, idOf, numberOf, organizationUrn, urnOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';
import { every } from '../wire/statuses.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

const longest = 100;

/** Where LinkedIn bids by itself ("Create and Manage Campaigns", li-lms-2026-05). */
const usualGoals: { readonly [objective: string]: string } = {
  BRAND_AWARENESS: 'MAX_IMPRESSION',
  WEBSITE_VISIT: 'MAX_CLICK',
  ENGAGEMENT: 'MAX_CLICK',
  VIDEO_VIEW: 'MAX_VIDEO_VIEW',
  LEAD_GENERATION: 'MAX_LEAD',
  WEBSITE_CONVERSION: 'MAX_CONVERSION',
  JOB_APPLICANT: 'MAX_CLICK',
};

interface Ports extends Api {
  readonly clock: Clock;
  /** The organization of the ad account, as a URN. */
  ownerOf(access: Access): Promise<string>;
}

/** One call each, and one to take the mark off the name: no other field holds one. */
export function createCreate(
  { clock, ownerOf, ...api }: Ports,
  rename: NonNullable<EditCapability['rename']>,
  times: WriteTimes,
): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({
      level: 'campaign',
      ...wired('campaign', async (_access, { request }) => ({ objectiveType: request.objective })),
      keep: ({ politicalAds }) => defined({ politicalAds }),
      asParent: ({ objective, dailyBudget, lifetimeBudget, endTime, politicalAds }) => ({
        objective,
        ...defined({ dailyBudget, lifetimeBudget, endTime }),
        kept: defined({ politicalAds }),
      }),
    }),
    adSet: creationOf<AdSetRequest>({
      level: 'adSet',
      ...wired('adset', adSetFields),
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      faults: (request) => [
        ...(request.dailyBudget === undefined && request.lifetimeBudget === undefined
          ? [
              requestFault(
                request,
                'dailyBudget',
                'budget_required',
                'A campaign of LinkedIn has a budget of its own, daily or lifetime.',
              ),
            ]
          : []),
        ...(criteriaOf(request) === undefined
          ? [
              requestFault(
                request,
                'targeting',
                'missing_field',
                'Name the places by their ids: LinkedIn asks for at least one.',
              ),
            ]
          : []),
        ...(request.bidAmount !== undefined && request.optimizationGoal !== undefined
          ? [
              requestFault(
                request,
                'bidAmount',
                'contradiction',
                'Give a bid, or a goal that LinkedIn bids for.',
              ),
            ]
          : []),
      ],
      within(request, campaign) {
        const { startTime, endTime } = request;
        return {
          faults: [
            ...(campaign.objective === ''
              ? [requestFault(request, 'campaignId', 'other_objective', noObjective)]
              : []),
            ...(politicalOf(request, campaign) === undefined
              ? [requestFault(request, 'politicalAds', 'missing_field', undeclared)]
              : []),
          ],
          facts: {
            capacity,
            ...defined({ optimizationGoal: goalOf(request, campaign), startTime, endTime }),
          },
        };
      },
    }),
  };

  function wired<R extends CommonRequest>(
    type: 'campaign' | 'adset',
    fieldsOf: (access: Access, sent: Sent<R>) => Promise<Params>,
  ) {
    return {
      named: { longest, rename },
      send: eachOf<R>(async (access, sent) => {
        const { dailyBudget, lifetimeBudget, startTime, endTime, status = 'PAUSED' } = sent.request;
        const body = {
          account: accountUrn(access.adAccountId),
          name: sent.name,
          status,
          ...(dailyBudget !== undefined && { dailyBudget: moneyOf(access, dailyBudget) }),
          ...(lifetimeBudget !== undefined && { totalBudget: moneyOf(access, lifetimeBudget) }),
          runSchedule: {
            start: startTime ?? clock.now(),
            ...(endTime !== undefined && { end: endTime }),
          },
          ...(await fieldsOf(access, sent)),
        };
        const answer = await api.calls.tried(access, collectionPath(access, type), body);
        return madeBy(api.wire.fail, answer, (good) => {
          const id = idMade(good);
          return id === undefined ? undefined : idOf(type, id);
        });
      }),
      async marked(access: Access, wanted: readonly Sent<R>[]) {
        const below = [...new Set(wanted.flatMap(({ request }) => request.campaignId ?? []))];
        const rows = await listGroups(api.calls, access, {
          type,
          statuses: every,
          ...(below.length > 0 && { below }),
        });
        return rows.map((row) => ({ id: rowId(type, row), text: said(row.name) })).reverse();
      },
    };
  }

  async function adSetFields(
    access: Access,
    { request, above }: Sent<AdSetRequest>,
  ): Promise<Params> {
    const campaign = above ?? { objective: '' };
    const { campaignId, bidAmount, organizationId, locale = 'en_US' } = request;
    const [language = '', country = ''] = locale.split('_');
    return {
      campaignGroup: urnOf('campaign', campaignId),
      type: 'SPONSORED_UPDATES',
      objectiveType: campaign.objective,
      costType: bidAmount === undefined ? 'CPM' : 'CPC',
      ...(bidAmount !== undefined && { unitCost: moneyOf(access, bidAmount) }),
      ...defined({ optimizationTargetType: goalOf(request, campaign) }),
      locale: { language, country },
      targetingCriteria: criteriaOf(request),
      associatedEntity:
        organizationId === undefined ? await ownerOf(access) : organizationUrn(organizationId),
      creativeSelection: 'OPTIMIZED',
      // The narrowest: neither partners' pages nor people like those described.
      offsiteDeliveryEnabled: false,
      audienceExpansionEnabled: false,
      politicalIntent: politicalOf(request, campaign) === 'YES' ? 'POLITICAL' : 'NOT_POLITICAL',
    };
  }
}

const noObjective =
  'The campaign group has no objective. Make a new one, or give it an objective in Campaign Manager.';
const undeclared =
  'Say whether it holds political advertising by the rules of the EU: only you can declare it.';

const politicalOf = ({ politicalAds }: AdSetRequest, { kept }: ParentFacts) =>
  politicalAds ?? (kept as { readonly politicalAds?: 'YES' | 'NO' } | undefined)?.politicalAds;

const goalOf = ({ bidAmount, optimizationGoal }: AdSetRequest, { objective }: ParentFacts) =>
  bidAmount === undefined ? (optimizationGoal ?? usualGoals[objective]) : 'NONE';

function criteriaOf({ targeting = {} }: AdSetRequest): Params | undefined {
  const { location_ids = [], include, exclude } = targeting;
  if (include !== undefined) return { include, ...(exclude !== undefined && { exclude }) };
  if (location_ids.length === 0) return undefined;
  const places = location_ids.map((id) => `urn:li:geo:${numberOf(id)}`);
  return { include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': places } }] } };
}
