import { textOf, within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  find,
  type NodeType,
  newId,
  number,
  stored,
  string,
  success,
  type Turn,
  unset,
} from '../graph/graph.ts';
import {
  bool,
  integer,
  invalid,
  lacking,
  missing,
  refuseWith,
  required,
  setOf,
  text,
} from '../graph/params.ts';
import { checkActive, timeFields } from './accounts.ts';

/** The newer upload: an address for the bytes, then a finish. Phases in either case. */
export const videoAdEdges: Table<Edge> = {
  video_ads: {
    post(turn, account) {
      checkActive(account);
      checkKnown(turn, setOf('upload_phase video_id title name description'));
      const phase = required(turn.params, 'upload_phase').toLowerCase();
      if (phase === 'start') return startUpload(turn, account);
      if (phase === 'finish') return finishUpload(turn);
      throw invalid('Param upload_phase must be one of {START, FINISH}', 'upload_phase');
    },
  },
};

function startUpload(turn: Turn, account: Entity): JsonObject {
  const video = turn.world.add({
    id: newId(turn.world),
    kind: 'advideos',
    ...within(account),
    data: { title: text(turn.params, 'title') ?? '', description: '', size: 0 },
  });
  return {
    video_id: video.id,
    upload_url: `${turn.call.base}/video-ads-upload/${turn.call.version}/${video.id}`,
  };
}

/** Raw bytes with `offset` and `file_size`, or the header `file_url` and no body. */
export function receiveVideo(turn: Turn): JsonObject {
  const id = turn.call.path[1] ?? '';
  const video = find(turn, 'advideos', id);
  if (video === undefined) throw missing(id, 'post');
  const url = turn.call.headers.get('file_url');
  if (url !== null) {
    turn.world.change(id, {
      file_url: url,
      uploaded: true,
      ...(url.includes('unreachable') && {
        failed: 'The video file could not be downloaded from the address',
      }),
    });
    return success;
  }
  const size = Number(turn.call.headers.get('file_size'));
  const received = number(video.data.size) ?? 0;
  if (Number(turn.call.headers.get('offset')) !== received)
    throw invalid(`The upload goes on at offset ${received}`);
  const now = received + (turn.call.bytes?.length ?? 0);
  turn.world.change(id, { size: now, uploaded: now >= size });
  return success;
}

function finishUpload(turn: Turn): JsonObject {
  const id = required(turn.params, 'video_id');
  const video = find(turn, 'advideos', id);
  if (video === undefined) throw missing(id, 'post');
  if (video.data.uploaded !== true) throw invalid('The upload is not complete', 'video_id');
  const readyAt = turn.world.now() + processingMs;
  turn.world.change(id, { ready_at: readyAt, thumbnails_at: readyAt });
  return success;
}

/** From the last byte, or the request with an address. */
const processingMs = 3000;

const videoParams = setOf(
  'file_url name title description upload_phase file_size upload_session_id start_offset end_offset video_file_chunk source is_partnership_ad partnership_ad_ad_code source_instagram_media_id thumb video_id referenced_sticker_id unpublished_content_type',
);

function createVideo(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  const { files } = turn.call;
  checkActive(account);
  checkKnown(turn, videoParams);
  const phase = text(params, 'upload_phase')?.toLowerCase();
  if (phase !== undefined) return uploadPhase(turn, account, phase);
  const url = text(params, 'file_url');
  const source = files.find(({ part }) => part === 'source') ?? files[0];
  if (url === undefined && source === undefined)
    throw invalid('Send a video file as source, or its address as file_url', 'file_url');
  if (url !== undefined && !/^https?:\/\//.test(url))
    throw invalid('Param file_url must be an address', 'file_url');
  const video = addVideo(turn, account, {
    title: text(params, 'title') ?? text(params, 'name') ?? source?.filename ?? '',
    description: text(params, 'description') ?? '',
    size: source?.bytes.length ?? 0,
    ...(url !== undefined && { file_url: url }),
  });
  return { id: video.id };
}

/** A bad address shows only in its status, later. */
function addVideo(turn: Turn, account: Entity, data: JsonObject): Entity {
  const slow = turn.fired.get('video-slow');
  const late = turn.fired.get('video-thumbnails-late');
  const readyAt = turn.world.now() + Number(slow?.ms ?? processingMs);
  const fails = turn.fired.has('video-error') || textOf(data.file_url).includes('unreachable');
  return turn.world.add({
    id: newId(turn.world),
    kind: 'advideos',
    ...within(account),
    data: {
      ...data,
      ready_at: readyAt,
      thumbnails_at: readyAt + (late === undefined ? 0 : Number(late.ms ?? 5000)),
      ...(fails
        ? {
            failed: turn.fired.has('video-error')
              ? 'The video could not be processed'
              : 'The video file could not be downloaded from the address',
          }
        : {}),
    },
  });
}

export function videoStatus(turn: Turn, video: Entity): 'processing' | 'ready' | 'error' {
  if (video.data.ready_at === undefined || (number(video.data.ready_at) ?? 0) > turn.world.now())
    return 'processing';
  return video.data.failed === undefined ? 'ready' : 'error';
}

function statusField(video: Entity, turn: Turn): JsonObject {
  const status = videoStatus(turn, video);
  const since = turn.world.now() - video.created;
  const whole = Math.max(
    1,
    (number(video.data.ready_at) ?? Number.MAX_SAFE_INTEGER) - video.created,
  );
  const done = status === 'ready';
  const uploading = video.data.ready_at === undefined;
  return {
    video_status: status,
    processing_progress: done ? 100 : Math.min(99, Math.floor((since / whole) * 100)),
    uploading_phase: {
      status: uploading ? 'in_progress' : 'complete',
      bytes_transferred: video.data.size ?? 0,
    },
    processing_phase: {
      status: uploading
        ? 'not_started'
        : done
          ? 'complete'
          : status === 'error'
            ? 'error'
            : 'in_progress',
      ...(status === 'error'
        ? { errors: [{ code: 1363030, message: video.data.failed ?? '' }] }
        : {}),
    },
    publishing_phase: {
      status: done ? 'complete' : 'not_started',
      ...(done && { publish_status: 'published' }),
    },
  };
}

/** Empty until ready. */
function thumbnailsOf(turn: Turn, video: Entity): readonly JsonObject[] {
  if (
    videoStatus(turn, video) !== 'ready' ||
    (number(video.data.thumbnails_at) ?? 0) > turn.world.now()
  )
    return [];
  return [1, 2, 3].map((index) => ({
    id: `${video.id}${index}`,
    uri: thumbnailUrl(video.id, index),
    width: 1280,
    height: 720,
    scale: 1,
    is_preferred: index === 2,
    name: '',
  }));
}

const thumbnailUrl = (id: string, index: number) =>
  `https://scontent.sandbox.invalid/video/${id}/${index}.jpg`;
const placeholderPicture = 'https://static.sandbox.invalid/video-placeholder.gif';

const thumbnailFields = setOf('id uri width height scale is_preferred name');

export const videoType: NodeType = {
  kind: 'advideos',
  word: 'Video',
  defaults: ['id', 'updated_time'],
  fields: {
    ...stored('title description'),
    ...unset(
      'ad_breaks custom_labels embeddable event format from icon is_crossposting_eligible live_status privacy views',
    ),
    created_time: timeFields.created_time,
    updated_time: timeFields.updated_time,
    name: (video) => string(video.data.title),
    status: statusField,
    length: (video, turn) =>
      videoStatus(turn, video) === 'ready' ? (number(video.data.length) ?? 15) : 0,
    picture: (video, turn) =>
      thumbnailsOf(turn, video).length === 0 ? placeholderPicture : thumbnailUrl(video.id, 2),
    source: (video, turn) =>
      videoStatus(turn, video) === 'ready'
        ? `https://video.sandbox.invalid/${video.id}.mp4`
        : undefined,
    permalink_url: (video) => `/reel/${video.id}/`,
    embed_html: (video) => `<iframe src="https://www.sandbox.invalid/video/${video.id}"></iframe>`,
    published: () => false,
  },
  edges: {
    thumbnails: {
      list: (turn, video) => ({ rows: thumbnailsOf(turn, video), known: thumbnailFields }),
      post(turn, video) {
        if (turn.call.files.length === 0) throw invalid('Send the picture as source', 'source');
        turn.world.change(video.id, { own_thumbnail: bool(turn.params, 'is_preferred') ?? false });
        return success;
      },
    },
    captions: {
      list: () => ({
        rows: [],
        known: setOf('create_time is_auto_generated is_default locale locale_name uri'),
      }),
    },
  },
  update(turn, video) {
    checkKnown(turn, setOf('title name'));
    const title = text(turn.params, 'title') ?? text(turn.params, 'name');
    if (title !== undefined) turn.world.change(video.id, { title });
    return success;
  },
  remove(turn, video) {
    turn.world.remove(video.id);
    return success;
  },
};

export const videoEdges: Table<Edge> = {
  advideos: {
    list(turn, account, params) {
      const title = text(params, 'title');
      return {
        ids: turn.world.under('advideos', account.id),
        ...(title !== undefined && { keep: (video: Entity) => video.data.title === title }),
      };
    },
    post: createVideo,
    remove(turn, account) {
      const id = required(turn.params, 'video_id');
      const video = turn.world.get(id);
      if (video?.kind !== 'advideos' || video.parents[0] !== account.id)
        throw missing(id, 'delete');
      turn.world.remove(id);
      return success;
    },
  },
};

const mebibyte = 1024 * 1024;
const sessionLivesMs = 24 * 3_600_000;

/** Transfer until both offsets are equal. Offsets are strings. */
function uploadPhase(turn: Turn, account: Entity, phase: string): JsonObject {
  if (phase === 'start') return start(turn, account);
  const session = find(turn, '.upload-sessions', required(turn.params, 'upload_session_id'));
  if (
    session === undefined ||
    turn.fired.has('video-session-expired') ||
    turn.world.now() - session.created > sessionLivesMs
  )
    throw invalid(
      'The upload session does not exist or has expired. Start again',
      'upload_session_id',
    );
  if (phase === 'transfer') return transfer(turn, session);
  if (phase === 'finish') return finish(turn, session);
  if (phase === 'cancel') {
    turn.world.remove(session.id);
    turn.world.remove(textOf(session.data.video));
    return success;
  }
  throw invalid(
    'Param upload_phase must be one of {start, transfer, finish, cancel}',
    'upload_phase',
  );
}

/** At least 1 MiB, about twenty steps. */
const chunkOf = (size: number) => Math.max(mebibyte, Math.ceil(size / 20));

function start(turn: Turn, account: Entity): JsonObject {
  const size = integer(turn.params, 'file_size');
  if (size === undefined || size <= 0) throw lacking('file_size');
  const video = turn.world.add({
    id: newId(turn.world),
    kind: 'advideos',
    ...within(account),
    data: { title: '', description: '', size: 0 },
  });
  const session = turn.world.add({
    id: newId(turn.world),
    kind: '.upload-sessions',
    ...within(account),
    data: { video: video.id, size, received: 0 },
  });
  return { upload_session_id: session.id, video_id: video.id, ...offsets(0, size) };
}

const offsets = (received: number, size: number): JsonObject => ({
  start_offset: String(received),
  end_offset: String(Math.min(size, received + chunkOf(size))),
});

function transfer(turn: Turn, session: Entity): JsonObject {
  const size = number(session.data.size) ?? 0;
  const received = number(session.data.received) ?? 0;
  const chunk = turn.call.files.find(({ part }) => part === 'video_file_chunk');
  if (chunk === undefined)
    throw invalid('Send the bytes as the part video_file_chunk', 'video_file_chunk');
  const from = integer(turn.params, 'start_offset');
  // A chunk that does not continue is not taken.
  if (from !== received || turn.fired.has('video-chunk-repeat')) return offsets(received, size);
  const now = received + chunk.bytes.length;
  if (now > size) throw invalid('More bytes than the file has', 'video_file_chunk');
  turn.world.change(session.id, { received: now });
  return offsets(now, size);
}

function finish(turn: Turn, session: Entity): JsonObject {
  const size = number(session.data.size) ?? 0;
  if (session.data.received !== size)
    throw refuseWith(1363030, {
      message: `(#100) The upload is not complete: ${session.data.received} of ${size} bytes arrived`,
    });
  const readyAt = turn.world.now() + Number(turn.fired.get('video-slow')?.ms ?? processingMs);
  turn.world.change(textOf(session.data.video), {
    title: text(turn.params, 'title') ?? text(turn.params, 'name') ?? '',
    size,
    ready_at: readyAt,
    thumbnails_at: readyAt,
    ...(turn.fired.has('video-error') && { failed: 'The video could not be processed' }),
  });
  turn.world.remove(session.id);
  return success;
}
