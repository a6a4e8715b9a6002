import { sentName } from '../../../../core/base/schema/aliases.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { amountFaults, minimumFault } from '../../../../core/manage/amounts.ts';
import { withSource } from '../../../../core/ports/evidence.ts';
import { defined } from '../../kit/json.ts';
import { windowFaults } from '../../kit/updates.ts';
import type { BilledAccount, EntityFacts, Fault } from '../../types.ts';
import { checks } from '../checks.ts';
import { hasGeo } from '../location/geo.ts';
import { asGeo, locationFaults } from '../location/location.ts';
import { goalFor } from './optimization-goal.ts';
import type { AdSetRequest } from './schema.ts';

const HOUR = 3_600_000;

/** From the request alone. Pure. */
export function checkAdSet(request: AdSetRequest, account: BilledAccount, now: number): Fault[] {
  const at = (field: string) => sentName(request, field);
  const { dailyBudget, lifetimeBudget, endTime, startTime, location, targeting } = request;
  const money = [
    'dailyBudget',
    'lifetimeBudget',
    'bidAmount',
    'dailyMinSpendTarget',
    'dailySpendCap',
    'lifetimeMinSpendTarget',
    'lifetimeSpendCap',
  ] as const;
  // A floor on the return is a ratio.
  const isRatio = request.bidStrategy === 'LOWEST_COST_WITH_MIN_ROAS';
  const lasts =
    endTime === undefined ? 1 : (endTime - Math.max(now, startTime ?? now)) / (24 * HOUR);
  const faults: Fault[] = [
    ...amountFaults(
      account,
      request,
      isRatio ? money.filter((field) => field !== 'bidAmount') : money,
    ),
    ...minimumFault(account, at('dailyBudget'), dailyBudget),
    ...minimumFault(account, at('lifetimeBudget'), lifetimeBudget, lasts),
    ...windowFaults(request, now),
    ...(location === undefined ? [] : locationFaults(location, at('location'))),
    ...bidFaults(request),
    ...scheduleFaults(request, now),
    ...dayPartFaults(request),
  ];
  const add = (path: string, code: string, message: string) => faults.push({ path, code, message });

  if (dailyBudget !== undefined && lifetimeBudget !== undefined)
    add(at('lifetimeBudget'), 'two_budgets', 'Give a daily or a lifetime budget, not both.');
  if (lifetimeBudget !== undefined && endTime === undefined)
    add(at('endTime'), 'end_required', 'A lifetime budget needs an end: give endTime.');
  if (lifetimeBudget !== undefined && endTime !== undefined && endTime > now && lasts <= 1)
    add(
      at('endTime'),
      'too_short',
      'With a lifetime budget the end is more than 24 hours after the start.',
    );
  if (
    location === undefined &&
    targeting?.geo_locations !== undefined &&
    !hasGeo(asGeo(targeting.geo_locations))
  )
    add(
      join(at('targeting'), 'geo_locations'),
      'no_geo',
      'Name at least one country, region, city or postal code.',
    );
  if (
    targeting?.age_min !== undefined &&
    targeting.age_max !== undefined &&
    targeting.age_min > targeting.age_max
  )
    add(join(at('targeting'), 'age_max'), 'age_range', 'age_max is less than age_min.');
  if ((request.dsaBeneficiary === undefined) !== (request.dsaPayor === undefined))
    add(
      at(request.dsaPayor === undefined ? 'dsaPayor' : 'dsaBeneficiary'),
      'dsa_pair',
      'Give dsaBeneficiary and dsaPayor together.',
    );
  if (request.valueRulesApplied && request.valueRuleSetId === undefined)
    add(
      at('valueRuleSetId'),
      'value_rules',
      'To apply value rules name their set: give valueRuleSetId.',
    );
  for (const span of ['daily', 'lifetime'] as const) {
    const least = request[`${span}MinSpendTarget`];
    const most = request[`${span}SpendCap`];
    if (least !== undefined && most !== undefined && least > most)
      add(
        at(`${span}SpendCap`),
        'spend_range',
        `${span}SpendCap is less than ${span}MinSpendTarget.`,
      );
  }
  return faults;
}

const measured = [
  'pixel_id',
  'custom_conversion_id',
  'product_set_id',
  'application_id',
  'offline_conversion_data_set_id',
];

function bidFaults(request: AdSetRequest): Fault[] {
  const {
    bidStrategy,
    bidAmount,
    optimizationGoal: goal,
    billingEvent,
    promotedObject,
    destinationType,
  } = request;
  const at = (field: string) => sentName(request, field);
  const faults: Fault[] = [];
  const add = (path: string, code: string, message: string) => faults.push({ path, code, message });
  if (bidStrategy === 'LOWEST_COST_WITHOUT_CAP' && bidAmount !== undefined)
    add(at('bidAmount'), 'contradiction', 'LOWEST_COST_WITHOUT_CAP takes no bidAmount.');
  if (bidStrategy === 'LOWEST_COST_WITH_MIN_ROAS' && goal !== undefined && goal !== 'VALUE')
    faults.push({
      path: at('optimizationGoal'),
      code: 'goal',
      message: 'A floor on the return works with the goal VALUE alone.',
    });
  if (
    billingEvent !== undefined &&
    billingEvent !== 'IMPRESSIONS' &&
    goal !== undefined &&
    billingEvent !== goal
  )
    add(
      at('billingEvent'),
      'billing_event',
      `With the goal ${goal} the platform bills IMPRESSIONS.`,
    );
  const messaging =
    destinationType?.startsWith('MESSAGING_') ||
    ['MESSENGER', 'WHATSAPP'].includes(destinationType ?? '');
  if (messaging && promotedObject?.page_id === undefined)
    add(
      join(at('promotedObject'), 'page_id'),
      'page_required',
      'Messages go to a page: give promotedObject.page_id.',
    );
  return faults;
}

/** Day parts need a lifetime budget and whole hours. */
function dayPartFaults(request: AdSetRequest): Fault[] {
  const { adsetSchedule, pacingType, lifetimeBudget } = request;
  const at = sentName(request, 'adsetSchedule');
  const parted = pacingType?.includes('day_parting') === true;
  const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });
  if (adsetSchedule === undefined)
    return parted
      ? [
          fault(
            at,
            'schedule_required',
            'day_parting needs the hours to deliver in: give adsetSchedule.',
          ),
        ]
      : [];
  const pacing = sentName(request, 'pacingType');
  return [
    ...(pacingType !== undefined && !parted
      ? [
          fault(
            pacing,
            'contradiction',
            'adsetSchedule goes with the pacing day_parting: leave pacingType out.',
          ),
        ]
      : []),
    ...(lifetimeBudget === undefined
      ? [
          fault(
            sentName(request, 'lifetimeBudget'),
            'lifetime_budget_only',
            'adsetSchedule goes with a lifetime budget.',
          ),
        ]
      : []),
    ...adsetSchedule.flatMap((part, position) => {
      const { startMinute, endMinute } = part;
      const end = join(join(at, position), sentName(part, 'endMinute'));
      if (endMinute <= startMinute)
        return [fault(end, 'too_short', 'This period ends before it begins.')];
      const whole = startMinute % 60 === 0 && endMinute % 60 === 0;
      return whole
        ? []
        : [
            fault(
              end,
              'whole_hours',
              'Periods begin and end on the hour: give minutes that 60 divides.',
            ),
          ];
    }),
  ];
}

const PERIOD = 3 * HOUR;
const MOST_TIMES = 8;

function scheduleFaults(request: AdSetRequest, now: number): Fault[] {
  const { budgetSchedules = [], dailyBudget } = request;
  const list = sentName(request, 'budgetSchedules');
  if (budgetSchedules.length > 0 && dailyBudget === undefined)
    return [
      {
        path: list,
        code: 'daily_budget_only',
        message: 'Budget schedules go with a daily budget of the ad set: give dailyBudget.',
      },
    ];
  return budgetSchedules.flatMap((schedule, position) => {
    const path = join(list, position);
    const { budgetValue, budgetValueType = 'ABSOLUTE', timeStart, timeEnd } = schedule;
    const times =
      budgetValueType === 'MULTIPLIER' ? budgetValue : budgetValue / (dailyBudget ?? budgetValue);
    const fault = (field: string, code: string, message: string): Fault => ({
      path: join(path, sentName(schedule, field)),
      code,
      message,
    });
    return [
      ...(timeEnd <= now ? [fault('timeEnd', 'end_in_past', 'This period has passed.')] : []),
      ...(timeEnd - timeStart < PERIOD
        ? [fault('timeEnd', 'too_short', 'A period lasts at least 3 hours.')]
        : []),
      ...(times > MOST_TIMES
        ? [fault('budgetValue', 'too_high', 'A period may have at most 8 times the daily budget.')]
        : []),
    ];
  });
}

/** What forbids an ad set in a campaign that exists. Pure. */
export function elsewhere(
  request: AdSetRequest,
  campaign: EntityFacts,
  account: { readonly adAccountId: string },
): Fault[] {
  const path = sentName(request, 'campaignId');
  const { status, adAccountId } = campaign;
  const isGone = status === 'DELETED' || status === 'ARCHIVED';
  return [
    ...(adAccountId === account.adAccountId
      ? []
      : [{ path, code: 'other_account', message: `This campaign belongs to ${adAccountId}.` }]),
    ...(isGone
      ? [
          {
            path,
            code: 'campaign_gone',
            message: `This campaign is ${status.toLowerCase()}; it takes no new ad sets.`,
          },
        ]
      : []),
  ];
}

/** Once the campaign is known. Pure. */
export function checkAgainstCampaign(
  request: AdSetRequest,
  campaign: Pick<EntityFacts, 'objective' | 'dailyBudget' | 'lifetimeBudget' | 'endTime'>,
  settled: {
    readonly bidAmount?: number;
    readonly promotedObject?: { readonly [field: string]: string };
  },
): Fault[] {
  const at = (field: string) => sentName(request, field);
  const faults: Fault[] = [];
  const add = (path: string, code: string, message: string) => faults.push({ path, code, message });
  const campaignBudget =
    campaign.dailyBudget !== undefined || campaign.lifetimeBudget !== undefined;
  const own =
    request.dailyBudget !== undefined
      ? 'dailyBudget'
      : request.lifetimeBudget !== undefined
        ? 'lifetimeBudget'
        : undefined;
  if (campaignBudget && own !== undefined)
    add(
      at(own),
      'budget_on_campaign',
      'The campaign holds the budget and shares it out. Leave the budget of the ad set out.',
    );
  if (!campaignBudget && own === undefined)
    add(
      at('dailyBudget'),
      'budget_required',
      'Neither the campaign nor the ad set has a budget: give dailyBudget or lifetimeBudget.',
    );
  if (
    campaign.lifetimeBudget !== undefined &&
    request.endTime === undefined &&
    campaign.endTime === undefined
  )
    add(
      at('endTime'),
      'end_required',
      'The campaign has a lifetime budget, so its ad sets need an end: give endTime.',
    );
  if (
    ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS'].includes(
      request.bidStrategy ?? '',
    ) &&
    settled.bidAmount === undefined
  )
    add(at('bidAmount'), 'bid_required', `${request.bidStrategy} needs a bidAmount.`);
  const goal = goalFor(defined({ ...request, ...settled }), campaign.objective ?? '');
  if (
    ['LEAD_GENERATION', 'PAGE_LIKES', 'CONVERSATIONS'].includes(goal) &&
    settled.promotedObject?.page_id === undefined
  )
    add(
      join(at('promotedObject'), 'page_id'),
      'page_required',
      `The goal ${goal} belongs to a page: give promotedObject.page_id.`,
    );
  if (['APP_INSTALLS', 'APP_INSTALLS_AND_OFFSITE_CONVERSIONS'].includes(goal))
    for (const field of ['application_id', 'object_store_url'] as const)
      if (settled.promotedObject?.[field] === undefined)
        add(
          join(at('promotedObject'), field),
          'app_required',
          `The goal ${goal} promotes an app: give promotedObject.${field}.`,
        );
  if (
    ['OFFSITE_CONVERSIONS', 'VALUE'].includes(request.optimizationGoal ?? '') &&
    !measured.some((field) => settled.promotedObject?.[field] !== undefined)
  )
    add(
      at('promotedObject'),
      'conversion_required',
      `The goal ${request.optimizationGoal} needs something to measure by: give promotedObject with a pixel_id and a custom_event_type.`,
    );
  const promoted = at('promotedObject');
  if (!faults.some(({ path }) => path.startsWith(promoted)))
    for (const { row, missing } of unmetNeeds(
      request.optimizationGoal,
      settled.promotedObject ?? {},
    ))
      add(promoted, 'needs_event', withSource(`${row.says} Give promotedObject ${missing}.`, row));
  return faults;
}

function unmetNeeds(goal: string | undefined, promoted: object) {
  return checks.flatMap((row) => {
    if (row.about !== 'matrix' || row.destinations !== undefined) return [];
    const { goals, needs } = row;
    if (needs === undefined || (goals !== undefined && !goals.includes(goal ?? ''))) return [];
    const isMet = needs.some((members) => members.every((member) => member in promoted));
    return isMet
      ? []
      : [{ row, missing: needs.map((members) => members.join(' with ')).join(', or ') }];
  });
}
