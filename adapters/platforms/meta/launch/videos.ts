import { at, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  Fail,
  LoadedMedia,
  Outcome,
  Params,
  PlatformFailure,
  Row,
  UploadOperation,
} from '../../types.ts';
import type { BatchEntry } from '../wire/batch.ts';
import type { Graph } from '../wire/client.ts';
import { accountNode, edgeOf } from '../wire/params.ts';

/** Batch and operation, by which the video is found again. */
export const videoTitle = (operation: Pick<UploadOperation, 'id' | 'batch' | 'media'>): string =>
  `${operation.media.filename.slice(0, 80)} [${operation.batch} ${operation.id}]`;

/** The platform fetches the file later; the video's status shows a failure. */
export function videoByUrlEntry(adAccountId: string, operation: UploadOperation): BatchEntry {
  const title = videoTitle(operation);
  return {
    method: 'POST',
    path: `${accountNode(adAccountId)}/advideos`,
    params: { file_url: operation.media.url, title },
  };
}

/** One call: a thumbnail taken before the video is ready stays a placeholder. */
export function readyEntry(videoId: string): BatchEntry {
  return { method: 'GET', path: videoId, params: { fields: 'status,picture,thumbnails' } };
}

export function readyOutcome(videoId: string, body: Row, fail: Fail): Outcome {
  const status = said(body, 'status', 'video_status').toLowerCase();
  if (status === 'error' || status === 'expired' || status === 'upload_failed') {
    const why = rowsOf(at(body, 'status', 'processing_phase', 'errors')).map((error) =>
      said(error.message),
    );
    const message = `The platform could not process the video${why[0] ? `: ${why[0]}` : '.'}`;
    const fix =
      'Check that the address is public and the file an MP4 or MOV (H.264 video, AAC sound); then launch the ad again.';
    return { state: 'failed', failure: fail('rule', message, fix) };
  }
  const thumbnails = rowsOf(body.thumbnails);
  const thumbnail = text(
    (thumbnails.find((each) => each.is_preferred === true) ?? thumbnails[0])?.uri,
  );
  if (status === 'ready' && thumbnail !== undefined)
    return { state: 'done', ref: videoId, thumbnailUrl: thumbnail };
  const progress = numeric(at(body, 'status', 'processing_progress')) ?? 0;
  return {
    state: 'waiting',
    retryInMs: status === 'ready' ? 3_000 : progress >= 50 ? 5_000 : 10_000,
  };
}

const attemptsPerPiece = 4;

/**
 * In the pieces the platform asks for, repeated after stumbles: a piece sent twice is harmless.
 * Only the last step, which publishes the video, can be unknown.
 */
export async function uploadVideo(
  graph: Graph,
  access: Access,
  operation: UploadOperation,
  file: LoadedMedia,
): Promise<Outcome> {
  const path = edgeOf(access, 'advideos');
  const post = (body: Params, chunk?: Uint8Array) => {
    const files = chunk && [
      {
        part: 'video_file_chunk',
        filename: file.filename,
        contentType: file.contentType,
        bytes: chunk,
      },
    ];
    return graph.call(access, { method: 'POST', path, body, ...(files && { files }) });
  };

  const started = await post({ upload_phase: 'start', file_size: file.bytes.length });
  if (!started.ok) return { state: 'failed', failure: started.failure };
  const session = text(started.body.upload_session_id);
  const videoId = text(started.body.video_id);
  let start = numeric(started.body.start_offset) ?? 0;
  let end = numeric(started.body.end_offset) ?? 0;
  let tries = 0;
  while (start < end) {
    const chunk = file.bytes.subarray(start, end);
    const moved = await post(
      { upload_phase: 'transfer', upload_session_id: session, start_offset: start },
      chunk,
    );
    const next = moved.ok ? (numeric(moved.body.start_offset) ?? start) : start;
    tries = next > start ? 0 : tries + 1;
    if (
      !moved.ok &&
      (!moved.failure.retryable || moved.failure.class === 'throttled' || tries >= attemptsPerPiece)
    ) {
      return { state: 'failed', failure: startAnew(moved.failure) };
    }
    if (moved.ok && tries >= attemptsPerPiece)
      return { state: 'failed', failure: stuck(graph.fail) };
    if (moved.ok) {
      start = next;
      end = numeric(moved.body.end_offset) ?? end;
    }
  }

  const finished = await post({
    upload_phase: 'finish',
    upload_session_id: session,
    title: videoTitle(operation),
  });
  if (!finished.ok)
    return {
      state: finished.maybeDone ? 'unknown' : 'failed',
      failure: startAnew(finished.failure),
    };
  if (videoId === undefined) return { state: 'unknown', failure: stuck(graph.fail) };
  return { state: 'done', ref: videoId };
}

/** The whole upload can be repeated. */
const startAnew = (failure: PlatformFailure): PlatformFailure =>
  failure.field === 'uploadSessionId' ? { ...failure, class: 'flaky', retryable: true } : failure;

const stuck = (fail: Fail) =>
  fail('flaky', 'The platform kept asking for the same piece of the video.');
