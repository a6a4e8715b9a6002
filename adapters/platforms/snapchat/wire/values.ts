import { addDays } from '../../../../core/base/time/days.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';
import { fromMicro } from '../../kit/currencies.ts';
import { defined, text, wordsIn } from '../../kit/json.ts';
import type { Budgets, EntityStatus, EntityType, Pace, Row } from '../../types.ts';

export const plurals: { readonly [T in EntityType]: 'campaigns' | 'adsquads' | 'ads' } = {
  campaign: 'campaigns',
  adset: 'adsquads',
  ad: 'ads',
};

export function statusOf(row: Row): EntityStatus {
  if (row.deleted === true) return 'DELETED';
  return text(row.status)?.toUpperCase() === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
}

export const parentOf = (type: EntityType, row: Row) =>
  text(
    type === 'campaign' ? row.ad_account_id : type === 'adset' ? row.campaign_id : row.ad_squad_id,
  );

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => uuid.test(text);

/** Readable and not writable. All else is sent back: a write loses what it leaves out. */
const readOnly: readonly string[] = wordsIn(`
  created_at updated_at created_by_app_id created_by_user last_updated_by_app_id last_updated_by_user delivery_status
  review_status review_status_reasons review_status_details effective_status creation_state targeting_reach_status
  delivery_properties_version packaging_status semantic_id render_type deleted
`);

export function writable(row: Row) {
  const isKept = ([field, value]: readonly [string, unknown]) =>
    !readOnly.includes(field) &&
    value !== undefined &&
    value !== null &&
    // New ad squads have this instead of the old placement.
    !(field === 'placement' && value === 'UNSUPPORTED');
  return Object.fromEntries(Object.entries(row).filter(isKept));
}

/** A campaign's lifetime budget is a cap. */
export const budgetFields = {
  campaign: { daily: 'daily_budget_micro', lifetime: 'lifetime_spend_cap_micro' },
  adset: { daily: 'daily_budget_micro', lifetime: 'lifetime_budget_micro' },
} as const;

export const paceOf = (row: Row): Pace =>
  defined({
    startTime: msOf(row.start_time),
    endTime: msOf(row.end_time),
    weekdays: row.pacing_type === 'ACCELERATED' ? 0 : undefined,
  });

export function budgetsOf(type: 'campaign' | 'adset', row: Row): Budgets {
  const { daily, lifetime } = budgetFields[type];
  const dailyBudget = fromMicro(row[daily]);
  const lifetimeBudget = fromMicro(row[lifetime]);
  return {
    ...(dailyBudget !== undefined && dailyBudget > 0 && { dailyBudget }),
    ...(lifetimeBudget !== undefined && lifetimeBudget > 0 && { lifetimeBudget }),
  };
}

export const platformTime = (ms: number) => new Date(ms).toISOString();

export function msOf(time: unknown) {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : ms;
}

export function dayStart(day: string, zone: string) {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const ahead = (at: number) => wallClock(at, zone) - at;
  // Twice: the zone's offset at midnight UTC may differ from the one at its own midnight.
  return utc - ahead(utc - ahead(utc));
}

/** In the account's time, with its offset from UTC. */
export function dayBound(day: string, zone: string) {
  const start = dayStart(day, zone);
  const minutes = Math.round((wallClock(start, zone) - start) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(start + minutes * 60_000).toISOString().slice(0, 23)}${offset}`;
}

export const boundsOf = (from: string, to: string, zone: string) => ({
  start_time: dayBound(from, zone),
  end_time: dayBound(addDays(to, 1), zone),
});
