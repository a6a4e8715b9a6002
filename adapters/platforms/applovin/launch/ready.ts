import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { chunks } from '../../kit/json.ts';
import type { ReadyOperation } from '../../kit/operations.ts';
import { idOf } from '../read/campaigns.ts';
import { type Api, mostAtOnce } from '../wire/client.ts';
import { unusable, uploadResult } from './uploads.ts';

const lookAgainMs = 5_000;

/** A video has no id until it is processed: it is a file of an upload. */
export const uploadRef = (uploadId: string, name: string): string => `upload ${uploadId} ${name}`;

interface Waiting {
  readonly operation: ReadyOperation;
  readonly name: string;
}

/** `others` name files that were found in the library. */
export function uploadsOf(operations: readonly ReadyOperation[]): {
  readonly uploads: ReadonlyMap<string, readonly Waiting[]>;
  readonly others: readonly ReadyOperation[];
} {
  const uploads = new Map<string, Waiting[]>();
  const others: ReadyOperation[] = [];
  for (const operation of operations) {
    const [, uploadId, name] = /^upload (\S+) (.*)$/.exec(operation.videoId) ?? [];
    if (uploadId === undefined || name === undefined) others.push(operation);
    else uploads.set(uploadId, [...(uploads.get(uploadId) ?? []), { operation, name }]);
  }
  return { uploads, others };
}

/** One question for an upload, one for a hundred files of the library. */
export async function lookAtVideos(
  api: Api,
  access: Access,
  operations: readonly ReadyOperation[],
): Promise<ReadonlyMap<ReadyOperation, Outcome>> {
  const outcomes = new Map<ReadyOperation, Outcome>();
  const { uploads, others } = uploadsOf(operations);
  const asked = async (some: readonly ReadyOperation[], ask: () => Promise<void>): Promise<void> => {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      for (const operation of some) outcomes.set(operation, { state: 'failed', failure: error.failure });
    }
  };
  for (const [uploadId, waiting] of uploads)
    await asked(
      waiting.map(({ operation }) => operation),
      async () => {
        const names = waiting.map(({ name }) => name);
        const results = await uploadResult(api, access, uploadId, names);
        for (const { operation, name } of waiting) {
          const result = results.get(name);
          if (result?.state === 'ready') outcomes.set(operation, { state: 'done', ref: result.id ?? '' });
          else if (result?.state === 'failed') outcomes.set(operation, { state: 'failed', failure: unusable(api, result) });
          else outcomes.set(operation, { state: 'waiting', retryInMs: lookAgainMs });
        }
      },
    );
  for (const some of chunks(others, mostAtOnce))
    await asked(some, async () => {
      const ids = [...new Set(some.map(({ videoId }) => videoId))];
      const found = new Set((await api.calls.list(access, 'asset/list', { ids: ids.join(',') })).map(idOf));
      for (const operation of some)
        outcomes.set(
          operation,
          found.has(operation.videoId)
            ? { state: 'done', ref: operation.videoId }
            : { state: 'failed', failure: api.wire.missing(operation.videoId) },
        );
    });
  return outcomes;
}
