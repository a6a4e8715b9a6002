import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { type Row, rowsOf, text } from '../../kit/json.ts';
import type { ReadyOperation } from '../../kit/operations.ts';
import { coverName, type UploadPorts, uploadImageFrom } from './uploads.ts';

/** Videos of one question. */
export const videosPerQuestion = 60;
/** Processing takes half a minute to five. */
const lookAgainMs = 10_000;

/**
 * An unprocessed video has only its id. The cover of a ready one is taken into the library: ads name it by id, and its address
 * works for six hours.
 */
export async function lookAtVideos(
  ports: UploadPorts,
  access: Access,
  operations: readonly ReadyOperation[],
): Promise<ReadonlyMap<ReadyOperation, Outcome>> {
  const outcomes = new Map<ReadyOperation, Outcome>();
  const ids = [...new Set(operations.map(({ videoId }) => videoId))];
  let rows: readonly Row[];
  try {
    rows = rowsOf((await ports.calls.read(access, 'file/video/ad/info/', { video_ids: ids })).list);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    return new Map(operations.map((operation) => [operation, { state: 'failed', failure }]));
  }
  for (const operation of operations) {
    const row = rows.find((each) => text(each.video_id) === operation.videoId);
    outcomes.set(operation, await outcomeOf(ports, access, operation.videoId, row));
  }
  return outcomes;
}

async function outcomeOf(ports: UploadPorts, access: Access, videoId: string, row: Row | undefined): Promise<Outcome> {
  const thumbnailUrl = text(row?.video_cover_url);
  if (row?.displayable === false)
    return {
      state: 'failed',
      failure: ports.wire.fail(
        'rule',
        'The platform cannot use this video in ads.',
        'Export it again as MP4 (H.264, AAC) in 9:16, 16:9 or 1:1 and with at least 540 x 960 pixels.',
      ),
    };
  if (thumbnailUrl === undefined) return { state: 'waiting', retryInMs: lookAgainMs };
  const cover = await uploadImageFrom(ports, access, thumbnailUrl, coverName(videoId));
  if (!cover.ok) return { state: 'failed', failure: cover.failure };
  return { state: 'done', ref: videoId, thumbnailUrl, cover: cover.ref };
}
