import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { missing } from '../../kit/failures.ts';
import type { ReadyOperation } from '../../kit/operations.ts';
import { readAsset } from '../read/creatives.ts';
import type { Api } from '../wire/client.ts';
import { hasFailed, isUsable } from './library.ts';
import { unusable } from './uploads.ts';

const lookAgainMs = 5_000;

export async function lookAtVideos(
  api: Api,
  access: Access,
  operations: readonly ReadyOperation[],
): Promise<ReadonlyMap<ReadyOperation, Outcome>> {
  const outcomes = await mapBounded(operations, 4, async (operation) => [operation, await look(api, access, operation)] as const);
  return new Map(outcomes);
}

async function look(api: Api, access: Access, { videoId }: ReadyOperation): Promise<Outcome> {
  try {
    const row = await readAsset(api, access, 'media', videoId);
    if (row === undefined) return { state: 'failed', failure: missing(videoId, api.wire.fail) };
    if (hasFailed(row)) return { state: 'failed', failure: unusable(api.wire.fail) };
    return isUsable(row) ? { state: 'done', ref: videoId } : { state: 'waiting', retryInMs: lookAgainMs };
  } catch (error) {
    if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
    throw error;
  }
}
