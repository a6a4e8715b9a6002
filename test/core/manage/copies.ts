import { expect } from 'vitest';
import { duplicateAd } from '../../../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import {
  duplicateAdRequest,
  duplicateAdSetRequest,
  duplicateCampaignRequest,
} from '../../../core/manage/schema/duplicate.ts';
import { caller, eur, type ManageFixture, parsed, type Row } from './manage-fixture.ts';

export const copyAdSet = async (fixture: ManageFixture, body: object) =>
  await duplicateAdSet(
    fixture.ports,
    caller,
    parsed(duplicateAdSetRequest, { accountId: eur, ...body }),
  );

export const copyCampaign = async (fixture: ManageFixture, body: object) =>
  await duplicateCampaign(
    fixture.ports,
    caller,
    parsed(duplicateCampaignRequest, { accountId: eur, ...body }),
  );

export const copyAd = async (fixture: ManageFixture, body: object) =>
  await duplicateAd(fixture.ports, caller, parsed(duplicateAdRequest, { accountId: eur, ...body }));

export interface Held {
  readonly adSets: readonly Row[];
  readonly ads: readonly Row[];
}

/** What is there now and was not before. */
export async function madeSince(fixture: ManageFixture, before: Held): Promise<Held> {
  const now = await heldNow(fixture);
  const known = new Set([...before.adSets, ...before.ads].map(({ id }) => id));
  return {
    adSets: now.adSets.filter(({ id }) => !known.has(id)),
    ads: now.ads.filter(({ id }) => !known.has(id)),
  };
}

export const heldNow = async (fixture: ManageFixture): Promise<Held> => ({
  adSets: await fixture.held('adsets'),
  ads: await fixture.held('ads'),
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
