import * as v from 'valibot';
import { expect, test } from 'vitest';
import { batchStatusesQuery } from '../../../core/launch/schema.ts';
import { batchStatuses } from '../../../core/launch/show/status.ts';
import { imageAd } from '../../launch-fixture.ts';
import { COMPANY } from '../../test-service.ts';
import { createStandInFixture } from './stand-in-fixture.ts';

test('several batches are told of in one request, in the order they are named, without those there are not', async () => {
  const { ports, launch, run } = await createStandInFixture();
  const [first, second] = [
    await launch({ ads: [imageAd()] }),
    await launch({ ads: [imageAd(), imageAd()] }),
  ];
  await run(first);
  const statuses = await batchStatuses(ports, COMPANY, [second, first, 99, first].map(String));
  expect(statuses).toMatchObject([
    { adBatchId: second, summaryStatus: 'in_progress', launchedAds: [] },
    { adBatchId: first, summaryStatus: 'success', launchedAds: [{ index: 0 }] },
  ]);
  expect(await batchStatuses(ports, 'someone', [String(first)])).toEqual([]);
});

test('more than fifty, none, and what is no id are refused', () => {
  const isTaken = (ids: unknown): boolean => v.safeParse(batchStatusesQuery, { ids }).success;
  const many = (count: number): string => Array.from({ length: count }, (_, i) => i + 1).join();
  expect([many(50), '7', ['7', '8']].map(isTaken)).toEqual([true, true, true]);
  expect([many(51), '', 'seven', undefined].map(isTaken)).toEqual([false, false, false, false]);
});
