import { describe, expect, test } from 'vitest';
import { readLaunchBody } from '../../../core/launch/accept/body.ts';
import type { LaunchFacts } from '../../../core/launch/accept/facts.ts';
import { fieldWarnings } from '../../../core/launch/accept/field-warnings.ts';
import { normalizeLaunch } from '../../../core/launch/accept/normalize.ts';
import { atOnce } from '../../../core/records/steps.ts';
import { definitions, noFacts } from '../../test-definition.ts';

const context: LaunchFacts = {
  ...noFacts,
  accounts: (id) =>
    ['act_1', '1'].includes(id) ? [{ key: 'primary:act_1', platform: 'primary' }] : [],
  media: (url) =>
    url.endsWith('/ours.bin')
      ? {
          sha256: 'aa',
          contentType: 'video/mp4',
          bytes: 1,
          filename: 'ours.mp4',
          width: 1080,
          height: 1920,
        }
      : undefined,
  defaults: () => ({
    launchPaused: true,
    page: '900',
    title: 'Default title',
    namingConvention: '{{filename}}',
  }),
};

const ad = {
  adName: 'A',
  adAccountId: 'act_1',
  adSets: ['11'],
  media: [{ url: 'https://x.test/a.png' }],
};
const only = (body: unknown) => {
  const { ads, faults } = normalizeLaunch(body, context);
  expect(faults).toEqual([]);
  expect(ads).toHaveLength(1);
  return ads[0];
};

describe('the forms of a body', () => {
  const plain = only({ ads: [ad] });

  test.each([
    ['one ad’s fields at top level', ad, ''],
    ['the older wrapper around a list', { creativeState: { ads: [ad] } }, 'creativeState.ads[0]'],
    ['the older wrapper around one ad', { creativeState: ad }, 'creativeState'],
    ['ad sets at top level', { ads: [{ ...ad, adSets: undefined }], adSets: ['11'] }, 'ads[0]'],
    ['ad sets as objects', { ads: [{ ...ad, adSets: [{ value: '11' }] }] }, 'ads[0]'],
    [
      'an account by another of its names',
      { ads: [{ ...ad, adAccountId: undefined, businessId: '1' }] },
      'ads[0]',
    ],
    ['ids as numbers', { ads: [{ ...ad, adSets: [11] }] }, 'ads[0]'],
    [
      'empty cells',
      { ads: [{ ...ad, title: '  ', link: null, headlineVariations: [] }] },
      'ads[0]',
    ],
  ])('%s means the same', (_, body, path) => {
    expect({ ...only(body), adSetsPath: '' }).toEqual({ ...plain, path, adSetsPath: '' });
  });

  test.each([
    ['a list', []],
    ['null', null],
    ['text', 'ads'],
    ['an empty object', {}],
    ['ads that are no list', { ads: {} }],
    ['only ad sets', { adSets: ['1'] }],
  ])('%s is refused as a whole', (_, body) => {
    expect(() => normalizeLaunch(body, context)).toThrowError(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });

  test('faults of shape are told with their path, for every ad', () => {
    const { faults } = normalizeLaunch(
      {
        ads: [{ ...ad, adName: 5 }, { ...ad, media: [{ url: 7 }] }, 'x', { ...ad, adSets: [1e20] }],
      },
      context,
    );
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['ads[0].adName', 'wrong_type'],
      ['ads[1].media[0].url', 'wrong_type'],
      ['ads[2]', 'wrong_type'],
      ['ads[3].adSets[0]', 'invalid_value'],
    ]);
  });

  test('unknown fields are ignored and told with the name that was probably meant', () => {
    const strange = {
      ...ad,
      adname: 'x',
      colour: 'red',
      media: [{ url: 'https://x.test/a.png', carousel_title: 'x' }],
    };
    const warnings = atOnce(
      fieldWarnings(atOnce(readLaunchBody({ ads: [strange], frce: true })), definitions),
    );
    expect(warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'frce: frce is not a field here and was ignored. Did you mean force?',
      'ads[0].adname: adname is not a field here and was ignored. Did you mean adName?',
      'ads[0].colour: colour is not a field here and was ignored.',
      'ads[0].media[0].carousel_title: carousel_title is not a field here and was ignored. Did you mean carouselTitle?',
    ]);
  });
});

describe('what is inferred', () => {
  test('a partnership code without a type makes a partnership-code ad', () => {
    expect(only({ ads: [{ ...ad, partnershipCode: 'adcode-1' }] })?.type).toBe('partnershipCode');
  });

  test('scalePostId makes a post boost, and a bare post id gets its page', () => {
    const media = [
      { effectiveStoryId: '55', existingAd: true, existingPrimaryAd: true, isExistingPost: true },
    ];
    const boost = only({ ads: [{ ...ad, scalePostId: true, page: '900', media }] });
    expect([boost?.type, boost?.media[0]?.effectiveStoryId]).toEqual(['postBoost', '900_55']);
  });

  test.each([
    ['https://x.test/a.JPG?v=1', 'image'],
    ['https://x.test/b%20c.webp#x', 'image'],
    ['https://x.test/a.mov', 'video'],
    ['https://x.test/ours.bin', 'video'],
  ])('%s is a(n) %s', (url, type) => {
    expect(only({ ads: [{ ...ad, media: [{ url }] }] })?.media[0]?.type).toBe(type);
  });

  test('an address that tells nothing needs a type', () => {
    const { faults } = normalizeLaunch(
      { ads: [{ ...ad, media: [{ url: 'https://x.test/media/17' }] }] },
      context,
    );
    expect(faults).toMatchObject([{ path: 'ads[0].media[0].type', code: 'media_type' }]);
  });

  test('ads are paused unless asked otherwise', () => {
    const paused = (fields: object) => only({ ads: [{ ...ad, ...fields }] })?.paused;
    expect([
      paused({}),
      paused({ launchPaused: false }),
      paused({ status: 'ACTIVE' }),
      paused({ status: 'PAUSED', launchPaused: true }),
    ]).toEqual([true, false, false, true]);
  });

  test('status and launchPaused may not disagree', () => {
    const { faults } = normalizeLaunch(
      { ads: [{ ...ad, status: 'ACTIVE', launchPaused: true }] },
      context,
    );
    expect(faults).toMatchObject([{ path: 'ads[0].status', code: 'status_disagrees' }]);
  });

  test('a stated platform must be the account’s', () => {
    const { faults } = normalizeLaunch(
      {
        ads: [
          { ...ad, adAccountType: 'tiktok' },
          { ...ad, adAccountType: 'myspace' },
          { ...ad, adAccountType: 'Facebook' },
        ],
      },
      context,
    );
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['ads[0].adAccountId', 'account_platform_mismatch'],
      ['ads[1].adAccountType', 'unknown_platform'],
    ]);
  });

  test('defaults come in only when asked for, and never over what was sent', () => {
    expect(only({ ads: [ad] })?.title).toBeUndefined();
    const filled = only({ ads: [{ ...ad, adName: undefined, page: '901' }], useDefaults: true });
    expect([filled?.title, filled?.page, filled?.adName]).toEqual([
      'Default title',
      '901',
      '{{filename}}',
    ]);
  });

  test('tags may be text or an object, and keep the platform’s own macros', () => {
    const tags = (utmTags: unknown) => only({ ads: [{ ...ad, utmTags }] })?.utmTags;
    expect(tags('?utm_source=x&utm_campaign={{campaign.name}}')).toBe(
      'utm_source=x&utm_campaign={{campaign.name}}',
    );
    expect(tags({ utm_source: 'x', utm_campaign: '{{campaign.name}}' })).toBe(
      'utm_source=x&utm_campaign={{campaign.name}}',
    );
  });
});
