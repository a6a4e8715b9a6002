import type { Entity, JsonObject } from '../../entity.ts';
import { invalid, refuse } from '../graph/errors.ts';
import { newId, number, string, type Turn } from '../graph/graph.ts';
import { find } from '../graph/nodes.ts';
import { integer, required, text } from '../graph/params.ts';
import { success } from '../graph/writes.ts';

const mebibyte = 1024 * 1024;
const processingMs = 3000;
const sessionLivesMs = 24 * 3_600_000;

/** Start, transfer until both offsets are equal, finish. Offsets are strings. */
export function uploadPhase(turn: Turn, account: Entity, phase: string): JsonObject {
  if (phase === 'start') return start(turn, account);
  const session = find(turn, '.upload-sessions', required(turn.call.params, 'upload_session_id'));
  if (session === undefined || turn.fired.has('video-session-expired') || turn.world.now() - session.created > sessionLivesMs)
    throw invalid('The upload session does not exist or has expired. Start again', 'upload_session_id');
  if (phase === 'transfer') return transfer(turn, session);
  if (phase === 'finish') return finish(turn, session);
  if (phase === 'cancel') {
    turn.world.remove(session.id);
    turn.world.remove(string(session.data.video) ?? '');
    return success;
  }
  throw invalid('Param upload_phase must be one of {start, transfer, finish, cancel}', 'upload_phase');
}

/** At least 1 MiB, about twenty steps. */
const chunkOf = (size: number): number => Math.max(mebibyte, Math.ceil(size / 20));

function start(turn: Turn, account: Entity): JsonObject {
  const size = integer(turn.call.params, 'file_size');
  if (size === undefined || size <= 0) throw invalid('The parameter file_size is required', 'file_size');
  const video = turn.world.add({
    id: newId(turn.world),
    kind: 'advideos',
    company: account.company,
    parents: [account.id],
    data: { title: '', description: '', size: 0 },
  });
  const session = turn.world.add({
    id: newId(turn.world),
    kind: '.upload-sessions',
    company: account.company,
    parents: [account.id],
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
  if (chunk === undefined) throw invalid('Send the bytes as the part video_file_chunk', 'video_file_chunk');
  const from = integer(turn.call.params, 'start_offset');
  // A chunk that does not continue is not taken; the answer says where to go on.
  if (from !== received || turn.fired.has('video-chunk-repeat')) return offsets(received, size);
  const now = received + chunk.bytes.length;
  if (now > size) throw invalid('More bytes than the file has', 'video_file_chunk');
  turn.world.change(session.id, { received: now });
  return offsets(now, size);
}

function finish(turn: Turn, session: Entity): JsonObject {
  const size = number(session.data.size) ?? 0;
  if (session.data.received !== size)
    throw refuse(1363030, { message: `(#100) The upload is not complete: ${session.data.received} of ${size} bytes arrived` });
  const readyAt = turn.world.now() + Number(turn.fired.get('video-slow')?.ms ?? processingMs);
  turn.world.change(string(session.data.video) ?? '', {
    title: text(turn.call.params, 'title') ?? text(turn.call.params, 'name') ?? '',
    size,
    ready_at: readyAt,
    thumbnails_at: readyAt,
    ...(turn.fired.has('video-error') ? { failed: 'The video could not be processed' } : {}),
  });
  turn.world.remove(session.id);
  return success;
}
