import { describe, expect, test } from 'vitest';
import { adWarnings, checkAd, landingPage } from '../../../adapters/platforms/tiktok/check.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { adOf, identity, profile } from './tiktok-at-sandbox.ts';

const base = {
  access: { companyId: 'c', adAccountId: '7', currency: 'EUR', timezone: 'UTC', credentials: {} },
};
const speaks = (value: string): Partial<LaunchAd> => ({
  platformFields: { selectedShortVideoUserAccount: value },
});
const { description: _description, ...speechless } = adOf(base);
const { platformFields: _fields, ...nobody } = adOf(base);

describe('the rules of the short-video platform', () => {
  const rules: [string, LaunchAd, [string, string][]][] = [
    ['a good image ad', adOf(base), []],
    ['a good video ad', adOf(base, { media: [video('v')] }), []],
    ['a post of a profile', adOf(base, { type: 'postBoost', ...speaks(profile) }), []],
    ['nobody to speak for', nobody, [['selectedShortVideoUserAccount', 'missing_field']]],
    [
      'somebody who is no identity',
      adOf(base, speaks('my brand')),
      [['selectedShortVideoUserAccount', 'identity']],
    ],
    ['a bare id', adOf(base, speaks('7111111111111111101')), []],
    ['an identity of a business centre', adOf(base, speaks('BC_AUTH_TT:9d8e-7f:7222')), []],
    [
      'a post without a profile',
      adOf(base, { type: 'postBoost', ...speaks(identity) }),
      [['selectedShortVideoUserAccount', 'identity']],
    ],
    ['no text', speechless, [['description', 'missing_field']]],
    ['a title for a text', { ...speechless, title: 'Autumn' }, []],
    [
      'a text that is too long',
      adOf(base, { description: 'x'.repeat(101) }),
      [['description', 'text_too_long']],
    ],
    ['a text of exactly 100', adOf(base, { description: 'x'.repeat(100) }), []],
    [
      '51 letters that count twice',
      adOf(base, { description: '秋'.repeat(51) }),
      [['description', 'text_too_long']],
    ],
    ['a button it does not have', adOf(base, { cta: 'WATCH_MORE' }), [['cta', 'call_to_action']]],
    [
      'a picture it does not take',
      adOf(base, { media: [image('a', { filename: 'a.webp' })] }),
      [['media[0]', 'media_format']],
    ],
    [
      'a macro nobody fills in',
      adOf(base, { utmTags: 'utm_term={{site_source_name}}' }),
      [['utmTags', 'unknown_token']],
    ],
    [
      'macros it knows',
      adOf(base, { utmTags: 'utm_campaign={{campaign.name}}&utm_content={{ad.id}}' }),
      [],
    ],
    ['a name with an emoji', adOf(base, { adName: 'Boat ⛵' }), [['adName', 'emoji']]],
    [
      'a text with an emoji',
      adOf(base, { description: 'Sail away 🎉' }),
      [['description', 'emoji']],
    ],
    [
      'a title for a text, with an emoji',
      { ...speechless, title: 'Hearts ❤️' },
      [['title', 'emoji']],
    ],
    ['signs that are no emoji', adOf(base, { description: '© 2026 – No. 1, 50 % off' }), []],
    [
      'a name that is too long',
      adOf(base, { adName: 'x'.repeat(513) }),
      [['adName', 'text_too_long']],
    ],
  ];
  test.each(rules)('%s', (_title, ad, faults) => {
    const found = checkAd(ad);
    expect(found.map(({ path, code }) => [path, code])).toEqual(
      faults.map(([field, code]) => [`ads[0].${field}`, code]),
    );
    for (const { message } of found) expect(message).toMatch(/^\S.{10,}[.)]$/s);
  });

  test.each([
    ['TRAFFIC', ['ads[0].link']],
    ['WEB_CONVERSIONS', ['ads[0].link']],
    ['VIDEO_VIEWS', []],
  ])('an ad without a link for %s', (objective, paths) => {
    const { link: _, ...leading } = adOf(base, { link: 'https://shop.example/' });
    const adSets = [{ id: '1', name: 'Group', objective }];
    expect(checkAd(leading, adSets).map(({ path, code }) => [path, code])).toEqual(
      paths.map((path) => [path, 'missing_field']),
    );
    expect(checkAd({ ...leading, link: 'https://shop.example/' }, adSets)).toEqual([]);
  });

  test.each([
    ['TRAFFIC', 'LEARN_MORE'],
    ['LEAD_GENERATION', 'SIGN_UP'],
    ['APP_PROMOTION', 'DOWNLOAD_NOW'],
  ])('an ad without a button for %s is told that it gets %s', (objective, button) => {
    const { cta: _, ...bare } = adOf(base);
    const adSet = { id: '1', name: 'Group', objective };
    expect(adWarnings(bare, [adSet])).toMatchObject([
      { path: 'ads[0].cta', code: 'default_button', message: expect.stringContaining(button) },
    ]);
    expect(adWarnings(adOf(base, { cta: 'SHOP_NOW' }), [adSet])).toEqual([]);
  });

  test('a wrong button names those that are close', () => {
    expect(checkAd(adOf(base, { cta: 'WATCH_MORE' }))[0]?.message).toContain('WATCH_NOW');
  });
});

describe('the landing page', () => {
  test.each([
    [{ link: 'https://a.test/' }, 'https://a.test/'],
    [{ link: 'https://a.test/', utmTags: 'x=1' }, 'https://a.test/?x=1'],
    [{ link: 'https://a.test/?y=2', utmTags: 'x=1' }, 'https://a.test/?y=2&x=1'],
    [{ link: 'https://a.test/?', utmTags: 'x=1' }, 'https://a.test/?x=1'],
    [{ link: 'https://a.test/#top', utmTags: 'x=1' }, 'https://a.test/?x=1#top'],
    [
      { link: 'https://a.test/', utmTags: 'c={{campaign.name}}&g={{adset.id}}' },
      'https://a.test/?c=__CAMPAIGN_NAME__&g=__AID__',
    ],
  ])('%j becomes %s', (ad, expected) => {
    expect(landingPage(ad)).toBe(expected);
  });

  test('there is none without a link', () => {
    expect(landingPage({ utmTags: 'x=1' })).toBeUndefined();
  });
});
