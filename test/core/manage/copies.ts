import { expect } from 'vitest';
import { duplicateAd } from '../../../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { duplicateAdRequest, duplicateAdSetRequest, duplicateCampaignRequest } from '../../../core/schema/manage-duplicate.ts';
import { caller, eur, type House, parsed, type Row } from './house.ts';

export const copyAdSet = async (house: House, body: object) =>
  await duplicateAdSet(house.ports, caller, parsed(duplicateAdSetRequest, { accountId: eur, ...body }));

export const copyCampaign = async (house: House, body: object) =>
  await duplicateCampaign(house.ports, caller, parsed(duplicateCampaignRequest, { accountId: eur, ...body }));

export const copyAd = async (house: House, body: object) =>
  await duplicateAd(house.ports, caller, parsed(duplicateAdRequest, { accountId: eur, ...body }));

export interface Held {
  readonly adSets: readonly Row[];
  readonly ads: readonly Row[];
}

/** What is there now and was not before. */
export async function madeSince(house: House, before: Held): Promise<Held> {
  const now = await heldNow(house);
  const known = new Set([...before.adSets, ...before.ads].map(({ id }) => id));
  return { adSets: now.adSets.filter(({ id }) => !known.has(id)), ads: now.ads.filter(({ id }) => !known.has(id)) };
}

export const heldNow = async (house: House): Promise<Held> => ({
  adSets: await house.held('adsets'),
  ads: await house.held('ads'),
});

interface Answer {
  readonly results: readonly {
    readonly success: boolean;
    readonly newAdSetId?: string | undefined;
    readonly [field: string]: unknown;
  }[];
  readonly successCount: number;
  readonly failCount: number;
}

/** Every copy that is reported stands whole, once, and nothing else does. */
export function expectWholeCopies(answer: Answer, made: Held, adsEach: number): void {
  const reported = answer.results.flatMap(({ newAdSetId }) => newAdSetId ?? []);
  expect(answer.successCount + answer.failCount).toBe(answer.results.length);
  expect(reported).toHaveLength(answer.successCount);
  expect(made.adSets.map(({ id }) => id).sort()).toEqual([...reported].sort());
  for (const id of reported) {
    const own = made.ads.filter((ad) => ad.adset_id === id);
    expect(own).toHaveLength(adsEach);
    expect(new Set(own.map((ad) => ad.source_ad_id)).size).toBe(adsEach);
  }
  expect(made.ads).toHaveLength(reported.length * adsEach);
}
