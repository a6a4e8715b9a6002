import { expect, test } from 'vitest';
import { checkAd } from '../../../adapters/platforms/meta/check.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { image, video } from '../../../testing/test-media.ts';
import { adOf, type MetaAtSandbox } from './meta-at-sandbox.ts';

const at = { access: { adAccountId: 'act_1' }, ids: { page: '1', profile: '2' } } as unknown as MetaAtSandbox;
const faults = (more: Partial<LaunchAd>) => checkAd(adOf(at, more)).map(({ path, code }) => [path, code]);
const without = (field: 'link' | 'cta', more: Partial<LaunchAd> = {}) => {
  const { [field]: _gone, ...ad } = adOf(at, more);
  return checkAd(ad).map(({ path, code }) => [path, code]);
};

test('a good ad has no faults', () => {
  for (const type of ['single', 'multi', 'carousel', 'flexible'] as const) expect(faults({ type })).toEqual([]);
});

test('an unknown call to action is named, with what comes close', () => {
  const [fault] = checkAd(adOf(at, { cta: 'WATCH_NOW' }));
  expect(fault).toMatchObject({ path: 'ads[0].cta', code: 'call_to_action', message: expect.stringContaining('WATCH_MORE') });
  expect(faults({ cta: 'nonsense' })).toEqual([['ads[0].cta', 'call_to_action']]);
});

test('an image needs a link, unless its button has a destination of its own', () => {
  expect(without('link')).toEqual([['ads[0].link', 'missing_field']]);
  expect(without('link', { cta: 'MESSAGE_PAGE' })).toEqual([]);
  expect(without('link', { media: [video('a')] })).toEqual([]);
  expect(without('link', { type: 'postBoost' })).toEqual([]);
  expect(without('link', { type: 'carousel', media: [image('a', { carouselLink: 'https://x.example' })] })).toEqual([]);
});

test('an enhancement the platform does not know is named', () => {
  expect(faults({ enhancements: ['image_touchups', 'make_it_pop'] })).toEqual([
    ['ads[0].enhancements.make_it_pop', 'unknown_enhancement'],
  ]);
});

test('texts of flexible and placement ads have their limits, to the character', () => {
  const long = (length: number) => 'x'.repeat(length);
  expect(faults({ type: 'multi', title: long(255), description: long(1024), adDescription: long(255) })).toEqual([]);
  expect(faults({ type: 'multi', title: long(256), description: long(1025), adDescription: long(256) })).toEqual([
    ['ads[0].title', 'text_too_long'],
    ['ads[0].description', 'text_too_long'],
    ['ads[0].adDescription', 'text_too_long'],
  ]);
  expect(faults({ type: 'flexible', headlineVariations: ['a', long(256)], bodyVariations: [long(1025)] })).toEqual([
    ['ads[0].headlineVariations[1]', 'text_too_long'],
    ['ads[0].bodyVariations[0]', 'text_too_long'],
  ]);
  expect(faults({ type: 'flexible', media: Array.from({ length: 11 }, () => image('a')) })).toEqual([
    ['ads[0].media', 'media_count'],
  ]);
});
