import { expect, test } from 'vitest';
import { asRow } from '../../../adapters/platforms/kit/json.ts';
import { creativeFeatures } from '../../../adapters/platforms/meta/creative/enhancements.ts';
import { adOf, launchAd, metaAtSandbox } from './meta-at-sandbox.ts';

const button = { type: 'SHOP_NOW', value: { link: 'https://shop.example/autumn' } };

test('every enhancement is stated: off, unless the ad asks for it', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, { enhancements: ['image_touchups', 'contextual_multi_ads'] });
  const { heldCreative } = await launchAd(at, ad, at.adSet('traffic'));
  const spec = asRow(asRow(heldCreative.degrees_of_freedom_spec)?.creative_features_spec) ?? {};
  expect(Object.keys(spec).sort()).toEqual([...creativeFeatures].sort());
  const on = Object.entries(spec).filter(([, value]) => asRow(value)?.enroll_status === 'OPT_IN');
  expect(on.map(([name]) => name)).toEqual(['image_touchups']);
  expect(heldCreative.contextual_multi_ads).toEqual({ enroll_status: 'OPT_IN' });
});

test('a boosted post is the post itself', async () => {
  const at = await metaAtSandbox();
  const media = [{ type: 'image', filename: '', effectiveStoryId: at.ids.posts.link } as const];
  const ad = adOf(at, { type: 'postBoost', media, utmTags: 'utm_source=x' });
  const { heldCreative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(heldCreative).toMatchObject({
    object_story_id: at.ids.posts.link,
    instagram_user_id: at.ids.profile,
    call_to_action: button,
    url_tags: 'utm_source=x',
  });
  expect(heldCreative.object_story_spec).toBeUndefined();
});

test('a post without a link can be boosted for engagement', async () => {
  const at = await metaAtSandbox();
  const media = [{ type: 'image', filename: '', effectiveStoryId: at.ids.posts.image } as const];
  const { cta: _cta, link: _link, ...ad } = adOf(at, { type: 'postBoost', media });
  const { heldCreative } = await launchAd(at, ad, at.adSet('engagement'));
  expect(heldCreative.object_story_id).toBe(at.ids.posts.image);
});

test('a partnership code unlocks the creator’s post, with or without its prefix', async () => {
  const at = await metaAtSandbox();
  for (const partnershipCode of [`adcode-${at.ids.adCodes.instagram}`, at.ids.adCodes.instagram]) {
    const ad = adOf(at, { type: 'partnershipCode', media: [], partnershipCode });
    const { heldCreative } = await launchAd(at, ad, at.adSet('traffic'));
    expect(heldCreative).toMatchObject({
      object_id: at.ids.page,
      instagram_user_id: at.ids.profile,
      branded_content: {
        instagram_boost_post_access_token: at.ids.adCodes.instagram,
        ad_format: 1,
      },
    });
  }
});

test('a creator is named as partner of a new ad', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, {
    partnershipAd: { creatorId: at.ids.creatorProfile, creatorPageId: at.ids.creatorPage },
  });
  const { heldCreative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(heldCreative).toMatchObject({
    facebook_branded_content: { sponsor_page_id: at.ids.creatorPage },
    instagram_branded_content: { sponsor_id: at.ids.creatorProfile },
    branded_content: { ad_format: 1 },
    object_story_spec: { page_id: at.ids.page },
  });
});

test('a promo code travels with any creative and is read back', async () => {
  const at = await metaAtSandbox();
  const { heldCreative, creative } = await launchAd(
    at,
    adOf(at, { promoCode: 'AUTUMN-20' }),
    at.adSet('traffic'),
  );
  expect(creative).toEqual({ state: 'done', ref: heldCreative.id });
  expect(heldCreative.asset_feed_spec).toEqual({
    promotional_metadata: {
      allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
      manual_coupon_codes: ['AUTUMN-20'],
      is_auto_update_allowed: false,
    },
  });
});

test('a promo code the platform dropped is a warning', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'promo-dropped' });
  const { creative } = await launchAd(
    at,
    adOf(at, { promoCode: 'AUTUMN-20' }),
    at.adSet('traffic'),
  );
  expect(creative).toMatchObject({
    state: 'done',
    warnings: [expect.stringContaining('dropped the promo code AUTUMN-20')],
  });
});

test('AI media is disclosed when asked, and only then', async () => {
  const at = await metaAtSandbox();
  const { heldCreative } = await launchAd(
    at,
    adOf(at, { aiMediaSelfDisclosure: true }),
    at.adSet('traffic'),
  );
  expect(heldCreative.generative_asset_spec).toEqual({
    transparency_metadata: { self_disclosure: { enroll_status: 'OPT_IN' } },
  });
  const plain = await launchAd(at, adOf(at, { aiMediaSelfDisclosure: false }), at.adSet('traffic'));
  expect(plain.heldCreative.generative_asset_spec).toBeUndefined();
});
