import { firstSimulation } from '../simulations.ts';

/** Requests that are too much, at so many times what is allowed. */
export interface Flood {
  readonly name: string;
  readonly path: string;
  /**
   * The same request with `times` as much of what there is a bound for; 1 is what the bound allows.
   */
  body(times: number): object;
}

const many = <T>(length: number, item: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => item(i));
const plan = '/v1/launch/plan';
const anExport = { accountIds: [firstSimulation().stage.account.id], level: 'ad', format: 'csv' };

export const floods: readonly Flood[] = [
  {
    name: 'ads with a fault each',
    path: plan,
    body: (times) => ({ ads: many(500 * times, () => ({ title: 5 })) }),
  },
  {
    name: 'ad sets for 500 ads',
    path: plan,
    body: (times) => ({ ads: many(500, () => ({})), adSets: many(10 * times, String) }),
  },
  {
    name: 'blanks in a name',
    path: plan,
    body: (times) => ({ ads: [{ adName: `{{${' '.repeat(990 * times)}x` }] }),
  },
  {
    name: 'ids of an export',
    path: '/v1/exports',
    body: (times) => ({ ...anExport, accountIds: many(1_000 * times, (i) => `x${i}`) }),
  },
  {
    name: 'unknown fields',
    path: '/v1/exports',
    body: (times) => ({
      ...anExport,
      accountIds: ['nobody'],
      ...Object.fromEntries(many(490 * times, (i) => [`f${i}`, i])),
    }),
  },
  {
    name: 'letters of an unknown field',
    path: '/v1/exports',
    body: (times) => ({ ...anExport, accountIds: ['nobody'], ['x'.repeat(200 * times)]: 1 }),
  },
  {
    name: 'postal codes of an ad set',
    path: '/v1/manage/create-adset',
    body: (times) => ({
      accountId: 'nobody',
      campaignId: '1',
      name: 'Flood',
      location: {
        zips: many(Math.min(50_000 * times, 400_000), (i) => String(10_000 + (i % 90_000))),
      },
    }),
  },
  {
    name: 'letters of a draft',
    path: '/v1/drafts',
    body: (times) => ({ ads: [{ title: 'x'.repeat(50_001 * times) }] }),
  },
];
