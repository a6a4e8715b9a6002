import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchFacts } from '../../../core/launch/accept/facts.ts';
import { normalizeLaunch } from '../../../core/launch/accept/normalize.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { noFacts } from '../../test-definition.ts';

const context: LaunchFacts = {
  ...noFacts,
  accounts: (id) => (id.endsWith('1') ? [{ key: 'primary:act_1', platform: 'primary' }] : []),
  media: () => undefined,
  defaults: () => ({ launchPaused: true, page: '900', title: 'Default' }),
};

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '  ',
    ' a ',
    '{{index}}',
    'https://x.test/a_9x16.png?b=c',
    '123_456',
    'utm_a=b',
  ),
  fc.constant(null),
  fc.constant(undefined),
);
const flag = fc.constantFrom(true, false, null, undefined);
const id = fc.oneof(text, fc.integer({ min: 0 }));
const media = fc.record({
  url: text,
  type: fc.constantFrom('image', 'video', undefined),
  name: text,
  thumbnail: text,
  effectiveStoryId: id,
  existingAd: flag,
  carouselTitle: text,
  carouselLink: text,
});
const ad = fc.record({
  adName: text,
  adAccountId: fc.constantFrom('1', 'act_1', 'act_2', '7000000000000000009', '', undefined),
  accountId: fc.constantFrom('act_1', undefined),
  adAccountType: fc.constantFrom('meta', 'tiktok', undefined),
  type: fc.constantFrom('single', 'multi', 'carousel', 'flexible', undefined),
  title: text,
  description: text,
  cta: text,
  link: text,
  page: id,
  secondary: id,
  adSets: fc.oneof(
    fc.array(fc.oneof(fc.string(), fc.nat(), fc.record({ value: fc.string(), label: text })), {
      maxLength: 3,
    }),
    fc.constant(undefined),
  ),
  media: fc.array(media, { maxLength: 3 }),
  promoCode: text,
  aiMediaSelfDisclosure: flag,
  scalePostId: flag,
  launchPaused: flag,
  status: fc.constantFrom('ACTIVE', 'PAUSED', undefined),
  partnershipCode: text,
  partnershipAd: fc.option(fc.record({ creatorId: id }), { nil: undefined }),
  headlineVariations: fc.option(fc.array(fc.string(), { maxLength: 3 }), { nil: undefined }),
  utmTags: fc.oneof(text, fc.dictionary(fc.constantFrom('utm_source', 'utm_medium'), fc.string())),
  enhancements: fc.option(
    fc.dictionary(fc.constantFrom('image_touchups', 'text_improvements'), fc.boolean()),
    {
      nil: undefined,
    },
  ),
  pinBoardId: text,
});

/** A normalised ad in the words of a request again. */
function asRequest({
  index: _i,
  path: _p,
  adSetsPath: _a,
  platform,
  paused,
  platformFields,
  enhancements,
  ...ad
}: LaunchAd): object {
  return {
    ...ad,
    ...platformFields,
    adAccountType: platform,
    launchPaused: paused,
    adSets: ad.adSets.map(({ id: value, label }) => ({ value, label })),
    media: ad.media.map(({ filename, ratio: _r, sha256: _s, ...item }) => ({
      ...item,
      name: filename,
      existingAd: true,
      existingPrimaryAd: true,
      isExistingPost: true,
    })),
    enhancements: Object.fromEntries((enhancements ?? []).map((name) => [name, true])),
  };
}

test('a request that is normalised stays as it is when it is normalised again', () => {
  fc.assert(
    fc.property(fc.array(ad, { minLength: 1, maxLength: 3 }), fc.boolean(), (ads, useDefaults) => {
      const once = normalizeLaunch({ ads, useDefaults }, context).ads;
      const twice = normalizeLaunch({ ads: once.map(asRequest), useDefaults }, context).ads;
      // Where an ad stood before cannot come back from its content.
      const content = (list: readonly LaunchAd[]) =>
        list.map(({ index: _i, path: _p, adSetsPath: _a, ...rest }) => rest);
      expect(content(twice)).toEqual(content(once));
    }),
    { numRuns: 500 },
  );
});

test('nothing a caller can send makes normalising crash', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ ads: fc.array(fc.jsonValue()) }),
        fc.record({ creativeState: fc.jsonValue() }),
      ),
      (body) => {
        try {
          normalizeLaunch(body, context);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_request' });
        }
      },
    ),
    { numRuns: 500 },
  );
});
