import * as v from 'valibot';
import {
  LARGEST_CREATIONS,
  MAX_CREATIONS,
  MAX_MEDIA,
  MAX_PARENTS,
  MAX_VARIATIONS,
} from '../base/limits.ts';
import { idText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { plainName } from '../base/schema/plain-name.ts';
import { namingInput } from '../base/schema/request-fields.ts';
import { plainOr, sparseObject, takenAsIs } from '../base/schema/sparse.ts';
import { sourceInput } from './source-schema.ts';

/**
 * Shapes only: launch/check.ts checks the values, so that faults of form and rules are reported
 * together.
 */

/** Platforms take far less, and their own rules say so. */
export const textInput = takenAsIs(
  v.pipe(v.string(), v.maxLength(20_000, 'A text has at most 20000 characters.')),
  (text) => typeof text === 'string' && text.length <= 20_000,
);
export const nameInput = v.pipe(
  v.string(),
  v.maxLength(1_000, 'A name has at most 1000 characters.'),
  plainName,
);
const optionalText = v.nullish(textInput);
const optionalName = v.nullish(nameInput);
const optionalId = v.nullish(idText);
const oneOfList = v.nullish(
  v.union([
    idText,
    v.pipe(
      listOfAtMost(idText, 1, 'ad account for each ad'),
      v.transform(([id]) => id ?? ''),
    ),
  ]),
);
const flag = v.nullish(v.boolean());

const refText = v.pipe(
  idText,
  v.regex(/^[^\s\p{C}:]{1,100}$/u, 'A ref has 1 to 100 characters, without blanks and colons.'),
);

export const adSetInput = plainOr(
  idText,
  v.looseObject({
    value: v.optional(idText),
    id: v.optional(idText),
    ref: v.optional(v.pipe(refText, v.description('An ad set of `newAdSets`, by its ref.'))),
    label: optionalName,
    name: optionalName,
  }),
);

/**
 * A campaign or ad set that the launch makes: a name for it within this request, and the fields of
 * create-campaign or create-adset.
 */
const newObjectInput = v.looseObject({
  ref: v.pipe(refText, v.description('Its name within this request.')),
  campaign: v.nullish(
    v.pipe(
      v.union([
        idText,
        v.object({
          ref: v.pipe(refText, v.description('A campaign of `newCampaigns`, by its ref.')),
        }),
      ]),
      v.description(
        'The campaign of an ad set: the id of one that exists, or one of `newCampaigns`.',
      ),
    ),
  ),
  copyOf: v.nullish(
    v.pipe(
      nameInput,
      v.description(
        'Id or name of one that exists: it begins with its settings, as far as the plan says.',
      ),
    ),
  ),
});

export type NewObjectInput = v.InferOutput<typeof newObjectInput>;

const mediaInput = sparseObject({
  url: optionalText,
  type: v.nullish(v.picklist(['image', 'video', 'document'])),
  name: optionalName,
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

/** Known to one platform only, and sent to its adapter by these names. */
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

export const adInput = sparseObject({
  adName: optionalName,
  adAccountId: optionalId,
  accountId: optionalId,
  businessId: optionalId,
  accountIds: oneOfList,
  adAccountIds: oneOfList,
  workspaceId: optionalId,
  adAccountType: optionalName,
  type: v.nullish(
    v.picklist(['single', 'multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode']),
  ),
  title: optionalText,
  description: optionalText,
  adDescription: optionalText,
  cta: optionalText,
  link: optionalText,
  page: optionalId,
  primaryName: optionalName,
  secondary: optionalId,
  secondaryName: optionalName,
  adSets: v.nullish(listOfAtMost(adSetInput, MAX_CREATIONS, 'ad sets')),
  newCampaign: v.nullish(
    v.pipe(
      v.looseObject({ name: optionalName, copyOf: optionalName }),
      v.description(
        'The campaign that the ad goes into. Ads that name the same one share it, and one that exists is used.',
      ),
    ),
  ),
  newAdSet: v.nullish(
    v.pipe(
      v.looseObject({ name: optionalName, copyOf: optionalName }),
      v.description(
        'The ad set that the ad goes into. Ads that name the same one in the same campaign share it.',
      ),
    ),
  ),
  media: v.nullish(listOfAtMost(mediaInput, MAX_MEDIA, 'media')),
  promoCode: optionalText,
  leadFormId: optionalId,
  aiMediaSelfDisclosure: flag,
  scalePostId: flag,
  launchPaused: flag,
  status: v.nullish(v.picklist(['PAUSED', 'ACTIVE'])),
  partnershipCode: optionalText,
  partnershipAd: v.nullish(creatorInput),
  headlineVariations: v.nullish(listOfAtMost(textInput, MAX_VARIATIONS, 'texts')),
  bodyVariations: v.nullish(listOfAtMost(textInput, MAX_VARIATIONS, 'texts')),
  /**
   * Instead of `adName`: builds the name by a convention, from one value for each of its fields.
   */
  naming: v.nullish(namingInput),
  utmTemplateId: optionalId,
  /** Id or name: its texts, button, link and tags where the ad has none. */
  adCopyTemplateId: optionalId,
  variables: v.nullish(v.record(v.string(), textInput)),
  /** Id or name of a preset for ads, which fills what the ad leaves out. */
  presetId: optionalId,
  utmTags: v.nullish(v.union([textInput, v.record(v.string(), textInput)])),
  enhancements: v.nullish(v.record(v.string(), v.boolean())),
  /**
   * The failed ad of an earlier batch that this one replaces, as `GET /v1/batches/{id}/ads` tells
   * it: a retry leaves that out.
   */
  corrects: optionalName,
  /** The rows of a spreadsheet that the ad is written in: they make it once in each ad set. */
  source: v.nullish(sourceInput),
  ...(Object.fromEntries(platformFieldNames.map((name) => [name, optionalId])) as {
    [F in (typeof platformFieldNames)[number]]: typeof optionalId;
  }),
});

export type AdInput = v.InferOutput<typeof adInput>;
export type MediaInput = v.InferOutput<typeof mediaInput>;

export const adFieldNames: readonly string[] = Object.keys(adInput.entries);
export const creatorFieldNames: readonly string[] = Object.keys(creatorInput.entries);
export const mediaFieldNames: readonly string[] = Object.keys(mediaInput.entries);

const many = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_CREATIONS));

const paceNumber = v.optional(v.number());
/** A ref of rows names the account, the campaign and the ad set. */
const refInput = v.pipe(v.string(), v.maxLength(3_000), plainName);

/** A campaign or ad set that a part makes, as far as it spends. */
const spender = v.object({
  level: v.picklist(['campaign', 'adSet']),
  ref: refInput,
  name: nameInput,
  status: v.optional(v.picklist(['ACTIVE', 'PAUSED'])),
  dailyBudget: paceNumber,
  lifetimeBudget: paceNumber,
  campaignId: v.optional(refInput),
  pace: v.optional(
    v.pipe(
      v.object({
        startTime: paceNumber,
        endTime: paceNumber,
        weekdays: v.pipe(paceNumber, v.description('Days of a week that spend.')),
      }),
      v.description('When it spends.'),
    ),
  ),
});

/** How many ads go into an ad set, and what is made above them. */
export const adsInto = v.object({
  platform: idText,
  adAccountId: idText,
  adSetId: refInput,
  ads: many,
  activeAds: many,
  makes: v.optional(
    v.pipe(
      listOfAtMost(spender, 2, 'objects'),
      v.description('A new ad set, with its new campaign.'),
    ),
  ),
});
export type AdsInto = v.InferOutput<typeof adsInto>;

export const launchOptions = v.looseObject({
  adSets: v.optional(listOfAtMost(adSetInput, MAX_CREATIONS, 'ad sets')),
  newCampaigns: v.optional(listOfAtMost(newObjectInput, MAX_PARENTS, 'new campaigns')),
  newAdSets: v.optional(listOfAtMost(newObjectInput, MAX_PARENTS, 'new ad sets')),
  force: v.optional(v.boolean()),
  useDefaults: v.optional(v.boolean()),
  planDigest: v.optional(textInput),
  /**
   * Launches ads again that were launched within a week. Default: as the company has set
   * (`refuseRepeats`).
   */
  again: v.optional(v.boolean()),
  name: v.optional(nameInput),
  /**
   * Of a launch in parts: `adSets` of the plan of the part before. Those ads take room in ad sets,
   * and in the plan they count in limits and money at stake.
   */
  after: v.optional(listOfAtMost(adsInto, LARGEST_CREATIONS, 'ad sets')),
});

export const launchOptionNames: readonly string[] = [
  'ads',
  'creativeState',
  ...Object.keys(launchOptions.entries),
];
