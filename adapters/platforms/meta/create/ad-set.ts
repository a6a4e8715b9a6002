import { explained, PlatformError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { defined, text } from '../../kit/json.ts';
import type {
  Access,
  Creation,
  EntityFacts,
  InspectCapability,
  Json,
  NewBudget,
  Params,
  RefusedPart,
  Row,
  Targeting,
} from '../../types.ts';
import { adSetLike } from '../copy/like.ts';
import { targetingOf } from '../location/location.ts';
import { capacity } from '../read/accounts.ts';
import { weekdaysOf } from '../read/pace.ts';
import type { Calls } from '../wire/calls.ts';
import { minorOf, secondsOf } from '../wire/params.ts';
import { createAdSet, destinationWord, findAdSet } from './ad-sets.ts';
import { amountsOf, bidsOf, budgetsOf } from './campaign.ts';
import { checkAdSet, checkAgainstCampaign, elsewhere } from './check-ad-set.ts';
import { endedSettings } from './ended.ts';
import { type CampaignSettings, goalFor, type NewAdSet } from './optimization-goal.ts';
import type { AdSetRequest } from './schema.ts';
import { countryFaults, inBrandWords, positionFaults } from './targeting.ts';

interface Parts {
  readonly calls: Calls;
  readonly version: string;
  readonly inspect: Pick<InspectCapability, 'entities'>;
}

/** Two calls, one in a campaign that was just made, and one more for each budget schedule. */
export const adSetCreation = ({ calls, version, inspect }: Parts): Creation => ({
  check: (request, account, now) => [
    ...checkAdSet(request as AdSetRequest, account, now),
    ...positionFaults(
      (request as AdSetRequest).targeting ?? {},
      version,
      sentName(request, 'targeting'),
    ),
    ...countryFaults((request as AdSetRequest).targeting ?? {}, sentName(request, 'targeting')),
  ],
  budgets: (request) => [
    ...budgetsOf(request),
    ...scheduledBudgets(request as AdSetRequest),
    ...amountsOf(request as AdSetRequest, {
      dailySpendCap: 'daily',
      dailyMinSpendTarget: 'daily',
      lifetimeSpendCap: 'lifetime',
      lifetimeMinSpendTarget: 'lifetime',
    }),
    ...bidsOf(request as AdSetRequest, 'bidAmount'),
  ],
  notes: (request) => ({
    warnings: [
      ...endedSettings(request as AdSetRequest),
      ...(targetingOf((request as AdSetRequest).targeting, (request as AdSetRequest).location)
        .defaulted
        ? [
            {
              path: sentName(request, 'location'),
              code: 'default_location',
              message: 'No location was given, so the ad set targets the United States.',
            },
          ]
        : []),
    ],
  }),
  within(sent, { objective, kept, ...campaign }) {
    const request = sent as AdSetRequest;
    const settled = settledWith(request, settingsOf(kept));
    const { dailyBudget = 0, budgetSchedules = [] } = request;
    const { startTime, endTime, destinationType } = request;
    return {
      faults: checkAgainstCampaign(request, { objective, ...campaign }, settled),
      facts: {
        capacity,
        ...defined({
          startTime,
          endTime,
          optimizationGoal: goalFor({ ...defined(request), ...settled }, objective),
          destinationType: destinationType && destinationWord(destinationType),
          promotedPage: settled.promotedObject?.page_id,
          weekdays: weekdaysOf({
            pacing_type: request.pacingType,
            adset_schedule: request.adsetSchedule,
          }),
          peaks:
            budgetSchedules.length === 0
              ? undefined
              : schedulesOf(request).map(({ budgetValue, budgetValueType, endTime: until }) => ({
                  dailyBudget:
                    budgetValueType === 'MULTIPLIER' ? dailyBudget * budgetValue : budgetValue,
                  until,
                })),
        }),
      },
    };
  },
  like: (access, id, given) => adSetLike(calls, access, id, given),
  calls: ({ budgetSchedules = [] }: AdSetRequest) => ({ make: 1, finish: budgetSchedules.length }),
  async prepare(access, sent, kept, above) {
    const request = sent as AdSetRequest;
    const settings = settingsOf(kept);
    const settled = settledWith(request, settings);
    const read =
      above === undefined ? await readCampaign(inspect, access, request.campaignId) : undefined;
    const input = newAdSet(
      request,
      read ?? above ?? {},
      wantedTargeting(request, settings),
      settled,
    );
    return {
      faults:
        read === undefined
          ? []
          : [...elsewhere(request, read, access), ...checkAgainstCampaign(request, read, settled)],
      send: (mark) => createAdSet(calls, version, { access, input, mark }),
    };
  },
  find: (access, request, mark, kept) =>
    findAdSet(calls, access, {
      mark,
      name: request.name,
      targeting: wantedTargeting(request as AdSetRequest, settingsOf(kept)),
    }),
  finish: (access, request, { id }, isNew) =>
    addSchedules(calls, access, { id, isNew }, schedulesOf(request as AdSetRequest)),
});

const settingsOf = (kept: Json | undefined): CampaignSettings =>
  (kept as CampaignSettings | undefined) ?? {};

const settledWith = (
  request: AdSetRequest,
  settings: CampaignSettings,
): Pick<NewAdSet, 'bidAmount' | 'promotedObject'> =>
  defined({
    bidAmount: request.bidAmount ?? settings.bidAmount,
    promotedObject: request.promotedObject ?? settings.promotedObject,
  });

async function readCampaign(
  inspect: Parts['inspect'],
  access: Access,
  id: string,
): Promise<EntityFacts> {
  const [campaign] = await inspect.entities(access, [{ type: 'campaign', id }]);
  if (campaign === undefined) throw new Error('The campaign was asked for and not answered.');
  if ('failure' in campaign) throw new PlatformError(campaign.failure);
  return campaign;
}

function wantedTargeting(request: AdSetRequest, settings: CampaignSettings): Targeting {
  const targeting = inBrandWords(targetingOf(request.targeting, request.location).targeting);
  if (!settings.automated || targeting.targeting_automation !== undefined) return targeting;
  return { ...targeting, targeting_automation: { advantage_audience: 1 } };
}

function newAdSet(
  request: AdSetRequest,
  campaign: Pick<EntityFacts, 'objective' | 'dailyBudget' | 'lifetimeBudget'>,
  targeting: Targeting,
  settled: Pick<NewAdSet, 'bidAmount' | 'promotedObject'>,
): NewAdSet {
  const {
    accountId: _account,
    workspaceId: _workspace,
    location: _location,
    budgetSchedules: _later,
    status,
    ...rest
  } = request;
  return {
    ...defined(rest),
    campaignId: request.campaignId,
    campaign: {
      objective: campaign.objective ?? '',
      hasBudget: campaign.dailyBudget !== undefined || campaign.lifetimeBudget !== undefined,
    },
    name: request.name,
    status: status ?? 'PAUSED',
    targeting,
    ...settled,
  };
}

const schedulesOf = ({ budgetSchedules = [] }: AdSetRequest): readonly BudgetSchedule[] =>
  budgetSchedules.map(({ budgetValue, budgetValueType = 'ABSOLUTE', timeStart, timeEnd }) => ({
    budgetValue,
    budgetValueType,
    startTime: timeStart,
    endTime: timeEnd,
  }));

const scheduledBudgets = (request: AdSetRequest): NewBudget[] =>
  (request.budgetSchedules ?? []).map((schedule, position) => {
    const { budgetValue, budgetValueType = 'ABSOLUTE' } = schedule;
    const amount =
      budgetValueType === 'ABSOLUTE' ? budgetValue : budgetValue * (request.dailyBudget ?? 0);
    const path = join(
      join(sentName(request, 'budgetSchedules'), position),
      sentName(schedule, 'budgetValue'),
    );
    return { kind: 'daily', amount, path };
  });

interface BudgetSchedule {
  readonly budgetValue: number;
  readonly budgetValueType: 'ABSOLUTE' | 'MULTIPLIER';
  readonly startTime: number;
  readonly endTime: number;
}

/** One call for each schedule, and one to list them where the ad set is not new. */
async function addSchedules(
  calls: Calls,
  access: Access,
  adSet: { readonly id: string; readonly isNew: boolean },
  schedules: readonly BudgetSchedule[],
) {
  const edge = `${adSet.id}/budget_schedules`;
  const fields = 'budget_value,budget_value_type,time_start,time_end';
  const there =
    adSet.isNew || schedules.length === 0 ? [] : await calls.list(access, edge, { fields });
  const refused: RefusedPart[] = [];
  for (const [position, schedule] of schedules.entries()) {
    const params = scheduleParams(access, schedule);
    if (there.some((row) => isSame(row, params))) continue;
    const answer = await calls.tried(access, edge, params);
    if (answer.ok) continue;
    const message = `A budget schedule was refused: ${explained(answer.failure)}`;
    refused.push({ path: `budgetSchedules[${position}]`, message });
  }
  return refused;
}

function scheduleParams(access: Access, schedule: BudgetSchedule) {
  const absolute = schedule.budgetValueType === 'ABSOLUTE';
  return {
    budget_value: absolute ? minorOf(access, schedule.budgetValue) : schedule.budgetValue,
    budget_value_type: schedule.budgetValueType,
    time_start: Math.floor(schedule.startTime / 1000),
    time_end: Math.floor(schedule.endTime / 1000),
  };
}

const isSame = (row: Row, params: Params) =>
  Number(row.budget_value) === Number(params.budget_value) &&
  text(row.budget_value_type) === params.budget_value_type &&
  secondsOf(row.time_start) === params.time_start &&
  secondsOf(row.time_end) === params.time_end;
