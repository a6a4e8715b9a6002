import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { accountOf, type Endpoints, kinds, type Turn, words, writableAccount } from '../wire/call.ts';
import { formatFileTime, formatTime, object, paged, pageOf, text, words as wordList } from '../wire/params.ts';
import { Refusal } from '../wire/refusals.ts';
import { freeName, infoEndpoint, uploadOf } from './files.ts';

const processingMs = 3_000;
const addressesLiveMs = 6 * 3_600_000;

export const videoEndpoints: Endpoints = {
  'POST file/video/ad/upload': {
    known: ['upload_type', 'file_name', 'video_signature', 'video_url', 'flaw_detect', 'auto_fix_enabled', 'auto_bind_enabled'],
    run(turn) {
      const account = writableAccount(turn);
      const { name, signature, bytes } = uploadOf(turn, 'video');
      const file_name = freeName(turn, account, kinds.video, name);
      const slow = turn.fired.get('video-slow');
      const video = turn.world.add({
        id: newVideoId(turn.world),
        kind: kinds.video,
        company: turn.company,
        parents: [account.id],
        data: {
          ...{ file_name, signature, size: bytes?.length ?? 1000 },
          ready_at: turn.world.now() + Number(slow?.ms ?? processingMs),
          ...(turn.fired.has('video-error') ? { broken: true } : {}),
        },
      });
      // A list of one.
      return [{ video_id: video.id }];
    },
  },
  'GET file/video/ad/info': infoEndpoint(kinds.video, 'video_ids', 60, videoRow),
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
        .filter(({ data }) => name === undefined || words(data.file_name).toLowerCase().includes(name))
        .map((video) => ({ ...videoRow(turn, video), file_name: video.data.file_name ?? '' }));
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

const newVideoId = (world: World): string => `v10033g50000${world.sequence().toString(32).padStart(12, '0')}`;

export function checkReady(turn: Turn, video: Entity): void {
  if (Number(video.data.ready_at ?? 0) > turn.world.now()) throw new Refusal(40901, 'The video is still being transcoded.');
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
