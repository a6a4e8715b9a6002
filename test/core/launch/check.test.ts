import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchKind } from '../../../core/launch/journal/records.ts';
import { createLaunchFixture, imageAd, postMedia } from '../../launch-fixture.ts';
import { createNamedMedia } from '../../named-media.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { testDefinition } from '../../test-definition.ts';
import { COMPANY, caller } from '../../test-service.ts';

const fixture = () =>
  createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });

async function faultsOf(body: unknown): Promise<[string, string][]> {
  const { ports, store } = await fixture();
  const error = await submitLaunch(ports, caller, body).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return [];
  if (!(error instanceof SlipwayError)) throw error;
  expect(error.code).toBe('unprocessable_entity');
  for (const { message } of error.details) expect(message).toMatch(/^\S.{10,}\.$/);
  expect((await store.find(batchKind, COMPANY)).items).toEqual([]);
  return error.details.map(({ path, code }) => [path, code]);
}

const card = (fields: object = {}) => ({
  url: 'https://cdn.test/c.png',
  carouselTitle: 'Card',
  ...fields,
});
const file = (name: string) => ({ url: `https://cdn.test/${name}` });

describe('every rule of a launch, with its place and its code', () => {
  const rules: [string, object, [string, string][]][] = [
    ['a good ad', {}, []],
    ['no name', { adName: '' }, [['adName', 'missing_field']]],
    ['an unknown token', { adName: '{{campaign}}' }, [['adName', 'unknown_token']]],
    [
      'two unknown tokens',
      { adName: '{{campaign}} {{adset}}' },
      [
        ['adName', 'unknown_token'],
        ['adName', 'unknown_token'],
      ],
    ],
    ['no account', { adAccountId: '' }, [['adAccountId', 'missing_field']]],
    [
      'an account of nobody here',
      { adAccountId: 'act_404' },
      [['adAccountId', 'unknown_ad_account']],
    ],
    ['a disabled account', { adAccountId: 'act_9' }, [['adAccountId', 'ad_account_not_active']]],
    [
      'a platform that is not here',
      { adAccountType: 'tiktok' },
      [['adAccountType', 'unknown_platform']],
    ],
    ['no ad set', { adSets: [] }, [['adSets', 'missing_field']]],
    ['an ad set that does not exist', { adSets: ['1', '777'] }, [['adSets[1]', 'unknown_ad_set']]],
    ['an ad set without an id', { adSets: [{ label: 'x' }] }, [['adSets[0]', 'missing_field']]],
    ['an ad set named twice', { adSets: ['1', '1'] }, [['adSets[1]', 'duplicate_ad_set']]],
    ['no media', { media: [] }, [['media', 'missing_field']]],
    [
      'media without an address',
      { media: [{ type: 'image' }] },
      [['media[0].url', 'missing_field']],
    ],
    ['media from a drive path', { media: [{ url: 'C:/a.png' }] }, [['media[0].url', 'media_url']]],
    [
      'two media in a single ad',
      { media: [file('a.png'), file('b.png')] },
      [['media', 'media_count']],
    ],
    ['a link without a scheme', { link: 'shop.test' }, [['link', 'link']]],
    ['a link with credentials', { link: 'https://user:pass@shop.test' }, [['link', 'link']]],
    ['a number to call', { cta: 'CALL_NOW', link: 'tel:+49 (30) 123-456' }, []],
    ['a call button without a number', { cta: 'CALL_NOW' }, [['link', 'phone_link']]],
    [
      'a number without its country',
      { cta: 'CALL_NOW', link: 'tel:030123456' },
      [['link', 'phone_link']],
    ],
    ['a number behind another button', { link: 'tel:+4930123456' }, [['link', 'phone_link']]],
    [
      'a number in a flexible ad',
      { type: 'flexible', cta: 'CALL_NOW', link: 'tel:+4930123456' },
      [['link', 'phone_link']],
    ],
    [
      'a card that calls and one that does not',
      {
        type: 'carousel',
        cta: 'CALL_NOW',
        link: 'tel:+4930123456',
        media: [
          card({ carouselLink: 'tel:+4930123457' }),
          card({ carouselLink: 'https://a.test' }),
        ],
      },
      [['media[1].carouselLink', 'phone_link']],
    ],
    ['tags that are no pairs', { utmTags: 'utm source' }, [['utmTags', 'utm_tags']]],
    ['no page', { page: '' }, [['page', 'missing_field']]],
    ['a page that is no id', { page: 'my page' }, [['page', 'page_id']]],
    ['no secondary', { secondary: null }, [['secondary', 'missing_field']]],
    ['a secondary that is no id', { secondary: '@brand' }, [['secondary', 'secondary_id']]],
    [
      'status against launchPaused',
      { status: 'PAUSED', launchPaused: false },
      [['status', 'status_disagrees']],
    ],
    [
      'a carousel of one card',
      { type: 'carousel', media: [card()] },
      [['media', 'carousel_cards']],
    ],
    [
      'a carousel of eleven',
      { type: 'carousel', media: Array.from({ length: 11 }, () => card()) },
      [['media', 'carousel_cards']],
    ],
    [
      'a carousel of ten',
      { type: 'carousel', media: Array.from({ length: 10 }, () => card()) },
      [],
    ],
    [
      'a card without a title',
      { type: 'carousel', media: [card(), card({ carouselTitle: ' ' })] },
      [['media[1].carouselTitle', 'missing_field']],
    ],
    [
      'a card without any link',
      {
        type: 'carousel',
        link: undefined,
        media: [card({ carouselLink: 'https://a.test' }), card()],
      },
      [['media[1].carouselLink', 'missing_field']],
    ],
    [
      'a card with a broken link',
      { type: 'carousel', media: [card(), card({ carouselLink: 'a.test' })] },
      [['media[1].carouselLink', 'link']],
    ],
    ['placements by ratio', { type: 'multi', media: [file('a_1x1.png'), file('b_9x16.png')] }, []],
    [
      'placements by ratio, with marks of uploads that look like another',
      {
        type: 'multi',
        media: [
          file('a_1x1-Kd9x16Qm0aB3cD4eF5gH6i.png'),
          file('b_9x16-Kd9x16Qm0aB3cD4eF5gH6i.png'),
        ],
      },
      [],
    ],
    ['one placement', { type: 'multi', media: [file('a_1x1.png')] }, []],
    [
      'two media of one ratio',
      { type: 'multi', media: [file('a_1x1.png'), file('b_1080x1080.png')] },
      [['media[1]', 'placement_ratio_repeated']],
    ],
    [
      'a ratio nobody knows',
      { type: 'multi', media: [file('a_1x1.png'), file('b.png')] },
      [['media[1]', 'placement_ratio_unknown']],
    ],
    [
      'six headlines',
      { type: 'flexible', headlineVariations: ['1', '2', '3', '4', '5', '6'] },
      [['headlineVariations', 'variations_count']],
    ],
    [
      'a text given twice',
      { type: 'flexible', bodyVariations: ['a', 'b', 'a'] },
      [['bodyVariations[2]', 'repeated_text']],
    ],
    [
      'an empty text',
      { type: 'flexible', headlineVariations: ['a', ' '] },
      [['headlineVariations[1]', 'empty_text']],
    ],
    ['a post boost', { scalePostId: true, media: [postMedia()] }, []],
    [
      'a post of another page',
      { scalePostId: true, media: [postMedia({ effectiveStoryId: '77_5' })] },
      [['page', 'post_page_mismatch']],
    ],
    [
      'a boost without a post',
      { scalePostId: true, media: [file('a.png')] },
      [['media[0].effectiveStoryId', 'missing_field']],
    ],
    [
      'a post id in no known form',
      { scalePostId: true, media: [postMedia({ effectiveStoryId: '900_x' })] },
      [['media[0].effectiveStoryId', 'story_id']],
    ],
    [
      'a boost that leaves its flags out',
      { scalePostId: true, media: [{ effectiveStoryId: '900_5' }] },
      [
        ['media[0].existingAd', 'post_flags'],
        ['media[0].existingPrimaryAd', 'post_flags'],
        ['media[0].isExistingPost', 'post_flags'],
      ],
    ],
    [
      'two posts in one boost',
      { scalePostId: true, media: [postMedia(), postMedia()] },
      [['media', 'media_count']],
    ],
    [
      'a post that is not boosted',
      { media: [postMedia({ url: 'https://cdn.test/a.png' })] },
      [['scalePostId', 'post_not_boosted']],
    ],
    [
      'a boosted carousel',
      { type: 'carousel', scalePostId: true, media: [postMedia()] },
      [['type', 'post_type']],
    ],
    ['a partnership code without media', { partnershipCode: 'adcode-abc', media: [] }, []],
    ['a code of sixteen characters', { partnershipCode: 'ABCDEFGHIJKLMNOP', media: [] }, []],
    [
      'a code that is too short',
      { partnershipCode: 'ABCDEFG', media: [] },
      [['partnershipCode', 'partnership_code']],
    ],
    ['a code in a single ad', { type: 'single', partnershipCode: 'adcode-abc', media: [] }, []],
    [
      'a code in another type of ad',
      { type: 'flexible', partnershipCode: 'adcode-abc' },
      [['type', 'partnership_type']],
    ],
    [
      'more than five texts, with those of the media',
      {
        type: 'flexible',
        bodyVariations: ['1', '2', '3', '4', '5'],
        media: [{ ...file('a.png'), adCopyDescription: '6' }],
      },
      [['media', 'variations_count']],
    ],
    [
      'the type without its code',
      { type: 'partnershipCode', media: [] },
      [['partnershipCode', 'missing_field']],
    ],
    ['a creator by number', { partnershipAd: { creatorId: '123' } }, []],
    [
      'a creator by name',
      { partnershipAd: { creatorId: '@anna' } },
      [['partnershipAd.creatorId', 'partnership_creator']],
    ],
    [
      'a partnership with nobody',
      { partnershipAd: {} },
      [['partnershipAd', 'partnership_creator']],
    ],
    ['a promo code', { promoCode: 'SAVE-10_x' }, []],
    ['a promo code of one letter', { promoCode: 'A123' }, [['promoCode', 'promo_code']]],
    ['a promo code with a space', { promoCode: 'SAVE 10' }, [['promoCode', 'promo_code']]],
    ['an unknown type', { type: 'story' }, [['type', 'invalid_value']]],
  ];

  test.each(rules)('%s', async (_, fields, faults) => {
    expect(await faultsOf({ ads: [imageAd(fields)] })).toEqual(
      faults.map(([path, code]) => [`ads[0].${path}`, code]),
    );
  });

  test('all faults of all ads are told at once, in order', async () => {
    expect(
      await faultsOf({
        ads: [
          imageAd({ page: '', adSets: [] }),
          imageAd(),
          imageAd({ promoCode: '1' }),
          imageAd({ adName: 7 }),
        ],
      }),
    ).toEqual([
      ['ads[3].adName', 'wrong_type'],
      ['ads[0].adSets', 'missing_field'],
      ['ads[0].page', 'missing_field'],
      ['ads[2].promoCode', 'promo_code'],
    ]);
  });

  test('what is of the wrong type hides nothing else, and is not blamed twice', async () => {
    const cards = [card({ url: 7, type: undefined }), card({ carouselTitle: '' })];
    expect(
      await faultsOf({
        ads: [
          imageAd({ type: 'carousel', title: 1, link: 'nowhere', media: cards }),
          imageAd({ media: 'a.png', page: '' }),
          imageAd({ adSets: [{ value: true }], promoCode: '1' }),
          imageAd({ type: 'story', link: 'nowhere' }),
          'an ad',
        ],
      }),
    ).toEqual([
      ['ads[0].title', 'wrong_type'],
      ['ads[0].media[0].url', 'wrong_type'],
      ['ads[1].media', 'wrong_type'],
      ['ads[2].adSets[0].value', 'wrong_type'],
      ['ads[3].type', 'invalid_value'],
      ['ads[4]', 'wrong_type'],
      ['ads[0].link', 'link'],
      ['ads[0].media[1].carouselTitle', 'missing_field'],
      ['ads[1].page', 'missing_field'],
      ['ads[2].promoCode', 'promo_code'],
    ]);
  });

  test('an id that lost digits on its way is told, wherever it stands', async () => {
    const { ports } = await fixture();
    await expect(
      dryRun(ports, COMPANY, {
        ads: [imageAd({ adSets: undefined, link: 'nowhere' })],
        adSets: ['1', Number('120000001001200711')],
      }),
    ).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [
        { path: 'adSets[1]', message: expect.stringContaining('has lost digits') },
        { path: 'ads[0].link', code: 'link' },
      ],
    });
  });

  test('places are those of the request as sent: under another name, beside the wrapper and inside it', async () => {
    const ad = imageAd({ adSets: undefined, adAccountId: undefined, businessId: 'act_404' });
    expect(await faultsOf({ creativeState: { ads: [ad] }, adSets: [true] })).toEqual([
      ['adSets[0]', 'wrong_type'],
      ['creativeState.ads[0].businessId', 'unknown_ad_account'],
    ]);
    expect(
      await faultsOf({ creativeState: { ads: [imageAd({ adSets: undefined })], adSets: ['777'] } }),
    ).toEqual([['creativeState.adSets[0]', 'unknown_ad_set']]);
    expect(
      await faultsOf({ creativeState: { ads: [imageAd({ adSets: undefined })] }, adSets: ['777'] }),
    ).toEqual([['adSets[0]', 'unknown_ad_set']]);
    expect(await faultsOf({ creativeState: { ads: [] } })).toEqual([
      ['creativeState.ads', 'ads_count'],
    ]);
  });

  test('names that are nearly right are understood: letters left out, doubled or swapped', async () => {
    const { ports } = await fixture();
    const { warnings } = await dryRun(ports, COMPANY, {
      ads: [
        imageAd({
          tilte: 'x',
          adAcountId: 'y',
          nonsense: 1,
          media: [{ url: 'https://cdn.test/a.png', ulr: 'x' }],
        }),
      ],
      useDefualts: true,
    });
    expect(
      warnings.map(({ path, message }) => [path, /Did you mean (\w+)/.exec(message)?.[1]]),
    ).toEqual([
      ['useDefualts', 'useDefaults'],
      ['ads[0].tilte', 'title'],
      ['ads[0].adAcountId', 'adAccountId'],
      ['ads[0].nonsense', undefined],
      ['ads[0].media[0].ulr', 'url'],
    ]);
    await expect(
      dryRun(ports, COMPANY, { ads: [imageAd({ adName: '{{fielname}}' })] }),
    ).rejects.toMatchObject({
      details: [
        { code: 'unknown_token', message: expect.stringContaining('Did you mean {{filename}}?') },
      ],
    });
  });

  test('tracking that would go wrong silently is told before anything starts', async () => {
    const { ports } = await createLaunchFixture({
      platforms: (clock) => {
        const { platform } = createStandInPlatform(clock);
        return {
          primary: {
            ...platform,
            ...(platform.launch && {
              launch: {
                ...platform.launch,
                macros: [{ name: 'campaign.name', source: 'test', asOf: '2026-11-15' }],
              },
            }),
          },
        };
      },
    });
    const warnings = async (fields: object) =>
      (await dryRun(ports, COMPANY, { ads: [imageAd(fields)] })).warnings.map(({ path, code }) => [
        path,
        code,
      ]);
    const link = 'https://shop.test/?utm_source=old&x=1#top';
    expect(
      await warnings({ link, utmTags: 'utm_source=new&utm_campaign={{campaign.name}}' }),
    ).toEqual([['ads[0].utmTags', 'tracking_conflict']]);
    expect(await warnings({ link, utmTags: 'utm_source=old&y={{product.name}}' })).toEqual([]);
    expect(
      await warnings({
        link: 'https://shop.test/{{ad}}',
        utmTags: 'a={{campagin.name}}&b={{campagin.name}}',
      }),
    ).toEqual([
      ['ads[0].link', 'unknown_macro'],
      ['ads[0].utmTags', 'unknown_macro'],
    ]);
  });

  test('a file in the media store is what it is, whatever the request calls it', async () => {
    const { ports } = await createLaunchFixture({
      platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
      media: createNamedMedia({ 'https://cdn.test/a.png': { contentType: 'image/png' } }),
    });
    await expect(
      dryRun(ports, COMPANY, {
        ads: [imageAd({ media: [{ url: 'https://cdn.test/a.png', type: 'video' }] })],
      }),
    ).rejects.toMatchObject({ details: [{ path: 'ads[0].media[0].type', code: 'media_type' }] });
  });

  test('a fault of ad sets at top level is told once, at its place', async () => {
    expect(
      await faultsOf({
        ads: [imageAd({ adSets: undefined }), imageAd({ adSets: undefined })],
        adSets: ['1', '777'],
      }),
    ).toEqual([['adSets[1]', 'unknown_ad_set']]);
  });

  test('no ads, too many ads, too many creations', async () => {
    expect(await faultsOf({ ads: [] })).toEqual([['ads', 'ads_count']]);
    expect(await faultsOf({ ads: Array.from({ length: 501 }, () => imageAd()) })).toEqual([
      ['ads', 'ads_count'],
    ]);
    const oneBroken = Array.from({ length: 501 }, (_, i) => imageAd(i === 500 ? { link: 3 } : {}));
    expect(await faultsOf({ ads: oneBroken })).toEqual([['ads', 'ads_count']]);
    const sets = Array.from({ length: 11 }, (_, i) => String(100 + i));
    expect(
      (
        await faultsOf({
          ads: Array.from({ length: 500 }, () => imageAd({ adSets: undefined })),
          adSets: sets,
        })
      )[0],
    ).toEqual(['ads', 'creations_count']);
  });

  test('an ad set takes as many ads as it has room for; force skips that', async () => {
    expect(
      await faultsOf({ ads: [imageAd({ adSets: ['8'] }), imageAd({ adSets: ['8'] })] }),
    ).toEqual([['ads[1].adSets[0]', 'ad_set_full']]);
    expect(
      await faultsOf({
        ads: [imageAd({ adSets: ['8'] }), imageAd({ adSets: ['8'] })],
        force: true,
      }),
    ).toEqual([]);
  });

  test('the ads of parts before take room too, and the fault says how much there is and how many these are', async () => {
    const { ports } = await createLaunchFixture({
      platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
    });
    const first = await dryRun(ports, COMPANY, {
      ads: [imageAd({ adSets: ['8'], status: 'ACTIVE' })],
    });
    expect(first.adSets).toEqual([
      { platform: 'primary', adAccountId: 'act_1', adSetId: '8', ads: 1, activeAds: 1 },
    ]);
    await expect(
      dryRun(ports, COMPANY, { ads: [imageAd({ adSets: ['8'] })], after: first.adSets }),
    ).rejects.toMatchObject({
      details: [
        {
          code: 'ad_set_full',
          message: expect.stringContaining('it has room for 1, and these are 2.'),
        },
      ],
    });
    const other = await dryRun(ports, COMPANY, {
      ads: [imageAd({ adSets: ['1'] })],
      after: first.adSets,
    });
    expect(other.adSets.map(({ adSetId, ads }) => [adSetId, ads])).toEqual([
      ['8', 1],
      ['1', 1],
    ]);
    expect(other.moneyAtStake.map(({ adAccountId }) => adAccountId)).toEqual(['act_1']);
    expect((await dryRun(ports, COMPANY, { ads: [imageAd({ adSets: ['1'] })] })).digest).toBe(
      other.digest,
    );
  });

  test('what only one platform offers is refused on the others, and what is offered is named', async () => {
    const account = {
      name: 'Clips',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      status: 'active',
    } as const;
    const { ports } = await createLaunchFixture({
      platforms: (clock) => {
        const { platform } = createStandInPlatform(clock);
        return {
          'short-video': {
            ...platform,
            accounts: {
              ...platform.accounts,
              list: async () => [{ id: '7000000000000000001', ...account }],
            },
            definition: testDefinition('short-video', {
              launch: {
                types: ['single', 'postBoost'],
                identity: 'platform-field',
                extras: [],
                fields: [],
                callsToAction: [],
                check: () => [],
              },
            }),
          },
        };
      },
    });
    const ad = imageAd({
      adAccountId: '7000000000000000001',
      page: undefined,
      secondary: undefined,
    });
    await expect(
      dryRun(ports, COMPANY, {
        ads: [
          { ...ad, type: 'carousel' },
          { ...ad, promoCode: 'SAVE', aiMediaSelfDisclosure: true },
        ],
      }),
    ).rejects.toMatchObject({
      details: [
        {
          path: 'ads[0].type',
          code: 'unsupported_on_platform',
          message: expect.stringContaining('single, postBoost'),
        },
        { path: 'ads[1].promoCode', code: 'unsupported_on_platform' },
        { path: 'ads[1].aiMediaSelfDisclosure', code: 'unsupported_on_platform' },
      ],
    });
  });
});
