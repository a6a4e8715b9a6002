import { imageFacts } from '../../../kit/image-bytes.ts';
import { isList, isObject } from '../../../kit/json.ts';
import { names } from '../../../kit/names.ts';
import type { JsonObject, Table } from '../../../types.ts';
import { kinds, lacking, lastPart, type PathPart, refusal, words } from '../../wire.ts';
import { each, message } from '../shapes.ts';
import { at, inCampaign, type Service, statuses, unique } from './service.ts';

/** From the platform's page on asset requirements. */
interface FieldRule {
  readonly asset: 'text' | 'image' | 'video';
  /** `most` is absent where unknown. */
  readonly least: number;
  readonly most?: number;
  /** Characters of a text. */
  readonly longest?: number;
  /** Width by height, and the smallest size. */
  readonly ratio?: number;
  readonly smallest?: readonly [width: number, height: number];
  readonly missing?: string;
}

const rules: Table<FieldRule> = {
  HEADLINE: {
    asset: 'text',
    least: 3,
    most: 15,
    longest: 30,
    missing: 'NOT_ENOUGH_HEADLINE_ASSET',
  },
  LONG_HEADLINE: {
    asset: 'text',
    least: 1,
    most: 5,
    longest: 90,
    missing: 'NOT_ENOUGH_LONG_HEADLINE_ASSET',
  },
  DESCRIPTION: {
    asset: 'text',
    least: 2,
    most: 5,
    longest: 90,
    missing: 'NOT_ENOUGH_DESCRIPTION_ASSET',
  },
  BUSINESS_NAME: {
    asset: 'text',
    least: 1,
    most: 1,
    longest: 25,
    missing: 'NOT_ENOUGH_BUSINESS_NAME_ASSET',
  },
  MARKETING_IMAGE: {
    asset: 'image',
    least: 1,
    most: 20,
    ratio: 1.91,
    smallest: [600, 314],
    missing: 'NOT_ENOUGH_MARKETING_IMAGE_ASSET',
  },
  SQUARE_MARKETING_IMAGE: {
    asset: 'image',
    least: 1,
    most: 20,
    ratio: 1,
    smallest: [300, 300],
    missing: 'NOT_ENOUGH_SQUARE_MARKETING_IMAGE_ASSET',
  },
  PORTRAIT_MARKETING_IMAGE: { asset: 'image', least: 0, ratio: 0.8 },
  LOGO: {
    asset: 'image',
    least: 1,
    most: 5,
    ratio: 1,
    smallest: [128, 128],
    missing: 'NOT_ENOUGH_LOGO_ASSET',
  },
  LANDSCAPE_LOGO: { asset: 'image', least: 0, ratio: 4 },
  YOUTUBE_VIDEO: { asset: 'video', least: 0 },
};

const held = { text: 'textAsset', image: 'imageAsset', video: 'youtubeVideoAsset' } as const;

function checkFieldType(fieldType: string, asset: JsonObject, path: readonly PathPart[]): void {
  const rule = Object.hasOwn(rules, fieldType) ? rules[fieldType] : undefined;
  if (rule === undefined)
    throw refusal(
      'assetLinkError',
      'UNSUPPORTED_FIELD_TYPE',
      'The field type is not supported.',
      at(path, 'field_type'),
    );
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
    throw refusal(
      'imageError',
      'ASPECT_RATIO_NOT_ALLOWED',
      'The aspect ratio is not allowed.',
      at(path, 'asset'),
    );
  const [least = 0, lowest = 0] = rule.smallest ?? [];
  if (width < least || height < lowest)
    throw refusal(
      'assetLinkError',
      'IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE',
      'The image is too small.',
      at(path, 'asset'),
    );
}

/** As they stand after the request. */
export function checkCounts(
  fieldTypes: readonly string[],
  { brand }: { readonly brand: 'group' | 'campaign' },
  path: readonly PathPart[],
): void {
  for (const [fieldType, { least, most, missing }] of Object.entries(rules)) {
    const count = fieldTypes.filter((each) => each === fieldType).length;
    const isBrand = fieldType === 'BUSINESS_NAME' || fieldType === 'LOGO';
    if (count < least && missing !== undefined && (!isBrand || brand === 'group'))
      throw refusal('assetGroupError', missing, 'Not enough assets for a valid asset group.', {
        path,
      });
    if (most !== undefined && count > most)
      throw refusal(
        'resourceCountLimitExceededError',
        'RESOURCE_LIMIT',
        'The maximum number of assets is reached.',
        {
          path,
          trigger: fieldType,
        },
      );
  }
}

export const assets: Service = {
  collection: 'assets',
  name: 'asset',
  kind: kinds.asset,
  required: [],
  immutable: ['type', 'imageAsset', 'textAsset'],
  updates: true,
  fields: {
    resourceName: 'text',
    name: 'text',
    type: ['IMAGE', 'TEXT', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT'],
    finalUrls: each('text'),
    imageAsset: message({ data: 'bytes' }),
    textAsset: message({ text: 'text' }),
    youtubeVideoAsset: message({ youtubeVideoId: 'text' }),
    calloutAsset: message({ calloutText: 'text' }),
    sitelinkAsset: message({ linkText: 'text', description1: 'text', description2: 'text' }),
  },
  worldId: (id) => `asset:${id}`,
  contentOf,
  made: (data) => ({
    ...assetData(data),
    heldContent: contentOf(data) ?? '',
    heldName: words(data.name),
    source: 'ADVERTISER',
  }),
  check(data, draft, path, isNew) {
    if (!isNew) return;
    const kind = [
      'imageAsset',
      'textAsset',
      'youtubeVideoAsset',
      'calloutAsset',
      'sitelinkAsset',
    ].filter((name) => data[name] !== undefined);
    if (kind.length !== 1) throw lacking(at(path, 'asset_data'));
    if (isObject(data.imageAsset) && sizeOf(data.imageAsset) === undefined)
      throw refusal(
        'imageError',
        'INVALID_IMAGE',
        'The image is not valid.',
        at(path, 'image_asset', 'data'),
      );
    checkName(data, draft.living(kinds.asset, ''), path);
    if (
      isObject(data.youtubeVideoAsset) &&
      !/^[\w-]{11}$/.test(words(data.youtubeVideoAsset.youtubeVideoId))
    )
      throw refusal(
        'youtubeVideoRegistrationError',
        'VIDEO_NOT_FOUND',
        'Video to be registered was not found.',
        at(path, 'youtube_video_asset'),
      );
  },
};

/** Image names are unique; an existing image keeps its name. */
function checkName(
  data: JsonObject,
  others: readonly JsonObject[],
  path: readonly PathPart[],
): void {
  const same = others.find((other) => other.heldContent === (contentOf(data) ?? 'none'));
  if (
    same !== undefined &&
    data.name !== undefined &&
    same.name !== undefined &&
    same.name !== data.name
  )
    throw refusal(
      'assetError',
      'CANNOT_MODIFY_ASSET_NAME',
      'The same content has another name.',
      at(path, 'name'),
    );
  if (
    same === undefined &&
    data.name !== undefined &&
    others.some(({ name }) => name === data.name)
  )
    throw refusal(
      'assetError',
      'DUPLICATE_ASSET_NAME',
      'The asset name is duplicated.',
      at(path, 'name'),
    );
  if (same === undefined && data.name === undefined && data.imageAsset !== undefined)
    throw refusal(
      'assetError',
      'NAME_REQUIRED_FOR_ASSET_TYPE',
      'Asset name is required.',
      at(path, 'name'),
    );
}

function contentOf({ imageAsset, textAsset, youtubeVideoAsset }: JsonObject) {
  if (isObject(imageAsset)) return `image ${hashOf(words(imageAsset.data))}`;
  if (isObject(textAsset)) return `text ${words(textAsset.text)}`;
  return isObject(youtubeVideoAsset)
    ? `video ${words(youtubeVideoAsset.youtubeVideoId)}`
    : undefined;
}

/** FNV-1a over two halves. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at_ = 0; at_ < text.length; at_ += 1) {
    low = Math.imul(low ^ text.charCodeAt(at_), 0x01000193) >>> 0;
    high = Math.imul(high ^ text.charCodeAt(text.length - 1 - at_), 0x01000193) >>> 0;
  }
  return `${text.length}-${low.toString(16)}${high.toString(16)}`;
}

const sizeOf = ({ data }: JsonObject) =>
  imageFacts(Uint8Array.from(atob(words(data)), (char) => char.charCodeAt(0)));

/** Keeps facts about an image, not its bytes. */
function assetData(data: JsonObject): JsonObject {
  if (data.textAsset !== undefined) return { type: 'TEXT' };
  if (data.youtubeVideoAsset !== undefined) return { type: 'YOUTUBE_VIDEO' };
  if (!isObject(data.imageAsset)) return {};
  const size = sizeOf(data.imageAsset);
  const bytes = words(data.imageAsset.data);
  return {
    type: 'IMAGE',
    imageAsset: {
      fileSize: String(Math.floor((bytes.length * 3) / 4)),
      mimeType: 'IMAGE_PNG',
      fullSize: {
        url: 'https://sandbox.example/image.png',
        widthPixels: String(size?.width ?? 0),
        heightPixels: String(size?.height ?? 0),
      },
    },
  };
}

/** Assets are counted once the request is known. */
export const assetGroups: Service = {
  collection: 'assetGroups',
  name: 'assetGroup',
  kind: kinds.assetGroup,
  updates: true,
  removes: true,
  fields: {
    resourceName: 'text',
    campaign: 'text',
    name: 'text',
    status: statuses,
    path1: 'text',
    path2: 'text',
    finalUrls: each('text'),
    finalMobileUrls: each('text'),
  },
  required: ['campaign', 'name'],
  immutable: ['campaign'],
  above: inCampaign,
  made: (data) => ({
    status: data.status ?? 'ENABLED',
    heldName: words(data.name),
    heldParent: lastPart(data.campaign),
  }),
  check(data, draft, path) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    if (draft.channelOf(words(data.campaign)) !== 'PERFORMANCE_MAX')
      throw refusal(
        'assetGroupError',
        'CANNOT_ADD_ASSET_GROUP_FOR_CAMPAIGN_TYPE',
        'Cannot add asset group.',
        { path },
      );
    if (!isList(data.finalUrls) || data.finalUrls.length === 0)
      throw refusal(
        'assetGroupError',
        'FINAL_URL_REQUIRED',
        'Final url field is required.',
        at(path, 'final_urls'),
      );
    if (data.path2 !== undefined && data.path1 === undefined)
      throw refusal(
        'assetGroupError',
        'PATH1_REQUIRED_WHEN_PATH2_IS_SET',
        'Path1 is required.',
        at(path, 'path1'),
      );
    unique(draft, data, path, {
      kind: kinds.assetGroup,
      above: words(data.campaign),
      error: 'assetGroupError.DUPLICATE_NAME',
    });
  },
};

export const assetGroupSignals: Service = {
  collection: 'assetGroupSignals',
  name: 'assetGroupSignal',
  kind: kinds.assetGroupSignal,
  removes: true,
  fields: {
    resourceName: 'text',
    assetGroup: 'text',
    audience: message({ audience: 'text' }),
    searchTheme: message({ text: 'text' }),
  },
  required: ['assetGroup'],
  immutable: ['assetGroup', 'audience', 'searchTheme'],
  above: ({ assetGroup }) => [words(assetGroup)],
  idOf: ({ assetGroup }, newId) => `${lastPart(assetGroup)}~${newId()}`,
  worldId: (id) => `signal:${id}`,
  made: ({ assetGroup }) => ({ heldParent: lastPart(assetGroup) }),
  check: ({ assetGroup }, draft, path) =>
    draft.needs(kinds.assetGroup, words(assetGroup), [...path, { name: 'asset_group' }]),
};

const fieldTypes = names(`
  HEADLINE DESCRIPTION MARKETING_IMAGE SQUARE_MARKETING_IMAGE PORTRAIT_MARKETING_IMAGE YOUTUBE_VIDEO SITELINK CALLOUT AD_IMAGE
  LOGO BUSINESS_NAME LONG_HEADLINE LANDSCAPE_LOGO
`);

const link = (above: 'campaign' | 'adGroup' | 'assetGroup'): Service => ({
  collection: `${above}Assets`,
  name: `${above}Asset`,
  kind: kinds[`${above}Asset`],
  required: [above, 'asset', 'fieldType'],
  immutable: [above, 'asset', 'fieldType'],
  updates: true,
  removes: true,
  fields: {
    resourceName: 'text',
    [above]: 'text',
    asset: 'text',
    fieldType: fieldTypes,
    status: statuses,
  },
  above: (data) => [words(data[above])],
  idOf: (data) => `${lastPart(data[above])}~${lastPart(data.asset)}~${words(data.fieldType)}`,
  worldId: (id) => `${above}Assets:${id}`,
  made: (data) => ({ status: data.status ?? 'ENABLED', heldParent: lastPart(data[above]) }),
  check(data, draft, path) {
    draft.needs(kinds[above], words(data[above]), [...path, { name: above }]);
    draft.needs(kinds.asset, words(data.asset), [...path, { name: 'asset' }]);
  },
});

/** Checked, and linked once. */
const inAssetGroup = (service: Service): Service => ({
  ...service,
  check(data, draft, path, isNew) {
    service.check(data, draft, path, isNew);
    if (!isNew) return;
    checkFieldType(words(data.fieldType), draft.dataOf(words(data.asset)) ?? {}, path);
    const others = draft.living(kinds.assetGroupAsset, words(data.assetGroup));
    if (others.some((each) => each.asset === data.asset && each.fieldType === data.fieldType))
      throw refusal(
        'assetGroupAssetError',
        'DUPLICATE_RESOURCE',
        'Cannot add duplicated asset group asset.',
        { path },
      );
  },
});

export const assetLinks: readonly Service[] = [
  link('campaign'),
  link('adGroup'),
  inAssetGroup(link('assetGroup')),
];
