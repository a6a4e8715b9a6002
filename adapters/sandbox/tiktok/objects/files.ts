import { md5 } from '../../../runtime/md5.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import {
  accountOf,
  type Endpoint,
  type Endpoints,
  formatFileTime,
  formatTime,
  invalid,
  kinds,
  missing,
  object,
  oneOf,
  ownedBy,
  paged,
  pageOf,
  Refusal,
  required,
  requiredWords,
  type Turn,
  text,
  wordList,
  words,
  writableAccount,
} from '../wire.ts';

interface Upload {
  /** The given name, else the file's. */
  readonly name: string;
  readonly signature: string;
  /** Absent for addresses, which are not fetched. */
  readonly bytes?: Uint8Array;
}

function uploadOf(turn: Turn, noun: 'image' | 'video'): Upload {
  const type =
    oneOf(turn.params, 'upload_type', ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL']) ?? 'UPLOAD_BY_FILE';
  if (type === 'UPLOAD_BY_URL') {
    const url = urlOf(turn, `${noun}_url`);
    const signature = md5(new TextEncoder().encode(url.href));
    return { name: fileNameOf(turn, url.pathname.split('/').pop() ?? ''), signature };
  }
  const file = turn.files.find(({ part }) => part === `${noun}_file`);
  if (file === undefined) throw missing(`${noun}_file`);
  const { bytes, filename } = file;
  const signature = md5(bytes);
  if (required(turn.params, `${noun}_signature`) !== signature)
    throw new Refusal(40900, 'The signature of the file does not match its content.');
  return { name: fileNameOf(turn, filename), signature, bytes };
}

function fileNameOf(turn: Turn, fallback: string) {
  const name = text(turn.params, 'file_name') ?? (fallback.slice(0, 100) || 'file');
  if ([...name].length > 100) throw invalid('file_name: Length must be between 1 and 100.');
  return name;
}

function urlOf(turn: Turn, name: string) {
  const address = required(turn.params, name);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw invalid(`${name}: Not a valid URL.`);
  if (address.includes('unreachable'))
    throw new Refusal(40902, 'The file cannot be downloaded from the URL.');
  return new URL(address);
}

/** Unique among images, and among videos. */
function freeName(turn: Turn, account: Entity, kind: string, name: string) {
  const taken = turn.world.entities(kind, account.id).some(({ data }) => data.file_name === name);
  if (taken || turn.fired.has('name-taken'))
    throw new Refusal(40911, `The file name ${name} is duplicated. Please rename the file.`);
  return name;
}

/** Unknown ids are left out. */
const infoEndpoint = (
  kind: string,
  ids: string,
  most: number,
  row: (turn: Turn, file: Entity) => JsonObject,
): Endpoint => ({
  known: [ids],
  run(turn) {
    const account = accountOf(turn);
    const list = requiredWords(turn.params, ids, most).flatMap(
      (id) => ownedBy(turn, account, kind, id) ?? [],
    );
    return { list: list.map((file) => row(turn, file)) };
  },
});

export const imageEndpoints: Endpoints = {
  'POST file/image/ad/upload': {
    known: ['upload_type', 'file_name', 'image_signature', 'image_url'],
    run(turn) {
      const account = writableAccount(turn);
      const { name, signature, bytes } = uploadOf(turn, 'image');
      const facts = bytes === undefined ? unseen : factsOf(bytes);
      const file_name = freeName(turn, account, kinds.image, name);
      const image = turn.world.add({
        id: newImageId(turn.world),
        kind: kinds.image,
        ...within(account),
        data: { file_name, signature, ...facts },
      });
      // An object; for videos it is a list.
      return imageRow(turn, image);
    },
  },
  'GET file/image/ad/info': infoEndpoint(kinds.image, 'image_ids', 100, imageRow),
  'GET file/image/ad/search': {
    known: ['filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const newestFirst = [...turn.world.entities(kinds.image, account.id)].reverse();
      const rows = newestFirst.map((image) => imageRow(turn, image));
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

/** With slashes, as real ones. */
export const newImageId = (world: World) =>
  `ad-site-i18n-sg/${new Date(world.now()).toISOString().slice(0, 10).replace(/-/g, '')}5d0d${String(world.sequence()).padStart(12, '0')}`;

/** Facts of an image that was not read. */
const unseen = { width: 720, height: 1280, format: 'jpeg', size: 1000 } as const;

function factsOf(bytes: Uint8Array): JsonObject {
  const facts = imageFacts(bytes);
  if (facts === undefined || (facts.format !== 'png' && facts.format !== 'jpeg'))
    throw new Refusal(40905, 'The format of the image is not supported. Use JPG, JPEG or PNG.');
  const { width = unseen.width, height = unseen.height, format } = facts;
  return { width, height, format, size: bytes.length };
}

function imageRow({ base }: Turn, image: Entity): JsonObject {
  return {
    image_id: image.id,
    material_id: `7${image.id.replace(/\D/g, '').slice(-18).padStart(18, '0')}`,
    image_url: `${base}/files/${encodeURIComponent(image.id)}.jpg`,
    ...image.data,
    displayable: true,
    is_carousel_usable: true,
    create_time: formatFileTime(image.created),
    modify_time: formatFileTime(image.updated),
  };
}

const processingMs = 3_000;
const addressesLiveMs = 6 * 3_600_000;

export const videoEndpoints: Endpoints = {
  'POST file/video/ad/upload': {
    known: names(
      'upload_type file_name video_signature video_url flaw_detect auto_fix_enabled auto_bind_enabled',
    ),
    run(turn) {
      const account = writableAccount(turn);
      const { name, signature, bytes } = uploadOf(turn, 'video');
      const file_name = freeName(turn, account, kinds.video, name);
      const slow = turn.fired.get('video-slow');
      const video = turn.world.add({
        id: newVideoId(turn.world),
        kind: kinds.video,
        ...within(account),
        data: {
          file_name,
          signature,
          size: bytes?.length ?? 1000,
          ready_at: turn.world.now() + Number(slow?.ms ?? processingMs),
          ...(turn.fired.has('video-error') && { broken: true }),
        },
      });
      // A list of one.
      return [{ video_id: video.id }];
    },
  },
  'GET file/video/ad/info': infoEndpoint(kinds.video, 'video_ids', 60, videoRow),
  'GET file/video/suggestcover': {
    known: ['video_id', 'poster_number'],
    run(turn) {
      const video = ownedBy(turn, accountOf(turn), kinds.video, required(turn.params, 'video_id'));
      if (video === undefined) throw invalid('video_id: The video does not exist.');
      checkReady(turn, video);
      const url = `${turn.base}/files/${video.id}.jpg`;
      return { list: [{ id: suggestedCover(video), width: 720, height: 1280, url }] };
    },
  },
  'GET file/video/ad/search': {
    known: ['filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const filter = object(turn.params, 'filtering') ?? {};
      const ids = wordList(filter, 'video_ids', 100);
      const name = text(filter, 'video_name')?.toLowerCase();
      const rows = [...turn.world.entities(kinds.video, account.id)]
        .reverse()
        .filter(({ id }) => ids === undefined || ids.includes(id))
        .filter(
          ({ data }) => name === undefined || words(data.file_name).toLowerCase().includes(name),
        )
        .map((video) => ({ ...videoRow(turn, video), file_name: video.data.file_name ?? '' }));
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

/** Ids of suggested covers name their video. */
export const suggestedCover = (video: Entity) => `tos-alisg-p-0051c001-sg/${video.id}`;

const newVideoId = (world: World) =>
  `v10033g50000${world.sequence().toString(32).padStart(12, '0')}`;

export function checkReady(turn: Turn, video: Entity) {
  if (Number(video.data.ready_at ?? 0) > turn.world.now())
    throw new Refusal(40901, 'The video is still being transcoded.');
  if (video.data.broken === true) throw new Refusal(40907, 'The video cannot be used in ads.');
}

/** Only the id until processed. */
function videoRow(turn: Turn, video: Entity): JsonObject {
  const { world, base } = turn;
  const { file_name = '', signature = '', size = 0 } = video.data;
  if (Number(video.data.ready_at ?? 0) > world.now()) return { video_id: video.id };
  if (video.data.broken === true) return { video_id: video.id, file_name, displayable: false };
  return {
    video_id: video.id,
    material_id: `7${video.created}${String(size).slice(-5).padStart(5, '0')}`,
    file_name,
    signature,
    size,
    width: 720,
    height: 1280,
    duration: 12.5,
    bit_rate: 800_000,
    format: 'mp4',
    displayable: true,
    allow_download: true,
    allowed_placements: ['PLACEMENT_TIKTOK'],
    video_cover_url: `${base}/files/${video.id}.jpg?x-expires=${Math.floor((world.now() + addressesLiveMs) / 1000)}`,
    preview_url: `${base}/files/${video.id}.mp4`,
    preview_url_expire_time: formatTime(world.now() + addressesLiveMs),
    create_time: formatFileTime(video.created),
    modify_time: formatFileTime(video.updated),
  };
}
