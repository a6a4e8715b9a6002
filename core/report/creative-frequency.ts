import { PlatformError } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import type { ReportAccount } from './accounts.ts';
import { type ReachPorts, reachOf, withheldReach } from './reach.ts';
import type { DayRange } from './request.ts';

const IDS_AT_ONCE = 100;

export interface SeenAds {
  readonly days: DayRange;
  readonly ads: readonly {
    readonly account: ReportAccount;
    readonly adId: string;
    readonly impressions: number;
  }[];
}

export type Frequency = { readonly value: number } | { readonly missing: string };

/**
 * How often a person saw one of the ads. People cannot be added up over ads, so each ad counts its
 * own: who saw two of them counts twice. Platforms are asked once for all ads of an account over
 * the same days.
 */
export async function frequencies(
  ports: ReachPorts,
  companyId: string,
  asked: readonly SeenAds[],
): Promise<(seen: SeenAds) => Frequency> {
  const questions = new Map<
    string,
    { readonly account: ReportAccount; readonly days: DayRange; readonly ids: Set<string> }
  >();
  for (const { days, ads } of asked)
    for (const { account, adId } of ads) {
      const key = `${account.key} ${days.from} ${days.to}`;
      const question = questions.get(key) ?? { account, days, ids: new Set<string>() };
      question.ids.add(adId);
      questions.set(key, question);
    }
  const people = new Map<string, number>();
  const reasons = new Map<string, string>();
  await mapBounded([...questions], 4, async ([key, { account, days, ids }]) => {
    const all = [...ids].sort();
    for (let start = 0; start < all.length; start += IDS_AT_ONCE)
      try {
        const entityIds = all.slice(start, start + IDS_AT_ONCE);
        const { rows } = await reachOf(ports, companyId, account, {
          ...days,
          level: 'ad',
          by: 'all',
          entityIds,
        });
        for (const { entityId, reach } of rows)
          if (reach === null) reasons.set(key, withheldReach({}));
          else people.set(`${key} ${entityId}`, reach);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        reasons.set(key, `The platform did not give the reach: ${error.failure.message}`);
      }
  });
  return ({ days, ads }) => {
    let [seen, reached] = [0, 0];
    for (const { account, adId, impressions } of ads) {
      const key = `${account.key} ${days.from} ${days.to}`;
      const reach = people.get(`${key} ${adId}`);
      if (reach === undefined)
        return { missing: reasons.get(key) ?? 'The platform told no reach for some of its ads.' };
      seen += impressions;
      reached += reach;
    }
    return reached === 0
      ? { missing: 'It reached no people in these days.' }
      : { value: seen / reached };
  };
}
