import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import {
  bounded,
  checkAccount,
  checkKnown,
  type Endpoints,
  found,
  invalid,
  isList,
  isObject,
  kept,
  kinds,
  linkIn,
  missing,
  newId,
  object,
  objectBody,
  type Params,
  Refusal,
  required,
  requiredOneOf,
  type Turn,
  timeText,
  words,
} from '../wire.ts';

const processingMs = 3_000;

export const mediaEndpoints: Endpoints = {
  'POST media': {
    scopes: ['pins:read', 'pins:write'],
    known: [],
    status: 201,
    run(turn) {
      const params = objectBody(turn);
      checkKnown(params, ['media_type']);
      const media_type = requiredOneOf(params, 'media_type', ['video']);
      const slow = turn.fired.get('video-slow');
      const media = turn.world.add({
        id: newId(turn.world),
        kind: kinds.media,
        company: turn.company,
        parents: [],
        data: {
          media_type,
          takes: Number(slow === undefined ? processingMs : (slow.ms ?? processingMs)),
          ...(turn.fired.has('video-error') && { broken: true }),
        },
      });
      return {
        media_id: media.id,
        media_type,
        upload_url: `${turn.base}/storage/`,
        upload_parameters: uploadParameters(media.id),
      };
    },
  },
  'GET media/{media}': {
    scopes: ['pins:read'],
    known: [],
    run(turn) {
      const media = found(turn, kinds.media, turn.ids.media ?? '', 'Media');
      return {
        media_id: media.id,
        media_type: media.data.media_type ?? '',
        status: statusOf(turn.world, media),
      };
    },
  },
};

/** All of them must come with a video. */
const uploadParameters = (id: string) => ({
  'x-amz-date': '20261115T120000Z',
  'x-amz-signature': `signature-${id}`,
  'x-amz-security-token': `token-${id}`,
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  key: `uploads/${id}.mp4`,
  policy: `policy-${id}`,
  'x-amz-credential': 'sandbox/20261115/us-east-1/s3/aws4_request',
  'Content-Type': 'multipart/form-data',
});

/** All parameters as given, then the file. */
export function storeVideo({
  world,
  body,
  files,
  parts,
}: Pick<Turn, 'world' | 'body' | 'files' | 'parts'>): undefined {
  const params = isObject(body) ? body : {};
  const id = /^uploads\/(\d+)\.mp4$/.exec(String(params.key ?? ''))?.[1] ?? '';
  const media = world.get(id);
  if (media?.kind !== kinds.media) throw new Refusal(403, 'AccessDenied');
  for (const [name, value] of Object.entries(uploadParameters(id)))
    if (params[name] !== value)
      throw new Refusal(403, `AccessDenied: Invalid according to Policy: ${name}`);
  if (parts.at(-1) !== 'file' || files.length !== 1 || (files[0]?.bytes.length ?? 0) === 0)
    throw new Refusal(
      400,
      'InvalidArgument: POST requires exactly one file upload per request, as its last part.',
    );
  world.change(media.id, { ready_at: world.now() + Number(media.data.takes ?? processingMs) });
  return undefined;
}

function statusOf(
  world: World,
  { data }: Entity,
): 'registered' | 'processing' | 'succeeded' | 'failed' {
  if (data.ready_at === undefined) return 'registered';
  if (Number(data.ready_at) > world.now()) return 'processing';
  return data.broken === true ? 'failed' : 'succeeded';
}

function checkReady(world: World, media: Entity): void {
  const status = statusOf(world, media);
  if (status !== 'succeeded') throw invalid(`the media is ${status}`);
}

const fields = names(
  'board_id board_section_id title description link alt_text dominant_color media_source parent_pin_id sponsor_id',
);

export const pinEndpoints: Endpoints = {
  'POST pins': {
    scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
    known: ['ad_account_id'],
    status: 201,
    run(turn) {
      checkAccount(turn);
      const params = objectBody(turn);
      checkKnown(params, fields);
      bounded(params, 'title', 100);
      bounded(params, 'description', 800);
      bounded(params, 'alt_text', 500);
      const link = linkIn(params, 'link');
      const board = found(turn, kinds.board, required(params, 'board_id'), 'Board');
      const media = mediaOf(turn, params);
      const pin = addPin(turn.world, board, {
        ...kept(
          params,
          fields.filter((name) => name !== 'media_source'),
        ),
        ...media,
        ...(link !== undefined &&
          turn.fired.has('link-cleaned') && { link: link.split('?', 1)[0] ?? '' }),
      });
      return pinRow(turn, pin);
    },
  },
  'GET pins/{pin}': {
    scopes: ['boards:read', 'pins:read'],
    known: ['ad_account_id'],
    run(turn) {
      checkAccount(turn);
      return pinRow(turn, found(turn, kinds.pin, turn.ids.pin ?? '', 'Pin'));
    },
  },
  'DELETE pins/{pin}': {
    scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
    known: ['ad_account_id'],
    status: 204,
    run(turn) {
      checkAccount(turn);
      turn.world.remove(found(turn, kinds.pin, turn.ids.pin ?? '', 'Pin').id);
      return undefined;
    },
  },
};

export const addPin = (
  world: World,
  board: Entity,
  data: JsonObject,
  { id = newId(world), created = world.now() }: Partial<Pick<Entity, 'id' | 'created'>> = {},
) =>
  world.add({
    id,
    kind: kinds.pin,
    ...within(board),
    created,
    data: { board_id: board.id, ...data },
  });

const sourceTypes = choices(
  'image_url image_base64 video_id multiple_image_urls multiple_image_base64',
);

/** Pictures are kept as addresses. */
function mediaOf(turn: Turn, params: Params): JsonObject {
  const source = object(params, 'media_source');
  if (source === undefined) throw missing('media_source');
  const type = requiredOneOf(source, 'source_type', sourceTypes);
  const common = ['source_type', 'is_standard'];
  if (type === 'video_id') return videoOf(turn, source);
  if (type === 'image_url' || type === 'image_base64') {
    checkPicture(turn, source, type === 'image_url', common);
    return { creative_type: 'REGULAR', cards: [] };
  }
  checkKnown(source, ['source_type', 'items', 'index'], 'media_source: ');
  const { items } = source;
  if (!isList(items) || items.length < 2 || items.length > 5)
    throw invalid("'items' must hold 2 to 5 items");
  const cards = items.map((item) => {
    if (!isObject(item)) throw invalid("'items' must hold objects");
    checkPicture(turn, item, type === 'multiple_image_urls', ['title', 'description', 'link']);
    linkIn(item, 'link');
    return kept(item, ['title', 'description', 'link']);
  });
  return { creative_type: 'CAROUSEL', cards };
}

function checkPicture(
  turn: Turn,
  picture: Params,
  byAddress: boolean,
  common: readonly string[],
): void {
  if (turn.fired.has('image-refused'))
    throw new Refusal(400, 'Sorry! The image could not be used.');
  checkKnown(
    picture,
    [...common, ...(byAddress ? ['url'] : ['content_type', 'data'])],
    'media_source: ',
  );
  if (byAddress) {
    required(picture, 'url');
    if (linkIn(picture, 'url')?.includes('unreachable'))
      throw new Refusal(400, 'Sorry! We could not fetch the image.');
    return;
  }
  requiredOneOf(picture, 'content_type', ['image/jpeg', 'image/png']);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(required(picture, 'data')))
    throw invalid("'data' is no Base64");
}

const covers = ['cover_image_url', 'cover_image_data', 'cover_image_key_frame_time'];

function videoOf(turn: Turn, source: Params): JsonObject {
  checkKnown(
    source,
    ['source_type', 'media_id', 'cover_image_content_type', 'is_standard', ...covers],
    'media_source: ',
  );
  const media = found(turn, kinds.media, required(source, 'media_id'), 'Media');
  checkReady(turn.world, media);
  if (covers.every((name) => source[name] === undefined))
    throw invalid('a video needs a cover image');
  linkIn(source, 'cover_image_url');
  return { creative_type: 'VIDEO', cards: [], media_id: media.id };
}

export function pinRow({ world, base, company }: Turn, pin: Entity): JsonObject {
  const { creative_type, cards, media_id: _media, ...data } = pin.data;
  const picture = (name: string): JsonObject => ({
    '400x300': { width: 400, height: 300, url: `${base}/files/pins/${name}-400.jpg` },
    '1200x': { width: 1200, height: 1800, url: `${base}/files/pins/${name}-1200.jpg` },
  });
  const items = isList(cards) ? cards : [];
  const media: JsonObject =
    creative_type === 'VIDEO'
      ? {
          media_type: 'video',
          cover_image_url: `${base}/files/pins/${pin.id}-cover.jpg`,
          duration: 12_500,
          height: 1280,
          width: 720,
        }
      : items.length > 0
        ? {
            media_type: 'multiple_images',
            items: items.map((card, at) => ({
              item_type: 'image',
              ...(isObject(card) && card),
              images: picture(`${pin.id}-${at}`),
            })),
          }
        : { media_type: 'image', images: picture(pin.id) };
  return {
    id: pin.id,
    created_at: timeText(pin.created),
    title: null,
    description: null,
    link: null,
    alt_text: null,
    board_section_id: null,
    dominant_color: '#6E7874',
    parent_pin_id: null,
    ...data,
    creative_type: words(creative_type),
    media,
    board_owner: { username: company.replace(/\W/g, '') },
    is_owner: true,
    is_standard: true,
    has_been_promoted: isPromoted(world, pin),
  };
}

const isPromoted = (world: Turn['world'], { id, company }: Entity) =>
  world.entities(kinds.ad).some((ad) => ad.company === company && ad.data.pin_id === id);
