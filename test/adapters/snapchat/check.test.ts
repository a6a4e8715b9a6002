import { expect, test } from 'vitest';
import { checkAd } from '../../../adapters/platforms/snapchat/check.ts';
import { image } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { adOf, photoMessaging } from './snapchat-at-sandbox.ts';

const good = adOf({ access: { adAccountId: photoMessaging.accounts.eur } as never });
const fields = good.platformFields ?? {};
const own = (more: { readonly [field: string]: string }): Partial<LaunchAd> => ({
  platformFields: { ...fields, ...more },
});
const paths = (more: Partial<LaunchAd>) =>
  checkAd({ ...good, ...more }).map(({ path, code }) => `${path} ${code}`);

test('a good ad has no faults; a name of 375, a headline of 34 and a brand of 32 characters fit', () => {
  expect(checkAd(good)).toEqual([]);
  expect(
    paths({
      adName: 'n'.repeat(375),
      title: 't'.repeat(34),
      ...own({ photoMessagingBrandName: 'b'.repeat(32) }),
    }),
  ).toEqual([]);
});

test.each<[string, Partial<LaunchAd>, readonly string[]]>([
  ['a name is too long', { adName: 'n'.repeat(376) }, ['ads[0].adName text_too_long']],
  ['a title is too long', { title: 't'.repeat(35) }, ['ads[0].title text_too_long']],
  [
    'a headline is too long',
    own({ photoMessagingHeadline: 'h'.repeat(35) }),
    ['ads[0].photoMessagingHeadline text_too_long'],
  ],
  [
    'a brand is too long',
    own({ photoMessagingBrandName: 'b'.repeat(33) }),
    ['ads[0].photoMessagingBrandName text_too_long'],
  ],
  [
    'a profile is no id',
    own({ photoMessagingProfileId: '12' }),
    ['ads[0].photoMessagingProfileId identity'],
  ],
  [
    'a type is not launched',
    own({ photoMessagingAdType: 'DEEP_LINK' }),
    ['ads[0].photoMessagingAdType ad_type'],
  ],
  [
    'a picture alone leads nowhere',
    own({ photoMessagingAdType: 'SNAP_AD' }),
    ['ads[0].link ad_type'],
  ],
  [
    'a button of its own is unknown',
    own({ photoMessagingCTA: 'JUMP' }),
    ['ads[0].photoMessagingCTA call_to_action'],
  ],
  ['a button is unknown', { cta: 'JUMP' }, ['ads[0].cta call_to_action']],
  [
    'a macro that nothing fills in',
    { utmTags: 'utm_campaign={{campaign.name}}' },
    ['ads[0].utmTags unknown_token'],
  ],
  [
    'a format is not taken',
    { media: [image('a', { filename: 'a.gif' })] },
    ['ads[0].media[0] media_format'],
  ],
])('%s', (_title, more, expected) => {
  expect(paths(more)).toEqual(expected);
});

test('what is needed and missing is named', () => {
  const { title: _title, platformFields: _fields, ...bare } = good;
  expect(checkAd(bare).map(({ path }) => path)).toEqual([
    'ads[0].photoMessagingProfileId',
    'ads[0].photoMessagingBrandName',
    'ads[0].title',
  ]);
  const { link: _link, ...unlinked } = good;
  expect(
    checkAd({ ...unlinked, ...own({ photoMessagingAdType: 'remote webpage' }) }).map(
      ({ path }) => path,
    ),
  ).toEqual(['ads[0].link']);
});
