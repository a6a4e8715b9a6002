import type * as v from 'valibot';
import type { batchStatusAnswer } from '../../core/schema/launch.ts';
import { readEvents } from '../client/read-events.ts';
import { type Client, readSafely } from './client.ts';

export type BatchStatus = v.InferOutput<typeof batchStatusAnswer>;

/** Follows a batch to its end and answers its final status. A stream that breaks is taken up again. */
export async function followBatch(
  client: Client,
  batchId: number,
  onProgress: (done: number, failed: number) => void,
): Promise<BatchStatus> {
  const launched = new Set<string>();
  const failed = new Set<string>();
  for (let attempt = 0; attempt < 100; attempt++) {
    const { body } = await client.open(`/v1/batches/${batchId}/events`);
    if (body === null) break;
    try {
      for await (const { type, data } of readEvents(body)) {
        if (type === 'ad') {
          // An element of launchedAds or of failedAds.
          const ad = readSafely(data) as { index: number; adSetId?: string; adId?: string };
          const key = `${ad.index} ${ad.adSetId}`;
          if (ad.adId === undefined) failed.add(key);
          else {
            launched.add(key);
            failed.delete(key);
          }
          onProgress(launched.size, failed.size);
        }
        if (type === 'done') return client.get(`/v1/batch-status/${batchId}`);
      }
    } catch {
      // Read from the start again below; what was seen is not counted twice.
    }
  }
  return client.get(`/v1/batch-status/${batchId}`);
}
