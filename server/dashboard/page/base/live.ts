import { useEffect, useRef } from 'preact/hooks';
import { ApiError, client } from './api.ts';

/** How many batches are followed at once: a browser opens only a few connections to one address. */
const FOLLOWED = 3;

/** Events are shown together: the fastest launches tell of hundreds of ads in a second. */
const TOGETHER_MS = 200;

export interface Counts {
  readonly successfulAds: number;
  readonly failedAds: number;
  readonly totalAds: number;
}

export interface LiveHandlers {
  /** What came within a moment: the latest counts, and the ads in the order they were settled. */
  readonly onNews: (batchId: number, news: { readonly counts?: Counts | undefined; readonly ads: readonly unknown[] }) => void;
  readonly onDone: (batchId: number) => void;
  /** Whether the service does not answer. */
  readonly onAway?: (isAway: boolean) => void;
}

/** The last event seen of each batch, so that following it again after a retry starts after its first end. */
const last = new Map<number, number>();

/** Follows batches by their event streams as long as they are listed. */
export function useLiveBatches(batchIds: readonly number[], handlers: LiveHandlers): void {
  const followed = batchIds.slice(0, FOLLOWED).join(',');
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const abort = new AbortController();
    for (const id of followed === '' ? [] : followed.split(',').map(Number)) void follow(id, () => current.current, abort.signal);
    return () => abort.abort();
  }, [followed]);
}

/**
 * Follows a batch until `signal` is aborted: when it is not listed any more. Its end is the end of the stream. A `done` is not: a
 * batch that was retried has one for each of its ends, and following it from the first event meets the earlier ones.
 */
async function follow(batchId: number, handlers: () => LiveHandlers, signal: AbortSignal): Promise<void> {
  const news = collected((counts, ads) => {
    if (!signal.aborted) handlers().onNews(batchId, { counts, ads });
  });
  while (!signal.aborted) {
    try {
      const events = await client.batches.events({ id: batchId, after: last.get(batchId) ?? 0 }, { signal });
      handlers().onAway?.(false);
      for await (const { id, type, data } of events) {
        last.set(batchId, id);
        // The shapes of core/launch/journal/append.ts.
        if (type === 'batch') news.add({ counts: data as Counts });
        else if (type === 'ad') news.add({ ad: data });
      }
      news.flush();
      if (!signal.aborted) handlers().onDone(batchId);
    } catch (error) {
      news.flush();
      if (signal.aborted || (error instanceof ApiError && error.status >= 400 && error.status < 500)) return;
      handlers().onAway?.(true);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** Events of a moment as one. */
function collected(tell: (counts: Counts | undefined, ads: readonly unknown[]) => void) {
  let counts: Counts | undefined;
  let ads: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts === undefined && ads.length === 0) return;
    const told = [counts, ads] as const;
    [counts, ads] = [undefined, []];
    tell(...told);
  };
  return {
    add(event: { readonly counts?: Counts; readonly ad?: unknown }): void {
      if (event.counts !== undefined) counts = event.counts;
      if (event.ad !== undefined) ads.push(event.ad);
      timer ??= setTimeout(flush, TOGETHER_MS);
    },
    flush,
  };
}
