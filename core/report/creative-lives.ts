import { addDays } from '../base/time/days.ts';
import type { FactGroup, Measure } from '../ports/facts.ts';
import type { ReportAccount } from './accounts.ts';
import { type Frequency, frequencies, type SeenAds } from './creative-frequency.ts';
import { sumsOf } from './creative-groups.ts';
import { told } from './derive.ts';
import { type PlacedGroup, type ReportPorts, reportParts } from './group-page.ts';
import type { PlannedReport, QueryPlan } from './plan-query.ts';
import type { DayRange } from './request.ts';
import type { TopCreativesResponse } from './schema/views.ts';

type Life = Pick<TopCreativesResponse['data'][number], 'firstDay' | 'lastDay' | 'fatigue'>;
type OfDay = Pick<FactGroup, 'sums'> & {
  readonly day: string;
  readonly account: ReportAccount;
  readonly adId: string;
};

/** A creative's first and last week, and the ads seen in them. */
interface Weeks {
  readonly group: PlacedGroup;
  readonly days: readonly OfDay[];
  readonly firstDay: string;
  readonly lastDay: string;
  readonly first: SeenAds;
  readonly last: SeenAds;
}

const shown: readonly Measure[] = ['spend', 'impressions', 'clicks'];
const WEEK = 7;

/**
 * First and last days of creatives, and the click rate and frequency of the last week against the
 * first.
 */
export async function creativeLives(
  ports: ReportPorts,
  report: PlannedReport,
  groups: readonly PlacedGroup[],
): Promise<readonly Life[]> {
  const days = await daysOf(ports, report, groups);
  const weeks = groups.map((group) => weeksOf(report.plan, group, days.get(group) ?? []));
  const frequencyOf = await frequencies(
    ports,
    report.companyId,
    weeks.flatMap(({ first, last }) => [first, last]),
  );
  return weeks.map((each) => lifeOf(each, frequencyOf));
}

async function daysOf(
  ports: ReportPorts,
  { companyId, plan, accounts }: PlannedReport,
  groups: readonly PlacedGroup[],
): Promise<ReadonlyMap<PlacedGroup, readonly OfDay[]>> {
  const owner = new Map(
    groups.flatMap((group) => (group.ads ?? []).map((ad) => [adKey(ad), group] as const)),
  );
  const adIds = [
    ...new Set(
      groups.flatMap((group) => (group.ads ?? []).flatMap(({ entity }) => entity.adId ?? [])),
    ),
  ];
  const days = new Map<PlacedGroup, OfDay[]>();
  const byDay: QueryPlan = {
    ...plan,
    groupBy: ['adId', 'day'],
    measures: shown,
    filter: { ...plan.filter, adIds },
  };
  for (const { query, placed } of adIds.length === 0
    ? []
    : await reportParts(ports, { companyId, plan: byDay, accounts })) {
    const found = await ports.facts.aggregate(companyId, query);
    for (const each of found.groups) {
      const group = owner.get(adKey(each));
      const { account } = placed(each);
      if (group === undefined || account === undefined) continue;
      const ofGroup = days.get(group) ?? [];
      ofGroup.push({
        day: each.group.day ?? '',
        sums: each.sums,
        account,
        adId: each.entity.adId ?? '',
      });
      days.set(group, ofGroup);
    }
  }
  return days;
}

const adKey = ({ entity }: Pick<FactGroup, 'entity'>): string =>
  `${entity.accountId}/${entity.adId}`;

function weeksOf(plan: QueryPlan, group: PlacedGroup, days: readonly OfDay[]): Weeks {
  const all = days.map(({ day }) => day).sort();
  const [firstDay = plan.range.from, lastDay = plan.range.to] = [all[0], all[all.length - 1]];
  const seenIn = (from: string, to: string): SeenAds => {
    const ads = new Map<
      string,
      { readonly account: ReportAccount; readonly adId: string; impressions: number }
    >();
    for (const { account, adId, sums } of within(days, { from, to })) {
      const { impressions = 0 } = sums;
      if (impressions === 0) continue;
      const key = `${account.key}/${adId}`;
      ads.set(key, { account, adId, impressions: impressions + (ads.get(key)?.impressions ?? 0) });
    }
    return { days: { from, to }, ads: [...ads.values()] };
  };
  const [firstEnd, lastStart] = [addDays(firstDay, WEEK - 1), addDays(lastDay, 1 - WEEK)];
  return {
    group,
    days,
    firstDay,
    lastDay,
    first: seenIn(firstDay, firstEnd < lastDay ? firstEnd : lastDay),
    last: seenIn(lastStart > firstDay ? lastStart : firstDay, lastDay),
  };
}

const within = (days: readonly OfDay[], { from, to }: DayRange): readonly OfDay[] =>
  days.filter(({ day }) => day >= from && day <= to);

function lifeOf(
  { group, days, firstDay, lastDay, first, last }: Weeks,
  frequencyOf: (seen: SeenAds) => Frequency,
): Life {
  const frequency = { first: frequencyOf(first), last: frequencyOf(last) };
  const week = (startDate: string, endDate: string, seen: Frequency) => {
    const sums = sumsOf(shown, within(days, { from: startDate, to: endDate }));
    const { spend = 0, impressions = 0, clicks = 0 } = sums;
    const figures = {
      spend: told('spend', { sums }, group.decimals) ?? spend,
      impressions,
      clicks,
    };
    const often = 'value' in seen ? Math.round(seen.value * 10_000) / 10_000 : null;
    return {
      startDate,
      endDate,
      ...figures,
      ctr: told('ctr', { sums }, undefined),
      frequency: often,
    };
  };
  const firstWeek = week(firstDay, addDays(firstDay, WEEK - 1), frequency.first);
  const lastWeek = week(addDays(lastDay, 1 - WEEK), lastDay, frequency.last);
  const change = (before: number | null, after: number | null): number | null =>
    before === null || before === 0 || after === null || lastWeek.startDate <= firstWeek.endDate
      ? null
      : after / before - 1;
  const missing = [frequency.first, frequency.last].flatMap((each) =>
    'missing' in each ? [each.missing] : [],
  );
  return {
    firstDay,
    lastDay,
    fatigue: {
      firstWeek,
      lastWeek,
      ctrChange: change(firstWeek.ctr, lastWeek.ctr),
      frequencyChange: change(firstWeek.frequency, lastWeek.frequency),
      ...(missing[0] !== undefined && { frequencyMissing: missing[0] }),
    },
  };
}
