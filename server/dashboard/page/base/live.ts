import { useEffect, useRef } from 'preact/hooks';
import { ApiError, client } from './api.ts';

/** Batches followed at once: a browser opens few connections to one address. */
const FOLLOWED = 3;

/** Events of this time are shown together: a fast launch settles hundreds of ads a second. */
const TOGETHER_MS = 200;

export interface Counts {
  readonly successfulAds: number;
  readonly failedAds: number;
  readonly totalAds: number;
}

interface LiveHandlers {
  readonly onNews: (
    batchId: number,
    news: { readonly counts?: Counts | undefined; readonly ads: readonly unknown[] },
  ) => void;
  readonly onDone: (batchId: number) => void;
  readonly onAway?: (isAway: boolean) => void;
}

/** The last event of each batch: after a retry the stream is read from there. */
const last = new Map<number, number>();

export function useLiveBatches(batchIds: readonly number[], handlers: LiveHandlers): void {
  const followed = batchIds.slice(0, FOLLOWED).join(',');
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const abort = new AbortController();
    for (const id of followed === '' ? [] : followed.split(',').map(Number))
      void follow(id, () => current.current, abort.signal);
    return () => abort.abort();
  }, [followed]);
}

/**
 * Follows a batch until `signal` is aborted. The end of the stream is the end of the batch; a
 * `done` event is not: a retried batch has several.
 */
async function follow(
  batchId: number,
  handlers: () => LiveHandlers,
  signal: AbortSignal,
): Promise<void> {
  const news = collected((counts, ads) => {
    if (!signal.aborted) handlers().onNews(batchId, { counts, ads });
  });
  while (!signal.aborted) {
    try {
      const events = await client.batches.events(
        { id: batchId, after: last.get(batchId) ?? 0 },
        { signal },
      );
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
      if (
        signal.aborted ||
        (error instanceof ApiError && error.status >= 400 && error.status < 500)
      )
        return;
      handlers().onAway?.(true);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

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
