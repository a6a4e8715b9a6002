import { numeric, rowsOf, said } from '../../kit/json.ts';
import type { Window } from '../../kit/report.ts';
import type { Access, Api, EntityType, Params, PlatformError, Row } from '../../types.ts';
import { finder } from '../wire/client.ts';
import { partsOf } from '../wire/dates.ts';

/** The platform answers 15,000 rows at most, without saying that it left some out. */
export const mostRows = 15_000;
/** Of reach; figures by day are asked for in pieces of the same length. */
export const longestRange = 92;

export const pivots: { readonly [L in 'account' | EntityType]: string } = {
  account: 'ACCOUNT',
  campaign: 'CAMPAIGN_GROUP',
  adset: 'CAMPAIGN',
  ad: 'CREATIVE',
};
export const facets: { readonly [T in EntityType]: string } = {
  campaign: 'campaignGroups',
  adset: 'campaigns',
  ad: 'creatives',
};

export interface Analytics {
  /** There are no pages. */
  ask(access: Access, window: Window, params: Params): Promise<readonly Row[]>;
  tooLarge(message: string): PlatformError;
}

export function createAnalytics({ calls, wire }: Api): Analytics {
  return {
    async ask(access, { from, to }, params) {
      const dateRange = { start: partsOf(from), end: partsOf(to) };
      return rowsOf(
        (await calls.read(access, 'adAnalytics', { q: 'analytics', dateRange, ...params }, finder))
          .elements,
      );
    },
    tooLarge: (message) => wire.error('too-large', message, 'Ask for fewer days.'),
  };
}

/** The platform sends tiny negative costs for none. */
export const hasDelivered = (row: Row) =>
  (numeric(row.impressions) ?? 0) > 0 || (numeric(row.costInLocalCurrency) ?? 0) > 0.000_001;

/** One value for each pivot asked for. */
export const pivotValues = ({ pivotValues: values }: Row) =>
  Array.isArray(values) ? values.map((each) => said(each)) : [];
