import type { FileAnswer } from '../../core/operations/operation.ts';
import { ApiError } from './api-error.ts';
import { type Connection, httpAnswerOf } from './connection.ts';
import { growingPause } from './patience.ts';
import { readAnswer } from './read-answer.ts';
import { readEvents } from './read-events.ts';
import { type ApiRequest, requestFor } from './request-for.ts';
import type { AnswerOf, RequestOptions } from './types.ts';

type BatchEvent = AnswerOf<'batches.events'> extends AsyncIterable<infer E> ? E : never;

/**
 * How often in a row a stream may be opened again without that anything arrives: a restart of the
 * service takes a while.
 */
const REOPENED = 20;
/** A user is watching. */
const LONGEST_MS = 5_000;

/**
 * The events of a batch to its end. A connection that is cut, or that the service ends because it
 * restarts, is opened again after the last event. A batch that does not exist is an error at once.
 */
export async function openEvents(
  connection: Connection,
  id: number | string,
  request: ApiRequest,
  options: RequestOptions,
): Promise<AsyncIterable<BatchEvent>> {
  const open = (last?: string, told?: RequestOptions): Promise<ReadableStream<Uint8Array>> =>
    connection.send(request, async (response) => streamOf(response, connection), {
      ...told,
      signal: options.signal,
      ...(last !== undefined && { headers: { 'last-event-id': last } }),
    });
  const first = await open(undefined, options);
  return eventsOf(connection, id, { first, open, signal: options.signal });
}

interface Stream {
  readonly first: ReadableStream<Uint8Array>;
  open(last?: string): Promise<ReadableStream<Uint8Array>>;
  readonly signal: AbortSignal | undefined;
}

async function* eventsOf(
  connection: Connection,
  id: number | string,
  { first, open, signal }: Stream,
): AsyncGenerator<BatchEvent> {
  let body: ReadableStream<Uint8Array> | undefined = first;
  let last: BatchEvent | undefined;
  for (let silent = 0; ; ) {
    let comeBack: number | undefined;
    const before: BatchEvent | undefined = last;
    let failure: unknown;
    try {
      body ??= await open(last === undefined ? undefined : String(last.id));
      const onSound = (): void => {
        silent = 0;
      };
      const onRetry = (ms: number): void => {
        comeBack = ms;
      };
      for await (const { id: eventId, type, data } of readEvents(body, { onSound, onRetry })) {
        // Written by the service, which has the type from core.
        last = { id: Number(eventId ?? 0), type, data: connection.parse(data) } as BatchEvent;
        yield last;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError && error.code !== 'unreachable') throw error;
      failure = error;
    }
    signal?.throwIfAborted();
    body = undefined;
    const isEnd = failure === undefined && comeBack === undefined;
    if (isEnd && last?.type === 'done') return;
    // Asked after its last event, a batch that has ended tells nothing.
    if (isEnd && last === before && (await hasEnded(connection, id, signal))) return;
    silent += 1;
    if (silent > REOPENED) throw failure ?? cut(connection);
    await connection.pause(comeBack ?? Math.min(LONGEST_MS, growingPause(silent)), signal);
  }
}

async function hasEnded(
  connection: Connection,
  id: number | string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const read = async (response: Response) =>
    readAnswer('batches.status', await httpAnswerOf(response), connection);
  return (
    (await connection.send(requestFor('batches.status', { id }), read, { signal })).status !==
    'processing'
  );
}

const cut = ({ url }: Connection): ApiError =>
  new ApiError(
    0,
    'unreachable',
    `The connection to ${url} was cut again and again before the batch had ended.`,
  );

function streamOf(
  { body, headers, status }: Response,
  { url }: Connection,
): ReadableStream<Uint8Array> {
  if (body !== null && /^text\/event-stream\b/.test(headers.get('content-type') ?? '')) return body;
  throw new ApiError(
    status,
    'not_slipway',
    `What answers at ${url} is not Slipway: this is no stream of events.`,
  );
}

export const openFile = (
  connection: Connection,
  request: ApiRequest,
  options: RequestOptions,
): Promise<FileAnswer> =>
  connection.send(
    request,
    async ({ body, headers, status }) => {
      const filename = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
      if (body === null || filename === undefined)
        throw new ApiError(
          status,
          'not_slipway',
          `What answers at ${connection.url} is not Slipway: this is no file.`,
        );
      const bytes = Number(headers.get('content-length') ?? Number.NaN);
      return {
        contentType: headers.get('content-type') ?? '',
        filename,
        bytes,
        content: chunksOf(connection, body, bytes),
      };
    },
    options,
  );

async function* chunksOf(
  { url }: Connection,
  body: ReadableStream<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const incomplete = (cause?: unknown): ApiError =>
    new ApiError(
      0,
      'unreachable',
      `The connection to ${url} was cut before the file was complete. Fetch it again.`,
      { cause },
    );
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw incomplete(error);
      });
      if (done) break;
      received += value.length;
      yield value;
    }
    if (received < bytes) throw incomplete();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
