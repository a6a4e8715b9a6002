import * as v from 'valibot';

/**
 * The ads of a launch as callers send them. Only shapes are described here; what the values must fulfil
 * is in launch/check.ts, so that shape and rule faults of all ads are reported together.
 */

/** An id: text, or a whole number that JavaScript can hold exactly. */
export const idText = v.pipe(
  v.union([v.string(), v.number()], 'An id must be text.'),
  v.check(
    (id) => typeof id === 'string' || Number.isSafeInteger(id),
    'This id was sent as a number and has lost digits. Send ids as text, in quotes.',
  ),
  v.transform(String),
  v.trim(),
);

const text = v.string();
const optionalText = v.nullish(text);
const optionalId = v.nullish(idText);
const flag = v.nullish(v.boolean());

export const adSetInput = v.union([
  idText,
  v.looseObject({ value: v.optional(idText), id: v.optional(idText), label: optionalText, name: optionalText }),
]);

const mediaInput = v.looseObject({
  url: optionalText,
  type: v.nullish(v.picklist(['image', 'video'])),
  name: optionalText,
  thumbnail: optionalText,
  effectiveStoryId: optionalId,
  existingAd: flag,
  existingPrimaryAd: flag,
  isExistingPost: flag,
  platform: optionalText,
  adCopyDescription: optionalText,
  carouselTitle: optionalText,
  carouselDescription: optionalText,
  carouselLink: optionalText,
  carouselIndex: v.nullish(v.number()),
});

/** Fields that only one platform knows. They travel to its adapter by these names. */
export const platformFieldNames = [
  'selectedShortVideoUserAccount',
  'photoMessagingBrandName',
  'photoMessagingProfileId',
  'photoMessagingAdType',
  'photoMessagingHeadline',
  'photoMessagingCTA',
  'pinBoardId',
  'pinCta',
  'organizationId',
  'postUrn',
  'endCard',
] as const;

const creatorInput = v.looseObject({ creatorId: optionalId, creatorPageId: optionalId });

export const adInput = v.looseObject({
  adName: optionalText,
  adAccountId: optionalId,
  accountId: optionalId,
  businessId: optionalId,
  workspaceId: optionalId,
  adAccountType: optionalText,
  type: v.nullish(v.picklist(['single', 'multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode'])),
  title: optionalText,
  description: optionalText,
  adDescription: optionalText,
  cta: optionalText,
  link: optionalText,
  page: optionalId,
  primaryName: optionalText,
  secondary: optionalId,
  secondaryName: optionalText,
  adSets: v.nullish(v.array(adSetInput)),
  media: v.nullish(v.array(mediaInput)),
  promoCode: optionalText,
  aiMediaSelfDisclosure: flag,
  scalePostId: flag,
  launchPaused: flag,
  status: v.nullish(v.picklist(['PAUSED', 'ACTIVE'])),
  partnershipCode: optionalText,
  partnershipAd: v.nullish(creatorInput),
  headlineVariations: v.nullish(v.array(text)),
  bodyVariations: v.nullish(v.array(text)),
  utmTags: v.nullish(v.union([text, v.record(text, text)])),
  enhancements: v.nullish(v.record(text, v.boolean())),
  ...(Object.fromEntries(platformFieldNames.map((name) => [name, optionalId])) as {
    [F in (typeof platformFieldNames)[number]]: typeof optionalId;
  }),
});

export type AdInput = v.InferOutput<typeof adInput>;
export type MediaInput = v.InferOutput<typeof mediaInput>;

export const adFieldNames: readonly string[] = Object.keys(adInput.entries);
export const creatorFieldNames: readonly string[] = Object.keys(creatorInput.entries);
export const mediaFieldNames: readonly string[] = Object.keys(mediaInput.entries);

/** Fields that stand beside `ads`. */
export const launchOptions = v.looseObject({
  adSets: v.optional(v.array(adSetInput)),
  force: v.optional(v.boolean()),
  useDefaults: v.optional(v.boolean()),
  planDigest: v.optional(text),
  name: v.optional(text),
});

export const launchOptionNames: readonly string[] = ['ads', 'creativeState', ...Object.keys(launchOptions.entries)];
