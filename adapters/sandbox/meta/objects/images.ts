import { contentHash, fromBase64, imageFacts } from '../../kit/image-bytes.ts';
import { textOf, within } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import {
  checkKnown,
  defined,
  type Edge,
  type NodeType,
  number,
  stored,
  success,
  type Turn,
  unset,
} from '../graph/graph.ts';
import {
  integer,
  invalid,
  missing,
  object,
  required,
  setOf,
  text,
  words,
} from '../graph/params.ts';
import { log } from '../history/history.ts';
import { accountFor, checkActive, timeFields } from './accounts.ts';

const known = setOf('bytes copy_from name filename zipbytes');
const largest = 30 * 1024 * 1024;

export const imageId = (account: string, hash: string) => `${account.replace(/^act_/, '')}:${hash}`;

/** A hash is known in its account only. */
export const imageOf = (turn: Turn, account: Entity, hash: string) =>
  turn.world.get(imageId(account.id, hash));

function uploadImages(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  const { files } = turn.call;
  checkActive(account);
  const fileNames = new Set(files.map(({ part }) => part));
  checkKnown(turn, new Set([...known, ...fileNames]));
  const copyFrom = object(params, 'copy_from');
  if (copyFrom !== undefined) return { images: copyImage(turn, account, copyFrom) };
  const uploads: (readonly [key: string, name: string | undefined, bytes: Uint8Array])[] =
    files.map(({ filename, bytes }) => [filename, filename, bytes]);
  const encoded = text(params, 'bytes');
  if (encoded !== undefined) {
    const bytes = fromBase64(encoded);
    if (bytes === undefined)
      throw invalid('Param bytes must be base64 without a data: prefix', 'bytes');
    uploads.push([
      turn.fired.has('image-key-filename') ? 'untitled.jpg' : 'bytes',
      text(params, 'name'),
      bytes,
    ]);
  }
  if (uploads.length === 0) throw invalid('Send an image file or the parameter bytes', 'bytes');
  return {
    images: Object.fromEntries(
      uploads.map(([key, name, bytes]) => [
        key,
        imageAnswer(addImage(turn, account, bytes, name ?? key)),
      ]),
    ),
  };
}

function addImage(turn: Turn, account: Entity, bytes: Uint8Array, name: string): Entity {
  const facts = imageFacts(bytes);
  if (facts === undefined) throw invalid('The file is not an image of a supported format', 'bytes');
  if (turn.fired.has('image-format-refused') && facts.format !== 'png' && facts.format !== 'jpeg')
    throw invalid(`Images of the format ${facts.format} are not supported`, 'bytes');
  if (bytes.length > largest || turn.fired.has('image-oversize'))
    throw invalid('The image file is too large', 'bytes');
  const hash = contentHash(bytes);
  const present = imageOf(turn, account, hash);
  if (present !== undefined && present.data.status !== 'DELETED') return present;
  return storeImage(turn, account, hash, {
    name,
    ...defined({ width: facts.width, height: facts.height }),
    bytes: bytes.length,
  });
}

function storeImage(turn: Turn, account: Entity, hash: string, data: JsonObject): Entity {
  const image = turn.world.add({
    id: imageId(account.id, hash),
    kind: 'adimages',
    ...within(account),
    data: { ...data, hash, status: 'ACTIVE' },
  });
  log(turn, 'add_images', { object: image, extra: { hash, name: data.name ?? '' } });
  return image;
}

function copyImage(turn: Turn, account: Entity, from: JsonObject): JsonObject {
  const hash = textOf(from.hash);
  const source = turn.world.get(imageId(String(from.source_account_id), hash));
  if (source === undefined || source.company !== turn.company)
    throw invalid('The image to copy does not exist', 'copy_from');
  const { name = '', width, height, bytes } = source.data;
  const image =
    imageOf(turn, account, hash) ??
    storeImage(turn, account, hash, defined({ name, width, height, bytes }));
  return { [hash]: imageAnswer(image) };
}

const imageAnswer = (image: Entity): Json => ({
  hash: image.data.hash ?? '',
  url: imageUrl(image),
  ...defined({ name: image.data.name, width: image.data.width, height: image.data.height }),
});

export const imageUrl = (image: Entity) =>
  `https://scontent.sandbox.invalid/${image.id.replace(':', '/')}.jpg`;

/** A picture that loads although the simulation has no files: a sail, in colours of its own. */
export function paintedImage(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const tone = (turn: number, light: number) => `hsl(${(hue + turn) % 360} 60% ${light}%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${tone(0, 70)}"/><circle cx="47" cy="17" r="8" fill="${tone(60, 88)}"/><path d="M20 44V14l20 30z" fill="#fff"/><path d="M10 46h40l-7 8H17z" fill="${tone(0, 20)}"/><path d="M0 52h64v12H0z" fill="${tone(20, 36)}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const imageType: NodeType = {
  kind: 'adimages',
  word: 'AdImage',
  defaults: ['id', 'hash'],
  fields: {
    ...stored('hash name width height status'),
    ...unset('creatives is_associated_creatives_in_adgroups owner_business'),
    ...timeFields,
    // The plain address expires after two days.
    url: (image, turn) =>
      turn.fired.has('image-url-expired') ? `${imageUrl(image)}?expired=1` : imageUrl(image),
    url_128: (image) => `${imageUrl(image)}?size=128`,
    permalink_url: (image) => `https://www.sandbox.invalid/ads/image/?d=${image.data.hash}`,
    original_width: (image) => number(image.data.width),
    original_height: (image) => number(image.data.height),
  },
};

export const imageEdges: Table<Edge> = {
  adimages: {
    list(turn, account, params) {
      const hashes = words(params, 'hashes');
      const name = text(params, 'name');
      const width = integer(params, 'minwidth') ?? 0;
      const height = integer(params, 'minheight') ?? 0;
      return {
        ids:
          hashes === undefined
            ? turn.world.under('adimages', account.id)
            : hashes.map((hash) => imageId(account.id, hash)),
        keep: (image) =>
          image.data.status !== 'DELETED' &&
          (name === undefined || image.data.name === name) &&
          (number(image.data.width) ?? width) >= width &&
          (number(image.data.height) ?? height) >= height,
      };
    },
    post: uploadImages,
    remove(turn, account) {
      const image = imageOf(turn, account, required(turn.params, 'hash'));
      if (image === undefined) throw missing(required(turn.params, 'hash'), 'delete');
      checkActive(accountFor(turn, image));
      turn.world.change(image.id, { status: 'DELETED' });
      log(turn, 'delete_images', { object: image, extra: { hash: image.data.hash ?? '' } });
      return success;
    },
  },
};
