import { createManualClock } from '../adapters/runtime/manual-clock.ts';
import type { Platforms } from '../core/accounts/find-account.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { MediaSource } from '../core/ports/media.ts';
import type { Store } from '../core/ports/store.ts';
import { createTestService, moduleOf } from './test-service.ts';

/** A service over platforms that a test plays. */
export function createLaunchFixture(options: {
  platforms: (clock: Clock) => Platforms;
  store?: Store;
  clock?: Clock;
  media?: MediaSource;
}) {
  const { platforms, clock = createManualClock(undefined, { auto: true }), ...rest } = options;
  return createTestService({
    ...rest,
    clock,
    platforms: Object.values(platforms(clock)).map(moduleOf),
  });
}

export const imageAd = (fields: object = {}) => ({
  adName: 'Ad {{index}}',
  adAccountId: 'act_1',
  page: '900',
  secondary: '901',
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.test/',
  adSets: [{ value: '1', label: 'Set 1' }],
  media: [{ url: 'https://cdn.test/a.png' }],
  ...fields,
});

/** A medium that is a post which exists already. */
export const postMedia = (fields: object = {}) => ({
  effectiveStoryId: '900_5',
  existingAd: true,
  existingPrimaryAd: true,
  isExistingPost: true,
  ...fields,
});
