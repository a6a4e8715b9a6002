import type { PlatformModule } from '../../../../adapters/platforms/module.ts';
import { addDays, dayAt } from '../../../../core/base/time/days.ts';
import type { AdPlatform } from '../../../../core/ports/ad-platform.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Fact } from '../../../../core/ports/facts.ts';
import type { AdSet } from '../../../../core/ports/platform-accounts.ts';
import { testDefinition } from '../../../test-definition.ts';
import { moduleOf } from '../../../test-service.ts';

/** What an ad set does on a day while it is on. Conversions arrive so many days later. */
export interface LateDay {
  readonly spend: number;
  readonly conversions: readonly number[];
}

/** What happens in the world, by ad set and day after the first. */
export type LateWorld = readonly (readonly LateDay[])[];

export const FIRST_DAY = '2026-11-01';
const ZONE = 'Europe/Berlin';

/** A platform whose conversions arrive late: what it tells of a day depends on when it is asked. */
export function createLatePlatform(
  clock: Clock,
  days: LateWorld,
): { readonly module: PlatformModule; readonly platform: AdPlatform } {
  const sets = days.map((_, i) => ({
    id: `${100 + i}`,
    status: 'ACTIVE' as 'ACTIVE' | 'PAUSED',
    dailyBudget: 50,
  }));
  const adSetOf = ({ id, status, dailyBudget }: (typeof sets)[number]): AdSet => ({
    id,
    name: `Set ${id}`,
    status,
    effectiveStatus: status,
    dailyBudget,
    campaignId: '1',
    campaignName: 'Campaign',
    objective: 'SALES',
    campaign: { status: 'ACTIVE' },
    hasActiveAds: true,
    adCount: 1,
    capacity: 50,
  });
  const facts = (day: string): Fact[] =>
    sets.flatMap(({ id }, i) => {
      const own = days[i]?.[Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / 86_400_000)];
      if (own === undefined || day > dayAt(clock.now(), ZONE)) return [];
      const known = own.conversions.filter(
        (lag) => addDays(day, lag) <= dayAt(clock.now(), ZONE),
      ).length;
      return [
        {
          day,
          adId: `9${id}`,
          adName: `Ad ${id}`,
          adsetId: id,
          adsetName: `Set ${id}`,
          campaignId: '1',
          campaignName: 'Campaign',
          country: '',
          spend: own.spend,
          impressions: 1000,
          clicks: 10,
          conversions: known,
          results: known,
          conversionValue: known * 20,
          resultType: 'purchase',
        },
      ];
    });
  const platform: AdPlatform = {
    definition: testDefinition(),
    accounts: {
      list: async () => [
        { id: 'act_1', name: 'Late', currency: 'EUR', timezone: ZONE, status: 'active' },
      ],
      identities: async () => [],
      campaigns: async () => [],
      adSets: async () => sets.map(adSetOf),
    },
    edit: {
      setStatus: async (_, changes) =>
        changes.map(({ id, status }) => {
          for (const set of sets) if (set.id === id) set.status = status;
          return { id };
        }),
      remove: async () => [],
      setBudget: async (_, __, id, { daily }) => {
        for (const set of sets) if (set.id === id) set.dailyBudget = daily ?? set.dailyBudget;
      },
    },
    inspect: {
      listsDeleted: false,
      ads: async () => ({ data: [] }),
      accountOf: async () => 'act_1',
      entities: async (_, objects) =>
        objects.flatMap(({ id }) => {
          const set = sets.find((each) => each.id === id);
          if (set === undefined) return [];
          const { status, dailyBudget } = set;
          return [
            {
              type: 'adset' as const,
              id,
              name: `Set ${id}`,
              status,
              dailyBudget,
              adAccountId: 'act_1',
              campaignId: '1',
              createdTime: '2026-10-01T00:00:00Z',
            },
          ];
        }),
    },
    report: {
      attributionDays: 10,
      daily: async (_, { from, to }) => {
        const rows: Fact[] = [];
        for (let day = from; day <= to; day = addDays(day, 1)) rows.push(...facts(day));
        return rows;
      },
      reach: async () => [],
    },
  };
  return { module: moduleOf(platform), platform };
}
