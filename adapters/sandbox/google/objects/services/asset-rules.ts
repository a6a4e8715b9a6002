import type { JsonObject } from '../../../entity.ts';
import { isObject } from '../../../kit/json.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import { at } from './service.ts';

/** From the platform's page on asset requirements. */
interface FieldRule {
  readonly asset: 'text' | 'image' | 'video';
  /** `most` is absent where unknown. */
  readonly least: number;
  readonly most?: number;
  /** Characters of a text. */
  readonly longest?: number;
  /** Width by height of an image, and the smallest size. */
  readonly ratio?: number;
  readonly smallest?: readonly [width: number, height: number];
  readonly missing?: string;
}

const rules: { readonly [fieldType: string]: FieldRule } = {
  HEADLINE: { asset: 'text', least: 3, most: 15, longest: 30, missing: 'NOT_ENOUGH_HEADLINE_ASSET' },
  LONG_HEADLINE: { asset: 'text', least: 1, most: 5, longest: 90, missing: 'NOT_ENOUGH_LONG_HEADLINE_ASSET' },
  DESCRIPTION: { asset: 'text', least: 2, most: 5, longest: 90, missing: 'NOT_ENOUGH_DESCRIPTION_ASSET' },
  BUSINESS_NAME: { asset: 'text', least: 1, most: 1, longest: 25, missing: 'NOT_ENOUGH_BUSINESS_NAME_ASSET' },
  MARKETING_IMAGE: {
    ...{ asset: 'image', least: 1, most: 20, ratio: 1.91, smallest: [600, 314] },
    missing: 'NOT_ENOUGH_MARKETING_IMAGE_ASSET',
  },
  SQUARE_MARKETING_IMAGE: {
    ...{ asset: 'image', least: 1, most: 20, ratio: 1, smallest: [300, 300] },
    missing: 'NOT_ENOUGH_SQUARE_MARKETING_IMAGE_ASSET',
  },
  PORTRAIT_MARKETING_IMAGE: { asset: 'image', least: 0, ratio: 0.8 },
  LOGO: { asset: 'image', least: 1, most: 5, ratio: 1, smallest: [128, 128], missing: 'NOT_ENOUGH_LOGO_ASSET' },
  LANDSCAPE_LOGO: { asset: 'image', least: 0, ratio: 4 },
  YOUTUBE_VIDEO: { asset: 'video', least: 0 },
};

const held = { text: 'textAsset', image: 'imageAsset', video: 'youtubeVideoAsset' } as const;

export function checkFieldType(fieldType: string, asset: JsonObject, path: readonly PathPart[]): void {
  const rule = Object.hasOwn(rules, fieldType) ? rules[fieldType] : undefined;
  if (rule === undefined)
    throw refusal('assetLinkError', 'UNSUPPORTED_FIELD_TYPE', 'The field type is not supported.', at(path, 'field_type'));
  const content = asset[held[rule.asset]];
  if (!isObject(content))
    throw refusal(
      'assetLinkError',
      'FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE',
      'The types are incompatible.',
      at(path, 'field_type'),
    );
  if (rule.longest !== undefined && [...String(content.text ?? '')].length > rule.longest)
    throw refusal('stringLengthError', 'TOO_LONG', 'Too long.', at(path, 'asset'));
  if (rule.ratio === undefined) return;
  const size = isObject(content.fullSize) ? content.fullSize : {};
  const [width, height] = [Number(size.widthPixels ?? 0), Number(size.heightPixels ?? 0)];
  if (height === 0 || Math.abs(width / height / rule.ratio - 1) > 0.02)
    throw refusal('imageError', 'ASPECT_RATIO_NOT_ALLOWED', 'The aspect ratio is not allowed.', at(path, 'asset'));
  const [least = 0, lowest = 0] = rule.smallest ?? [];
  if (width < least || height < lowest)
    throw refusal('assetLinkError', 'IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE', 'The image is too small.', at(path, 'asset'));
}

/** Counts are checked as they stand after the request. */
export function checkCounts(
  fieldTypes: readonly string[],
  { brand }: { readonly brand: 'group' | 'campaign' },
  path: readonly PathPart[],
): void {
  for (const [fieldType, { least, most, missing }] of Object.entries(rules)) {
    const count = fieldTypes.filter((each) => each === fieldType).length;
    const isBrand = fieldType === 'BUSINESS_NAME' || fieldType === 'LOGO';
    if (count < least && missing !== undefined && (!isBrand || brand === 'group'))
      throw refusal('assetGroupError', missing, 'Not enough assets for a valid asset group.', { path });
    if (most !== undefined && count > most)
      throw refusal('resourceCountLimitExceededError', 'RESOURCE_LIMIT', 'The maximum number of assets is reached.', {
        ...{ path, trigger: fieldType },
      });
  }
}
