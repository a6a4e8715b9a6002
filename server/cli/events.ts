import type { AnswerOf, Client } from '../client/client.ts';

export type BatchStatus = AnswerOf<'batches.status'>;

/** How long a stream may be silent before the batch is looked at: one that is halted tells nothing. */
const LOOK_MS = 10_000;

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Follows a batch to its last end and answers its final status: one that was retried has ended before. Answers also when nobody
 * works on it any more (`halted`).
 */
export async function followBatch(
  client: Pick<Client, 'batches'>,
  batchId: number,
  onProgress: (done: number, failed: number) => void,
  sleep: Sleep = timer,
): Promise<BatchStatus> {
  const id = batchId;
  const stop = new AbortController();
  const count = counter(onProgress);
  try {
    const events = (await client.batches.events({ id }, { signal: stop.signal }))[Symbol.asyncIterator]();
    let next = events.next();
    // Told below, or not at all when the batch is left before.
    next.catch(() => undefined);
    for (;;) {
      const got = await whicheverFirst(next, sleep);
      if (got === undefined) {
        const status = await client.batches.status({ id });
        if (status.status !== 'processing' || status.halted !== undefined) return status;
        continue;
      }
      if (got.done === true) return await client.batches.status({ id });
      if (got.value.type === 'ad') count(got.value.data as Ad);
      next = events.next();
      next.catch(() => undefined);
    }
  } finally {
    stop.abort();
  }
}

/** An element of launchedAds or of failedAds. */
interface Ad {
  readonly index: number;
  readonly adSetId?: string;
  readonly adId?: string;
}

function counter(onProgress: (done: number, failed: number) => void): (ad: Ad) => void {
  const launched = new Set<string>();
  const failed = new Set<string>();
  return ({ index, adSetId, adId }) => {
    const key = `${index} ${adSetId}`;
    if (adId === undefined) failed.add(key);
    else {
      launched.add(key);
      failed.delete(key);
    }
    onProgress(launched.size, failed.size);
  };
}

/** What comes within a while; undefined when nothing does. */
async function whicheverFirst<T>(coming: Promise<T>, sleep: Sleep): Promise<T | undefined> {
  const awake = new AbortController();
  try {
    return await Promise.race([coming, sleep(LOOK_MS, awake.signal).then(() => undefined)]);
  } finally {
    awake.abort();
  }
}

const timer: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    const done = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(done);
      resolve();
    });
  });
