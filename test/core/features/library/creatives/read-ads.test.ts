import { expect, test } from 'vitest';
import { createManualClock } from '../../../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../../../adapters/store/memory.ts';
import type { Platforms } from '../../../../../core/accounts/find-account.ts';
import { accountKey } from '../../../../../core/base/account-key.ts';
import {
  foreignAssets,
  type OwnAccount,
} from '../../../../../core/features/library/creatives/read-ads.ts';
import { mediaAssetId, mediaAssetKind } from '../../../../../core/launch/journal/records.ts';
import { campaignTrackingKind } from '../../../../../core/launch/scheme.ts';
import type { AdCreative } from '../../../../../core/ports/platform-reads.ts';
import { createTestSecrets } from '../../../../test-secrets.ts';

const DAY = 86_400_000;
const key = accountKey('other', '1');
const account: OwnAccount = {
  key,
  platform: 'other',
  access: async () => ({
    companyId: 'acme',
    adAccountId: '1',
    currency: 'EUR',
    timezone: 'UTC',
    credentials: { accessToken: 'x' },
  }),
};

/** A platform whose ads show what is said here; the others cannot be read. */
function platformOf(ads: {
  readonly [adId: string]: readonly [images: readonly string[], videos: readonly string[]];
}) {
  const asked: string[][] = [];
  const creatives = async (_asker: unknown, adIds: readonly string[]): Promise<AdCreative[]> => {
    asked.push([...adIds]);
    return adIds.map((adId): AdCreative => {
      const shown = ads[adId];
      if (shown === undefined) {
        const failure = {
          platform: 'other',
          class: 'missing',
          message: 'There is no such ad.',
          fix: '',
          retryable: false,
          traceId: '',
        } as const;
        return { adId, failure };
      }
      const [images, videos] = shown;
      return {
        adId,
        creativeId: `c${adId}`,
        titles: [],
        bodies: [],
        descriptions: [],
        link: 'https://example.com?utm_source=shop',
        images: images.map((ref) => ({ ref })),
        videos: videos.map((id) => ({ id })),
      };
    });
  };
  // Of the platform nothing else is asked here.
  return { asked, platforms: { other: { inspect: { creatives } } } as unknown as Platforms };
}

test('ads that were not launched here are known by what their platform calls their files, and by content where that was launched here', async () => {
  const [store, clock, secrets] = [createMemoryStore(), createManualClock(), createTestSecrets()];
  const doc = { type: 'image' as const, ref: 'ours' };
  await store.commit([
    {
      kind: mediaAssetKind,
      companyId: 'acme',
      id: mediaAssetId(key, 'a'.repeat(64)),
      expect: 'absent',
      doc,
    },
    // The same name for another file, in another account.
    {
      kind: mediaAssetKind,
      companyId: 'acme',
      id: mediaAssetId(accountKey('other', '2'), 'b'.repeat(64)),
      expect: 'absent',
      doc,
    },
  ]);
  const { asked, platforms } = platformOf({
    '1': [['ours'], []],
    '2': [['theirs'], []],
    '3': [['cover'], ['film']],
    '4': [['ours', 'theirs'], []],
  });
  const ports = { store, clock, secrets, platforms };
  const campaigns = new Map(['1', '2', '3', '4', '5'].map((adId) => [adId, 'c1']));
  const found = await foreignAssets(ports, 'acme', account, campaigns);
  expect([...found]).toEqual([
    [`${key}/1`, 'a'.repeat(64)],
    [`${key}/2`, `${key}/theirs`],
    [`${key}/3`, `${key}/film`],
    [`${key}/4`, expect.stringMatching(/^set-[0-9a-f]{64}$/)],
  ]);
  const tracking = async () =>
    (await store.get(campaignTrackingKind, 'acme', `${key} c1`))?.doc.schemes;
  expect(await tracking()).toEqual({ 'utm_source=shop': 4 });

  expect(await foreignAssets(ports, 'acme', account, campaigns)).toEqual(found);
  clock.step(2 * DAY);
  await foreignAssets(ports, 'acme', account, campaigns);
  clock.step(30 * DAY);
  await foreignAssets(ports, 'acme', account, campaigns);
  // Once each; then the one that could not be read; then all of them, because pictures are changed.
  expect(asked).toEqual([['1', '2', '3', '4', '5'], ['5'], ['1', '2', '3', '4', '5']]);
  expect(await tracking()).toEqual({ 'utm_source=shop': 4 });
});
