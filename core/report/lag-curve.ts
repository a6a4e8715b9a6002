import type { AccessPorts } from '../accounts/access.ts';
import { sentName } from '../base/schema/aliases.ts';
import { addDays, dayAt } from '../base/time/days.ts';
import { startOfDay } from '../base/time/start-of-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Facts } from '../ports/facts.ts';
import { namedAccounts, type ReportAccount } from './accounts.ts';
import { wasFinal } from './coverage.ts';
import type { LagCurveRequest, LagCurveResponse } from './schema/lag.ts';

interface Ports extends AccessPorts {
  readonly facts: Facts;
  readonly clock: Clock;
}

const LAGS = [0, 1, 2, 3, 5, 7, 10, 14, 21, 28];
const MOST_DAYS = 28;
const LOOKED_AT_DAYS = 90;
/** The share of known conversions from which a day counts as settled. */
const ENOUGH = 0.95;
/** Fewer days say nothing. */
const LEAST_DAYS = 5;

/**
 * How late an account's conversions become known here: the share of settled days' conversions known
 * some days after each day's end. From vintages alone; the platform is not asked.
 */
export async function lagCurve(
  ports: Ports,
  companyId: string,
  request: LagCurveRequest,
): Promise<LagCurveResponse> {
  const [account] = await namedAccounts(
    ports,
    companyId,
    [request.accountId],
    sentName(request, 'accountId'),
  );
  if (account === undefined) throw new Error('A named account is found or refused.');
  const days = await settledDays(ports, companyId, account);
  const { attributionDays } = account.report;
  const curve: LagCurveResponse['curve'] = [];
  for (const afterDays of LAGS.filter((lag) => lag <= attributionDays)) {
    const known = await knownAfter(ports, companyId, { account, days, afterDays });
    const total = known.reduce((sum, { final }) => sum + final, 0);
    const share =
      total === 0
        ? null
        : known.reduce((sum, each) => sum + Math.min(each.conversions, each.final), 0) / total;
    curve.push({
      afterDays,
      share: share === null ? null : Math.round(share * 10_000) / 10_000,
      days: known.length,
    });
  }
  const settled = curve.find(
    ({ share, days: count }) => share !== null && share >= ENOUGH && count >= LEAST_DAYS,
  );
  return {
    success: true,
    accountId: account.id,
    attributionDays,
    settledDays: days.length,
    curve,
    settleDays: settled?.afterDays ?? null,
  };
}

interface FinalDay {
  readonly day: string;
  readonly conversions: number;
}

/** Days with conversions whose figures can no longer change. */
async function settledDays(
  { facts, clock }: Ports,
  companyId: string,
  account: ReportAccount,
): Promise<readonly FinalDay[]> {
  const { attributionDays } = account.report;
  const today = dayAt(clock.now(), account.timezone);
  const range = { from: addDays(today, -LOOKED_AT_DAYS), to: addDays(today, -1) };
  const covered = await facts.coverage(companyId, {
    accountId: account.key,
    breakdown: 'none',
    ...range,
  });
  const calendar = { timezone: account.timezone, attributionDays };
  const final = new Set(
    covered
      .filter(({ day, fetchedAt }) => wasFinal(day, fetchedAt, calendar))
      .map(({ day }) => day),
  );
  const { groups } = await facts.aggregate(companyId, {
    ...sumsOf(account),
    ...range,
    groupBy: ['day'],
  });
  return groups
    .map(({ group, sums }) => ({ day: group.day ?? '', conversions: sums.conversions ?? 0 }))
    .filter(({ day, conversions }) => final.has(day) && conversions > 0)
    .slice(-MOST_DAYS);
}

const sumsOf = ({ key }: ReportAccount) => ({
  accountIds: [key],
  breakdown: 'none' as const,
  measures: ['conversions'] as const,
});

/** Of the days known by then: what was known, and the final figure. */
async function knownAfter(
  { facts }: Ports,
  companyId: string,
  {
    account,
    days,
    afterDays,
  }: {
    readonly account: ReportAccount;
    readonly days: readonly FinalDay[];
    readonly afterDays: number;
  },
): Promise<readonly { readonly conversions: number; readonly final: number }[]> {
  const known: { conversions: number; final: number }[] = [];
  for (const { day, conversions: final } of days) {
    const asOf = startOfDay(addDays(day, 1 + afterDays), account.timezone);
    const covered = await facts.coverage(
      companyId,
      { accountId: account.key, breakdown: 'none', from: day, to: day },
      asOf,
    );
    if (covered.length === 0) continue;
    const { groups } = await facts.aggregate(companyId, {
      ...sumsOf(account),
      from: day,
      to: day,
      groupBy: [],
      asOf,
    });
    known.push({ conversions: groups[0]?.sums.conversions ?? 0, final });
  }
  return known;
}
