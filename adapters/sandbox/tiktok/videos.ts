import { md5 } from '../../runtime/md5.ts';
import type { Entity, JsonObject, World } from '../world.ts';
import { fileNameOf, freeName, urlOf } from './files.ts';
import { object, oneOf, paged, pageOf, required, requiredWords, text, words as wordList } from './params.ts';
import { invalid, Refusal } from './refusals.ts';
import { formatFileTime, formatTime } from './times.ts';
import { accountOf, type Endpoint, kinds, ownedBy, type Turn, words, writableAccount } from './turn.ts';

/** Simulated time from the upload until a video can be used. */
const processingMs = 3_000;
const addressesLiveMs = 6 * 3_600_000;
const uploadTypes = ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL'] as const;

export const videoEndpoints: { readonly [path: string]: Endpoint } = {
  'file/video/ad/upload': {
    method: 'POST',
    known: ['upload_type', 'file_name', 'video_signature', 'video_url', 'flaw_detect', 'auto_fix_enabled', 'auto_bind_enabled'],
    run(turn) {
      const account = writableAccount(turn);
      const type = oneOf(turn.params, 'upload_type', uploadTypes) ?? 'UPLOAD_BY_FILE';
      const facts = type === 'UPLOAD_BY_URL' ? byAddress(turn) : byFile(turn);
      const name = freeName(turn, account, kinds.video, facts.name);
      const slow = turn.fired.get('video-slow');
      const video = turn.world.add({
        id: newVideoId(turn.world),
        kind: kinds.video,
        company: turn.company,
        parents: [account.id],
        data: {
          file_name: name,
          ...facts.data,
          ready_at: turn.world.now() + Number(slow?.ms ?? processingMs),
          ...(turn.fired.has('video-error') ? { broken: true } : {}),
        },
      });
      // A list of one; the rest becomes known when it has been processed.
      return [{ video_id: video.id }];
    },
  },
  'file/video/ad/info': {
    method: 'GET',
    known: ['video_ids'],
    run(turn) {
      const account = accountOf(turn);
      const list = requiredWords(turn.params, 'video_ids', 60).flatMap((id) => {
        const video = ownedBy(turn, account, kinds.video, id);
        return video === undefined ? [] : [videoRow(turn, video)];
      });
      return { list };
    },
  },
  'file/video/ad/search': {
    method: 'GET',
    known: ['filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const filter = object(turn.params, 'filtering');
      const ids = wordList(filter, 'video_ids', 100);
      const name = text(filter, 'video_name')?.toLowerCase();
      const rows = [...turn.world.under(kinds.video, account.id)].reverse().flatMap((id) => {
        const video = turn.world.get(id);
        if (video === undefined || (ids !== undefined && !ids.includes(id))) return [];
        if (name !== undefined && !words(video.data.file_name).toLowerCase().includes(name)) return [];
        return [{ ...videoRow(turn, video), file_name: video.data.file_name ?? '' }];
      });
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

const newVideoId = (world: World): string => `v10033g50000${world.sequence().toString(32).padStart(12, '0')}`;

export function checkReady(turn: Turn, video: Entity): void {
  if (Number(video.data.ready_at ?? 0) > turn.world.now()) throw new Refusal(40901, 'The video is still being transcoded.');
  if (video.data.broken === true) throw new Refusal(40907, 'The video cannot be used in ads.');
}

function byFile(turn: Turn): { readonly name: string; readonly data: JsonObject } {
  const file = turn.files.find(({ part }) => part === 'video_file');
  if (file === undefined) throw invalid('video_file: Missing data for required field.');
  const signature = md5(file.bytes);
  if (required(turn.params, 'video_signature') !== signature)
    throw new Refusal(40900, 'The signature of the file does not match its content.');
  return { name: fileNameOf(turn, file.filename), data: { signature, size: file.bytes.length } };
}

function byAddress(turn: Turn): { readonly name: string; readonly data: JsonObject } {
  const url = urlOf(turn, 'video_url');
  const signature = md5(new TextEncoder().encode(url.href));
  return { name: fileNameOf(turn, url.pathname.split('/').pop() ?? ''), data: { signature, size: 1000 } };
}

/** Until a video has been processed only its id is told. */
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
