import type { AnswerOf, Client } from '../../../client/client.ts';

export type BatchStatus = AnswerOf<'batches.status'>;

/**
 * How long a stream may be silent before the batch is looked at: one that is halted tells nothing.
 */
const LOOK_MS = 10_000;
const AGAIN_MS = 1_000;

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Follows a batch to its last end and answers its final status: one that was retried has ended
 * before. Answers also when no worker has it any more (`halted`).
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
  let after = 0;
  const open = async (): Promise<AsyncIterator<BatchEvent>> =>
    (await client.batches.events({ id, after }, { signal: stop.signal }))[Symbol.asyncIterator]();
  try {
    let events = await open();
    let next = coming(events);
    for (;;) {
      const got = await whicheverFirst(next, sleep);
      if (got === undefined || got.done === true) {
        const status = await client.batches.status({ id });
        if (status.status !== 'processing' || status.halted !== undefined) return status;
        if (got === undefined) continue;
        // It was retried at the very moment its stream ended.
        await sleep(AGAIN_MS, stop.signal);
        events = await open();
      } else {
        after = got.value.id;
        if (got.value.type === 'ad') count(got.value.data as Ad);
      }
      next = coming(events);
    }
  } finally {
    stop.abort();
  }
}

type BatchEvent = AnswerOf<'batches.events'> extends AsyncIterable<infer E> ? E : never;

/** The next event; its failure is thrown only where it is awaited. */
function coming(events: AsyncIterator<BatchEvent>): Promise<IteratorResult<BatchEvent>> {
  const next = events.next();
  next.catch(() => undefined);
  return next;
}

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
