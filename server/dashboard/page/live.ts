import { useEffect } from 'preact/hooks';
import { ApiError } from '../../client/client.ts';
import { client } from './api.ts';

/** How many batches are followed at once: a browser opens only a few connections to one address. */
const FOLLOWED = 3;

export interface Counts {
  readonly successfulAds: number;
  readonly failedAds: number;
  readonly totalAds: number;
}

export interface LiveHandlers {
  readonly onCounts: (batchId: number, counts: Counts) => void;
  readonly onAd?: (ad: unknown) => void;
  readonly onDone: (batchId: number) => void;
}

/** The last event seen of each batch, so that following it again after a retry starts after its first end. */
const last = new Map<number, number>();

/** Follows batches by their event streams as long as they are listed. */
export function useLiveBatches(batchIds: readonly number[], handlers: LiveHandlers): void {
  const followed = batchIds.slice(0, FOLLOWED).join(',');
  useEffect(() => {
    const abort = new AbortController();
    for (const id of followed === '' ? [] : followed.split(',').map(Number)) void follow(id, handlers, abort.signal);
    return () => abort.abort();
  }, [followed]);
}

/**
 * Follows a batch until `signal` is aborted: when it is not listed any more. Its end is the end of the stream. A `done` is not: a
 * batch that was retried has one for each of its ends, and following it from the first event meets the earlier ones.
 */
async function follow(batchId: number, handlers: LiveHandlers, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const events = await client.batches.events({ id: batchId, after: last.get(batchId) ?? 0 }, { signal });
      for await (const { id, type, data } of events) {
        last.set(batchId, id);
        // The shapes of core/launch/journal/append.ts.
        if (type === 'batch') handlers.onCounts(batchId, data as Counts);
        else if (type === 'ad') handlers.onAd?.(data);
      }
      if (!signal.aborted) handlers.onDone(batchId);
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status >= 400 && error.status < 500)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}
