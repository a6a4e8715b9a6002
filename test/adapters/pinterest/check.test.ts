import { expect, test } from 'vitest';
import { definition } from '../../../adapters/platforms/pinterest/definition.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { adOf, pin } from './pinterest-at-sandbox.ts';

const access = {
  companyId: 'c1',
  adAccountId: pin.accounts.eur,
  currency: 'EUR',
  timezone: 'UTC',
  credentials: {},
};
const card = (name: string) => image(name, { carouselTitle: name });
const faultsOf = (more: Partial<LaunchAd>) =>
  definition.launch
    ?.check(adOf({ access }, more))
    .map(({ path, code }) => [path.replace('ads[0].', ''), code]);

test('a good ad of every type has no faults', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ media: [video('film')] })).toEqual([]);
  expect(faultsOf({ type: 'carousel', media: ['a', 'b', 'c', 'd', 'e'].map(card) })).toEqual([]);
  const boosted = { type: 'image', filename: '', effectiveStoryId: '1' } as const;
  // The board and the texts of a pin that is boosted are its own.
  expect(
    faultsOf({ type: 'postBoost', media: [boosted], platformFields: {}, title: 'x'.repeat(200) }),
  ).toEqual([]);
});

test.each([
  [{ platformFields: {} }, 'pinBoardId', 'missing_field'],
  [{ platformFields: { pinBoardId: 'my board' } }, 'pinBoardId', 'board'],
  [{ platformFields: { pinBoardId: '1', pinCta: 'DANCE' } }, 'pinCta', 'call_to_action'],
  [{ cta: 'DANCE' }, 'cta', 'call_to_action'],
  [{ title: 'x'.repeat(101) }, 'title', 'text_too_long'],
  [{ description: 'x'.repeat(801) }, 'description', 'text_too_long'],
  [{ adName: 'x'.repeat(256) }, 'adName', 'text_too_long'],
  [{ link: `https://a.example/${'x'.repeat(2_040)}` }, 'link', 'link_too_long'],
  [
    { link: `https://a.example/${'x'.repeat(2_000)}`, utmTags: `a=${'x'.repeat(40)}` },
    'link',
    'link_too_long',
  ],
  [
    { type: 'carousel', media: ['a', 'b', 'c', 'd', 'e', 'f'].map(card) },
    'media',
    'carousel_cards',
  ],
  [
    { type: 'carousel', media: [card('a'), video('b', { carouselTitle: 'b' })] },
    'media[1]',
    'carousel_media',
  ],
  [
    { type: 'postBoost', media: [{ type: 'image', filename: '', effectiveStoryId: 'no pin' }] },
    'media[0].effectiveStoryId',
    'post_id',
  ],
] as const)('%j has one fault, at %s', (more, path, code) => {
  expect(faultsOf(more as Partial<LaunchAd>)).toEqual([[path, code]]);
});

test('texts are as long as people count them', () => {
  expect(faultsOf({ title: '🍂'.repeat(100) })).toEqual([]);
});
