import { sentName } from '../../../../core/base/schema/aliases.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { amountFaults } from '../../../../core/manage/amounts.ts';
import { asRow, defined, text } from '../../kit/json.ts';
import { windowFaults } from '../../kit/updates.ts';
import type { Access, Fault, Row, Targeting, Updating } from '../../types.ts';
import { destinationWord } from '../create/ad-sets.ts';
import { endedSettings } from '../create/ended.ts';
import {
  countryFaults,
  inBrandWords,
  namedPositions,
  withAudienceFlag,
  writableTargeting,
} from '../create/targeting.ts';
import { hasGeo } from '../location/geo.ts';
import { applyLocation, asGeo, locationFaults } from '../location/location.ts';
import type { Calls } from '../wire/calls.ts';
import {
  liftedBid,
  money,
  ownOperations,
  plain,
  type Reading,
  time,
  type UpdateField,
  type UpdateFields,
  updatingFields,
} from './object.ts';
import type { AdSetUpdate } from './schema.ts';

const MIN_ROAS = 'LOWEST_COST_WITH_MIN_ROAS';

/** More can be read than written. */
const targetingField: UpdateField = {
  ...plain('targeting', 'resets'),
  shown: (read) =>
    asRow(read) === undefined
      ? null
      : (writableTargeting(asRow(read) ?? {}) as Row & { [name: string]: never }),
};

/** Kept as ten-thousandths. */
const roasFloor: UpdateField = {
  ...plain('bid_constraints', 'depends'),
  sent: (value) => ({ roas_average_floor: Math.round(Number(value) * 10_000) }),
  shown: (read) => {
    const floor = Number(asRow(read)?.roas_average_floor);
    return Number.isFinite(floor) ? floor / 10_000 : null;
  },
};

const fields: UpdateFields = {
  name: plain('name', 'keeps'),
  targeting: targetingField,
  optimizationGoal: plain('optimization_goal'),
  billingEvent: plain('billing_event'),
  bidStrategy: plain('bid_strategy', 'resets'),
  bidAmount: money('bid_amount', 'depends'),
  roasFloor,
  destinationType: plain('destination_type'),
  promotedObject: plain('promoted_object'),
  attributionSpec: plain('attribution_spec'),
  startTime: time('start_time'),
  endTime: time('end_time', 0),
  pacingType: plain('pacing_type'),
  adsetSchedule: plain('adset_schedule'),
  existingCustomerBudgetPercentage: plain('existing_customer_budget_percentage'),
  placementSoftOptOut: plain('placement_soft_opt_out'),
  dsaBeneficiary: plain('dsa_beneficiary'),
  dsaPayor: plain('dsa_payor'),
  valueRuleSetId: plain('value_rule_set_id'),
  valueRulesApplied: plain('value_rules_applied'),
  dailyMinSpendTarget: money('daily_min_spend_target'),
  dailySpendCap: money('daily_spend_cap'),
  lifetimeMinSpendTarget: money('lifetime_min_spend_target'),
  lifetimeSpendCap: money('lifetime_spend_cap'),
};

const amounts = [
  'bidAmount',
  'dailyMinSpendTarget',
  'dailySpendCap',
  'lifetimeMinSpendTarget',
  'lifetimeSpendCap',
] as const;

export const adSetUpdating = (calls: Calls, reading: Reading): Updating => ({
  money: {
    bidAmount: 'bid',
    dailySpendCap: 'daily-cap',
    lifetimeSpendCap: 'lifetime-cap',
    dailyMinSpendTarget: 'daily-floor',
    lifetimeMinSpendTarget: 'lifetime-floor',
    pacingType: 'pace',
    adsetSchedule: 'pace',
  },
  ...updatingFields(calls, reading, {
    type: 'adset',
    idField: 'adSetId',
    fields,
    also: ['lifetime_budget'],
    wanted: (sent, row, access) => wantedOf(sent as AdSetUpdate, row, access),
  }),
  check(sent, account, now) {
    const request = sent as AdSetUpdate;
    const { bidStrategy, location, locationMode = 'replace' } = request;
    return [
      ...ownOperations(request),
      ...amountFaults(
        account,
        request,
        bidStrategy === MIN_ROAS ? amounts.filter((field) => field !== 'bidAmount') : amounts,
      ),
      ...windowFaults(request, now),
      ...(location === undefined
        ? []
        : locationFaults(location, sentName(request, 'location'), locationMode)),
    ];
  },
});

function wantedOf(request: AdSetUpdate, row: Row, access: Access) {
  const {
    bidAmount,
    destinationType,
    placementSoftOptOut,
    adsetSchedule,
    pacingType,
    location: _l,
    ...rest
  } = request;
  const current = writableTargeting(asRow(row.targeting) ?? {});
  const targeting = targetingAfter(request, current);
  const isRatio = (request.bidStrategy ?? text(row.bid_strategy)) === MIN_ROAS;
  return {
    values: defined({
      ...rest,
      targeting,
      ...(isRatio ? { roasFloor: bidAmount } : { bidAmount }),
      destinationType: destinationType && destinationWord(destinationType),
      placementSoftOptOut: placementSoftOptOut && namedPositions(placementSoftOptOut),
      pacingType: pacingType ?? (adsetSchedule && ['day_parting']),
      adsetSchedule: adsetSchedule?.map(
        ({ startMinute, endMinute, days, timezoneType = 'USER' }) => ({
          start_minute: startMinute,
          end_minute: endMinute,
          days,
          timezone_type: timezoneType,
        }),
      ),
    }),
    warnings: endedSettings(request),
    liftsBid: liftedBid(request, row, amountOf(fields.bidAmount?.shown(row.bid_amount, access))),
    faults: [
      ...geoFaults(request, targeting),
      ...bidFaults(request, row),
      ...scheduleFaults(request, row),
    ],
  };
}

const amountOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Named members replace; a location changes the places alone. */
function targetingAfter(request: AdSetUpdate, current: Targeting): Targeting | undefined {
  const { targeting, location, locationMode = 'replace' } = request;
  if (targeting === undefined && location === undefined) return undefined;
  const merged = { ...current, ...inBrandWords(targeting ?? {}) };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, member]) => member !== null));
  return withAudienceFlag(
    location === undefined ? kept : applyLocation(kept, location, locationMode),
  );
}

/** The platform needs a place or a custom audience. */
function geoFaults(request: AdSetUpdate, targeting: Targeting | undefined): Fault[] {
  const unknown = countryFaults(request.targeting ?? {}, sentName(request, 'targeting'));
  if (unknown.length > 0) return unknown;
  if (
    targeting === undefined ||
    hasGeo(asGeo(targeting.geo_locations)) ||
    targeting.custom_audiences !== undefined
  )
    return [];
  const path = join(sentName(request, 'targeting'), 'geo_locations');
  return [
    { path, code: 'no_geo', message: 'Name at least one country, region, city or postal code.' },
  ];
}

function bidFaults(request: AdSetUpdate, row: Row): Fault[] {
  const { bidStrategy, bidAmount } = request;
  const strategy = bidStrategy ?? text(row.bid_strategy);
  if (strategy === 'LOWEST_COST_WITHOUT_CAP' && bidAmount !== undefined) {
    const message = 'LOWEST_COST_WITHOUT_CAP takes no bidAmount. Give another bidStrategy with it.';
    return [{ path: sentName(request, 'bidAmount'), code: 'contradiction', message }];
  }
  const hasBid =
    bidAmount !== undefined ||
    (strategy === MIN_ROAS ? row.bid_constraints : row.bid_amount) !== undefined;
  if (bidStrategy === undefined || bidStrategy === 'LOWEST_COST_WITHOUT_CAP' || hasBid) return [];
  return [
    {
      path: sentName(request, 'bidAmount'),
      code: 'bid_required',
      message: `${bidStrategy} needs a bidAmount.`,
    },
  ];
}

function scheduleFaults(request: AdSetUpdate, row: Row): Fault[] {
  if (request.adsetSchedule === undefined || Number(row.lifetime_budget ?? 0) > 0) return [];
  const message = 'adsetSchedule goes with a lifetime budget, which this ad set does not have.';
  return [{ path: sentName(request, 'adsetSchedule'), code: 'lifetime_budget_only', message }];
}
