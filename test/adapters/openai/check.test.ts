import { expect, test } from 'vitest';
import { definition } from '../../../adapters/platforms/openai/definition.ts';
import { document, image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { columnsFor } from '../../../core/sheet/columns.ts';
import { columnsOf } from '../../../core/sheet/shown-columns.ts';
import { adOf } from './openai-at-sandbox.ts';

const faults = (more: Partial<LaunchAd>) =>
  definition.launch
    ?.check(adOf(more))
    .map(({ path, code }) => `${path.replace('ads[0].', '')} ${code}`);

test('a card with an image, two texts and a link is good', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ media: [image('a'), image('b')], type: 'multi' })).toEqual([]);
});

test.each([
  [{ title: 'T'.repeat(51) }, 'title text_too_long'],
  [{ title: 'No' }, 'title text_too_short'],
  [{ description: 'D'.repeat(101) }, 'description text_too_long'],
  [{ link: `https://shop.example/${'x'.repeat(2_048)}` }, 'link link_too_long'],
  [{ adName: 'AB' }, 'adName text_too_short'],
  [{ media: [video('film')] }, 'media[0] media_type'],
  [{ media: [image('a', { filename: 'a.gif' })] }, 'media[0] media_format'],
  [
    { media: [image('a', { thumbnail: 'https://cdn.example/t.png' })] },
    'media[0].thumbnail unsupported_on_platform',
  ],
  [{ cta: 'LEARN_MORE' }, 'cta unsupported_on_platform'],
  [{ adDescription: 'Small' }, 'adDescription unsupported_on_platform'],
  [{ headlineVariations: ['One'] }, 'headlineVariations unsupported_on_platform'],
  [{ page: '1' }, 'page unsupported_on_platform'],
  [{ enhancements: ['music'] }, 'enhancements unsupported_on_platform'],
  [{ utmTags: 'utm_campaign={{campaign.name}}' }, 'utmTags unknown_macro'],
] as const)('%j is refused: %s', (more, fault) => {
  expect(faults(more)).toEqual([fault]);
});

test.each(['title', 'description', 'link'] as const)('a card without %s is refused', (field) => {
  const { [field]: _left, ...ad } = adOf();
  expect(definition.launch?.check(ad).map(({ path, code }) => [path, code])).toEqual([
    [`ads[0].${field}`, 'missing_field'],
  ]);
});

test('types that the platform lacks are not offered, and its name says that it is in beta', () => {
  expect(definition.launch?.types).toEqual(['single', 'multi']);
  expect(definition.launch?.documents).toBeUndefined();
  expect(definition.label).toContain('beta');
  expect(document('a').type).toBe('document');
});

test('its launch sheet shows what a card has, and nothing else', () => {
  const shown = columnsOf(columnsFor([definition]), 'single', definition).map(
    ({ column }) => column.key,
  );
  expect(shown).toEqual(
    expect.arrayContaining([
      'adName',
      'adAccountId',
      'adSets',
      'media[n].url',
      'title',
      'description',
      'link',
    ]),
  );
  for (const lacking of [
    'cta',
    'adDescription',
    'page',
    'secondary',
    'headlineVariations[n]',
    'promoCode',
  ])
    expect(shown).not.toContain(lacking);
});
