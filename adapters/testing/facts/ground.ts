import { it } from 'vitest';
import {
  type Fact,
  type FactGroup,
  type FactMeasures,
  type FactQuery,
  type Facts,
  measures,
} from '../../../core/ports/facts.ts';
import { measuresFrom } from '../../facts/columns.ts';

export interface Ground {
  readonly facts: Facts;
  company(): string;
  /** A test in a company of its own. */
  it(title: string, work: (companyId: string) => Promise<void>, timeout?: number): void;
  put(companyId: string, rows: readonly Fact[], options?: Partial<PutOptions>): Promise<void>;
  /** Groups in a fixed order, whatever order the backend has. */
  sums(companyId: string, query: Partial<FactQuery>): Promise<FactGroup[]>;
}

/** `facts` may be asked for only when the tests run. */
export function createGround(facts: () => Facts): Ground {
  let companies = 0;
  const company = () => `company-${++companies}`;
  return {
    get facts() {
      return facts();
    },
    company,
    it: (title, work, timeout) => it(title, () => work(company()), timeout),
    put(companyId, rows, options = {}) {
      const { accountId, from, to, breakdown, fetchedAt } = { ...defaults, ...options };
      return facts().put(companyId, { accountId, from, to, breakdown }, rows, fetchedAt);
    },
    sums: async (companyId, query) =>
      [...(await facts().aggregate(companyId, { ...everything, ...query })).groups].sort((a, b) =>
        keyOf(a) < keyOf(b) ? -1 : 1,
      ),
  };
}

export const defaults = {
  accountId: 'act_1',
  from: '2026-11-01',
  to: '2026-11-10',
  breakdown: 'none',
  fetchedAt: 1_000_000,
} as const;
interface PutOptions {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly breakdown: 'none' | 'country';
  readonly fetchedAt: number;
}

/** The first account's facts of the default range, by ad. */
export const everything: FactQuery = {
  accountIds: ['act_1'],
  from: '2026-11-01',
  to: '2026-11-10',
  breakdown: 'none',
  groupBy: ['adId'],
  measures,
};

export const zero: FactMeasures = measuresFrom({});

export const fact = (given: Partial<Fact>): Fact => ({
  day: '2026-11-01',
  adId: 'a1',
  adName: 'Ad',
  adsetId: 's1',
  adsetName: 'Set',
  campaignId: 'c1',
  campaignName: 'Campaign',
  country: '',
  ...zero,
  spend: 1,
  impressions: 10,
  clicks: 2,
  ...given,
});

/** A group's identity as text. */
export const keyOf = ({ group, entity }: Pick<FactGroup, 'group' | 'entity'>): string =>
  JSON.stringify([entity.accountId ?? '', Object.entries(group).sort()]);
