import { imageFacts } from '../../../kit/image-bytes.ts';
import { isObject } from '../../../kit/json.ts';
import type { JsonObject } from '../../../world.ts';
import { kinds, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
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
  made: (data) => ({ ...assetData(data), heldName: words(data.name), source: 'ADVERTISER' }),
  check(data, _draft, path, isNew) {
    if (!isNew) return;
    const kind = ['imageAsset', 'textAsset', 'youtubeVideoAsset', 'calloutAsset', 'sitelinkAsset'].filter(
      (name) => data[name] !== undefined,
    );
    if (kind.length !== 1)
      throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', at(path, 'asset_data'));
    if (isObject(data.imageAsset) && sizeOf(data.imageAsset) === undefined)
      throw refusal('imageError', 'CANNOT_PROCESS_IMAGE', 'The image could not be processed.', at(path, 'image_asset', 'data'));
    if (isObject(data.youtubeVideoAsset) && !/^[\w-]{11}$/.test(words(data.youtubeVideoAsset.youtubeVideoId)))
      throw refusal(
        'youtubeVideoRegistrationError',
        'VIDEO_NOT_FOUND',
        'Video to be registered was not found.',
        at(path, 'youtube_video_asset'),
      );
  },
};

const sizeOf = ({ data }: JsonObject) => imageFacts(Uint8Array.from(atob(words(data)), (char) => char.charCodeAt(0)));

/** Of an image the bytes are not kept, but what is known of them. */
function assetData(data: JsonObject): JsonObject {
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
