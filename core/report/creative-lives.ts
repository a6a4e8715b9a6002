import type { FactGroup, Measure } from '../ports/facts.ts';
import type { TopCreativesResponse } from '../schema/report.ts';
import { addDays } from '../time/days.ts';
import type { ReportAccount } from './accounts.ts';
import { sumsOf } from './creative-groups.ts';
import { told } from './derive.ts';
import { type PlacedGroup, type ReportPorts, reportParts } from './group-page.ts';
import type { QueryPlan } from './plan-query.ts';

type Life = Pick<TopCreativesResponse['data'][number], 'firstDay' | 'lastDay' | 'fatigue'>;
type OfDay = Pick<FactGroup, 'sums'> & { readonly day: string };

const shown: readonly Measure[] = ['spend', 'impressions', 'clicks'];
const WEEK = 7;

/** The first and last days of creatives, and how the click rate of the last week compares with that of the first. */
export async function creativeLives(
  ports: ReportPorts,
  companyId: string,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
  groups: readonly PlacedGroup[],
): Promise<{ of(group: PlacedGroup | undefined): Life }> {
  const owner = new Map(groups.flatMap((group) => (group.ads ?? []).map((ad) => [adKey(ad), group] as const)));
  const adIds = [...new Set(groups.flatMap((group) => (group.ads ?? []).flatMap(({ entity }) => entity.adId ?? [])))];
  const days = new Map<PlacedGroup, OfDay[]>();
  const byDay: QueryPlan = { ...plan, groupBy: ['adId', 'day'], measures: shown, filter: { ...plan.filter, adIds } };
  for (const { query } of adIds.length === 0 ? [] : await reportParts(ports, byDay, accounts)) {
    const found = await ports.facts.aggregate(companyId, query);
    for (const each of found.groups) {
      const group = owner.get(adKey(each));
      if (group === undefined) continue;
      const ofGroup = days.get(group) ?? [];
      ofGroup.push({ day: each.group.day ?? '', sums: each.sums });
      days.set(group, ofGroup);
    }
  }
  return { of: (group) => lifeOf(plan, group, (group && days.get(group)) ?? []) };
}

const adKey = ({ entity }: Pick<FactGroup, 'entity'>): string => `${entity.accountId}/${entity.adId}`;

function lifeOf(plan: QueryPlan, group: PlacedGroup | undefined, days: readonly OfDay[]): Life {
  const all = days.map(({ day }) => day).sort();
  const [firstDay = plan.range.from, lastDay = plan.range.to] = [all[0], all[all.length - 1]];
  const week = (startDate: string, endDate: string) => {
    const sums = sumsOf(
      shown,
      days.filter(({ day }) => day >= startDate && day <= endDate),
    );
    const { spend = 0, impressions = 0, clicks = 0 } = sums;
    const figures = { spend: told('spend', { sums }, group?.decimals) ?? spend, impressions, clicks };
    return { startDate, endDate, ...figures, ctr: told('ctr', { sums }, undefined) };
  };
  const firstWeek = week(firstDay, addDays(firstDay, WEEK - 1));
  const lastWeek = week(addDays(lastDay, 1 - WEEK), lastDay);
  const ctrChange =
    firstWeek.ctr === null || firstWeek.ctr === 0 || lastWeek.ctr === null || lastWeek.startDate <= firstWeek.endDate
      ? null
      : lastWeek.ctr / firstWeek.ctr - 1;
  return { firstDay, lastDay, fatigue: { firstWeek, lastWeek, ctrChange } };
}
