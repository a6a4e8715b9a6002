import { rowsById } from '../../kit/anywhere.ts';
import { asRow, at, compareIds, numeric, said, text } from '../../kit/json.ts';
import type { Access, Budgets, Calls, Params, Row } from '../../types.ts';
import { mostAtOnce } from '../wire/client.ts';
import { msOf } from '../wire/values.ts';

export const allCampaigns = async (calls: Calls, access: Access) =>
  newestFirst(await calls.list(access, 'campaign/list'));

export const campaignsById = (calls: Calls, access: Access, ids: readonly string[]) =>
  rowsById(ids, { size: mostAtOnce }, (some) =>
    calls.list(access, 'campaign/list', { ids: some.join(',') }),
  );

export const idOf = (row: Row) => said(row.id);

export const newestFirst = (rows: readonly Row[]) =>
  [...rows].sort(
    (a, b) => (msOf(b.created_at) ?? 0) - (msOf(a.created_at) ?? 0) || compareIds(idOf(b), idOf(a)),
  );

/** APP or WEB; every change has to name it. */
export const typeOf = (row: Row) => text(row.type) ?? 'APP';

export function byCountry(amounts: unknown): { readonly [country: string]: number } | undefined {
  const entries = Object.entries(asRow(amounts) ?? {}).flatMap(([country, amount]) => {
    const value = numeric(amount);
    return value === undefined ? [] : [[country, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Why the budget of such a campaign is not set as one. */
export const perCountry = (countries: {
  readonly [country: string]: number;
}): readonly [string, string] => [
  `This campaign has a budget for each country: ${Object.entries(countries)
    .slice(0, 10)
    .map(([country, amount]) => `${country} ${amount}`)
    .join(', ')}.`,
  'Set the budgets of its countries instead (appNetwork.setCountryAmounts).',
];

/** Budgets by country are shown as their sum. */
export function budgetsOf(row: Row): Budgets {
  const countries = byCountry(at(row, 'budget', 'country_code_to_daily_budget'));
  const amount = countries
    ? Object.values(countries).reduce((sum, each) => sum + Math.round(each * 100), 0) / 100
    : numeric(at(row, 'budget', 'daily_budget_for_all_countries'));
  return amount === undefined || amount <= 0 ? {} : { dailyBudget: amount };
}

export const decimal = (amount: number) => String(Math.round(amount * 1e6) / 1e6);

/** What a goal needs beside its amount. */
export const goalFields = (row: Row): Params => {
  const { goal_type, roas_day_target, event_target } = asRow(row.goal) ?? {};
  const fields = { goal_type, roas_day_target, event_target };
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
};

/** In money: other goals are returns in per cent. */
const paidGoals = ['CPI', 'CPE', 'CPP'];

export const goalAmount = (row: Row): number | undefined =>
  paidGoals.includes(said(row, 'goal', 'goal_type')) &&
  byCountry(at(row, 'goal', 'country_code_to_goal_value')) === undefined
    ? numeric(at(row, 'goal', 'goal_value_for_all_countries'))
    : undefined;
