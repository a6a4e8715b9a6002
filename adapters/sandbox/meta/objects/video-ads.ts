import type { Entity, JsonObject, Table } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import { checkKnown, type Edge, find, newId, number, success, type Turn } from '../graph/graph.ts';
import { invalid, missing, required, setOf, text } from '../graph/params.ts';
import { checkActive } from './accounts.ts';

const processingMs = 3000;

/** The newer upload: an address for the bytes, then a finish. Phases in either case. */
export const videoAdEdges: Table<Edge> = {
  video_ads: {
    post(turn, account) {
      checkActive(account);
      checkKnown(turn, setOf('upload_phase video_id title name description'));
      const phase = required(turn.params, 'upload_phase').toLowerCase();
      if (phase === 'start') return start(turn, account);
      if (phase === 'finish') return finish(turn);
      throw invalid('Param upload_phase must be one of {START, FINISH}', 'upload_phase');
    },
  },
};

function start(turn: Turn, account: Entity): JsonObject {
  const video = turn.world.add({
    id: newId(turn.world),
    kind: 'advideos',
    ...within(account),
    data: { title: text(turn.params, 'title') ?? '', description: '', size: 0 },
  });
  return { video_id: video.id, upload_url: `${turn.call.base}/video-ads-upload/${turn.call.version}/${video.id}` };
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
      ...(url.includes('unreachable') && { failed: 'The video file could not be downloaded from the address' }),
    });
    return success;
  }
  const size = Number(turn.call.headers.get('file_size'));
  const received = number(video.data.size) ?? 0;
  if (Number(turn.call.headers.get('offset')) !== received) throw invalid(`The upload goes on at offset ${received}`);
  const now = received + (turn.call.bytes?.length ?? 0);
  turn.world.change(id, { size: now, uploaded: now >= size });
  return success;
}

function finish(turn: Turn): JsonObject {
  const id = required(turn.params, 'video_id');
  const video = find(turn, 'advideos', id);
  if (video === undefined) throw missing(id, 'post');
  if (video.data.uploaded !== true) throw invalid('The upload is not complete', 'video_id');
  const readyAt = turn.world.now() + processingMs;
  turn.world.change(id, { ready_at: readyAt, thumbnails_at: readyAt });
  return success;
}
