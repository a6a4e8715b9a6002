import { expect, test } from 'vitest';
import {
  type AdDay,
  compared,
  outliers,
} from '../../server/dashboard/page/features/overview/compare.ts';

const ad = (adId: string, spend: number, results: number, of: Partial<AdDay> = {}): AdDay => ({
  accountId: 'act_1001',
  adId,
  currency: 'EUR',
  resultType: 'purchase',
  spend,
  results,
  costPerResult: results === 0 ? null : spend / results,
  ...of,
});

test('each ad is held against what it usually pays, in money', () => {
  const before = [ad('steady', 70, 7), ad('dear', 70, 7), ad('cheap', 70, 7), ad('silent', 70, 7)];
  const day = [
    ad('steady', 10, 1),
    ad('dear', 40, 2),
    ad('cheap', 10, 3),
    ad('silent', 30, 0),
    ad('new', 99, 1),
  ];
  const { judged } = compared(day, before, 7);
  const named = (way: 'worst' | 'best') =>
    outliers(judged, way, 3).map(({ ad: { adId }, cost, over }) => [adId, cost, over]);
  // Spend without a result is all of it above what is usual; what is new has nothing to be held
  // against.
  expect(named('worst')).toEqual([
    ['silent', undefined, 30],
    ['dear', 20, 20],
  ]);
  expect(named('best')).toEqual([['cheap', 10 / 3, -20]]);
});

test('results of unlike kinds and currencies are never added or compared', () => {
  const before = [
    ad('a', 70, 7),
    ad('d', 70, 7),
    ad('b', 700, 7, { currency: 'JPY' }),
    ad('c', 7, 70, { resultType: 'lead' }),
  ];
  const day = [ad('b', 100, 1, { currency: 'JPY' }), ad('a', 20, 1), ad('d', 10, 1), ad('c', 9, 1)];
  const { kinds, judged } = compared(day, before, 7);
  expect(
    kinds.map(({ type, currency, results, usualResults }) => [
      type,
      currency,
      results,
      usualResults,
    ]),
  ).toEqual([
    ['purchase', 'EUR', 3, 2],
    ['lead', 'EUR', 0, 10],
    ['purchase', 'JPY', 1, 1],
  ]);
  expect(judged.map(({ ad: { adId } }) => adId)).toEqual(['b', 'a', 'd']);
  expect(outliers(judged, 'worst', 3).map(({ ad: { adId } }) => adId)).toEqual(['a']);
});

test('people reached are neither summed nor divided, and what is not told is not taken for none', () => {
  const reached = (adId: string, spend: number, results: number) =>
    ad(adId, spend, results, { resultType: 'reach' });
  const untold = (adId: string, spend: number) => ad(adId, spend, 0, { results: null });
  const before = [
    ad('a', 70, 7),
    untold('b', 700),
    reached('c', 70, 7_000),
    reached('d', 70, 7_000),
  ];
  const day = [
    ad('a', 20, 1),
    untold('b', 500),
    reached('c', 10, 5_000),
    ad('d', 10, 0, { resultType: undefined }),
  ];
  const { kinds, judged } = compared(day, before, 7);
  expect(kinds).toEqual([
    { type: 'purchase', currency: 'EUR', spend: 20, results: 1, usualSpend: 10, usualResults: 1 },
  ]);
  expect(judged.map(({ ad: { adId } }) => adId)).toEqual(['a']);
});
