import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { text } from '../../kit/json.ts';
import type { ReadyOperation } from '../../kit/operations.ts';
import type { Api } from '../wire/client.ts';
import { encoded } from '../wire/restli.ts';
import { unusable } from './uploads.ts';

const lookAgainMs = 10_000;

/** Each by itself. */
export async function lookAtVideos(
  api: Api,
  access: Access,
  operations: readonly ReadyOperation[],
): Promise<ReadonlyMap<ReadyOperation, Outcome>> {
  const outcomes = new Map<ReadyOperation, Outcome>();
  await mapBounded(operations, 4, async (operation) => void outcomes.set(operation, await look(api, access, operation.videoId)));
  return outcomes;
}

async function look(api: Api, access: Access, videoId: string): Promise<Outcome> {
  try {
    const row = await api.calls.read(access, `videos/${encoded(videoId)}`);
    const status = text(row.status);
    if (status === 'PROCESSING_FAILED')
      return unusable(api, 'video', 'Export it again as MP4 (H.264, AAC) of 3 seconds to 30 minutes and up to 500 MB.');
    if (status !== 'AVAILABLE') return { state: 'waiting', retryInMs: lookAgainMs };
    const thumbnailUrl = text(row.thumbnail) ?? text(row.downloadUrl);
    return { state: 'done', ref: videoId, ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
  } catch (error) {
    if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
    throw error;
  }
}
