import type { JsonObject } from '../../../entity.ts';
import { imageFacts } from '../../../kit/image-bytes.ts';
import { isObject } from '../../../kit/json.ts';
import { kinds, words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import { each, message } from '../shapes.ts';
import { at, type Service } from './service.ts';

export const assets: Service = {
  ...{
    collection: 'assets',
    name: 'asset',
    kind: kinds.asset,
    required: [],
    immutable: ['type', 'imageAsset', 'textAsset'],
    updates: true,
  },
  fields: {
    ...{
      resourceName: 'text',
      name: 'text',
      type: ['IMAGE', 'TEXT', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT'],
      finalUrls: each('text'),
    },
    ...{ imageAsset: message({ data: 'bytes' }), textAsset: message({ text: 'text' }) },
    ...{ youtubeVideoAsset: message({ youtubeVideoId: 'text' }), calloutAsset: message({ calloutText: 'text' }) },
    sitelinkAsset: message({ linkText: 'text', description1: 'text', description2: 'text' }),
  },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: (id) => `asset:${id}`,
  contentOf,
  made: (data) => ({ ...assetData(data), heldContent: contentOf(data) ?? '', heldName: words(data.name), source: 'ADVERTISER' }),
  check(data, draft, path, isNew) {
    if (!isNew) return;
    const kind = ['imageAsset', 'textAsset', 'youtubeVideoAsset', 'calloutAsset', 'sitelinkAsset'].filter(
      (name) => data[name] !== undefined,
    );
    if (kind.length !== 1)
      throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', at(path, 'asset_data'));
    if (isObject(data.imageAsset) && sizeOf(data.imageAsset) === undefined)
      throw refusal('imageError', 'CANNOT_PROCESS_IMAGE', 'The image could not be processed.', at(path, 'image_asset', 'data'));
    checkName(data, draft.living(kinds.asset, ''), path);
    if (isObject(data.youtubeVideoAsset) && !/^[\w-]{11}$/.test(words(data.youtubeVideoAsset.youtubeVideoId)))
      throw refusal(
        'youtubeVideoRegistrationError',
        'VIDEO_NOT_FOUND',
        'Video to be registered was not found.',
        at(path, 'youtube_video_asset'),
      );
  },
};

/** Image names are unique; an existing image keeps its name. */
function checkName(data: JsonObject, others: readonly JsonObject[], path: readonly PathPart[]): void {
  const same = others.find((other) => other.heldContent === (contentOf(data) ?? 'none'));
  if (same !== undefined && data.name !== undefined && same.name !== undefined && same.name !== data.name)
    throw refusal('assetError', 'CANNOT_MODIFY_ASSET_NAME', 'The same content has another name.', at(path, 'name'));
  if (same === undefined && data.name !== undefined && others.some(({ name }) => name === data.name))
    throw refusal('assetError', 'DUPLICATE_ASSET_NAME', 'The asset name is duplicated.', at(path, 'name'));
  if (same === undefined && data.name === undefined && data.imageAsset !== undefined)
    throw refusal('assetError', 'NAME_REQUIRED_FOR_ASSET_TYPE', 'Asset name is required.', at(path, 'name'));
}

function contentOf({ imageAsset, textAsset, youtubeVideoAsset }: JsonObject): string | undefined {
  if (isObject(imageAsset)) return `image ${hashOf(words(imageAsset.data))}`;
  if (isObject(textAsset)) return `text ${words(textAsset.text)}`;
  return isObject(youtubeVideoAsset) ? `video ${words(youtubeVideoAsset.youtubeVideoId)}` : undefined;
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

const sizeOf = ({ data }: JsonObject) => imageFacts(Uint8Array.from(atob(words(data)), (char) => char.charCodeAt(0)));

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
      ...{ fileSize: String(Math.floor((bytes.length * 3) / 4)), mimeType: 'IMAGE_PNG' },
      fullSize: {
        url: 'https://sandbox.example/image.png',
        widthPixels: String(size?.width ?? 0),
        heightPixels: String(size?.height ?? 0),
      },
    },
  };
}
