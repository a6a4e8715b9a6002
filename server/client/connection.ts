import { ApiError } from './api-error.ts';
import { pauseAfter } from './patience.ts';
import { errorOf, factsOf, type HttpAnswer } from './read-answer.ts';
import type { ApiRequest } from './request-for.ts';
import type { RequestOptions } from './types.ts';

export interface ClientOptions {
  /** Address of the service: `http://127.0.0.1:4000`. */
  readonly url: string;
  /** An API key. A page of the service itself needs none: its cookie is sent. */
  readonly key?: string | undefined;
  /** Default: that of the runtime. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Waits between retries; may end early when the signal is aborted. Default: a timer. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Told before each wait, with the error that made it necessary. */
  readonly onWait?: ((seconds: number, error: ApiError) => void) | undefined;
  /** How often a request that got no answer, or 502, 503 or 504, is sent again. Default 3. */
  readonly retries?: number | undefined;
  /** The longest that one call waits between its retries, in all. Default ten minutes. */
  readonly patienceMs?: number | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Reads the JSON of answers, errors and events. Default `JSON.parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

export interface Connection {
  readonly url: string;
  readonly retries: number;
  parse(text: string): unknown;
  /**
   * Sends a request until it has an answer that counts, and reads that. Throws `ApiError`, or the
   * reason of an aborted signal.
   */
  send<T>(
    request: ApiRequest,
    read: (response: Response) => Promise<T>,
    options?: SendOptions,
  ): Promise<T>;
  /** Waits; throws the reason of the signal when that is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export interface SendOptions extends RequestOptions {
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** How often the service may say that the limit of requests is reached. */
const LIMITED = 10;
const PATIENCE_MS = 600_000;

/** What runtimes call it when nothing was sent at all. */
const NOTHING_SENT = /refused|notfound|EAI_AGAIN|FailedToOpenSocket|bad port|invalid.url|CERT/i;

export function openConnection(options: ClientOptions): Connection {
  const { retries = 3, patienceMs = PATIENCE_MS, sleep = wait, parse = JSON.parse } = options;
  const url = options.url.endsWith('/') ? options.url.slice(0, -1) : options.url;
  const fetchNow = options.fetch ?? ((address: string, init: RequestInit) => fetch(address, init));
  const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
    interruptible(sleep(ms, signal), signal);

  const attempt = async <T>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
  ) => {
    try {
      const response = await fetchNow(`${url}${path}`, init);
      if (!response.ok) throw errorOf(await httpAnswerOf(response), { url, parse });
      return {
        answer: await read(response),
        facts: factsOf({ status: response.status, headers: headersOf(response) }),
      };
    } catch (thrown) {
      init.signal?.throwIfAborted();
      throw thrown instanceof ApiError ? thrown : unreachable(url, thrown);
    }
  };

  return {
    url,
    retries,
    parse,
    pause,
    async send(request, read, told = {}) {
      const init = await initOf(request, options, told);
      let [failures, limits, waited, wasSent] = [0, 0, 0, false];
      for (;;) {
        const tried = await attempt(request.path, init, read).catch((error: unknown) => {
          if (error instanceof ApiError) return error;
          throw error;
        });
        if (!(tried instanceof ApiError)) {
          told.onAnswer?.(tried.facts);
          return tried.answer;
        }
        const isLimit = tried.status === 429;
        const times = isLimit ? ++limits : ++failures;
        // Nothing listens there: waiting helps only where something did before.
        const isFutile = tried.status === 0 && !wasSent && NOTHING_SENT.test(reasonOf(tried.cause));
        const ms =
          isFutile || times > (isLimit ? LIMITED : retries) ? undefined : pauseAfter(tried, times);
        if (ms === undefined || waited + ms > patienceMs)
          throw wasSent ? afterSilence(request, tried) : tried;
        wasSent ||= tried.code === 'unreachable';
        waited += ms;
        options.onWait?.(ms / 1000, tried);
        await pause(ms, told.signal);
      }
    },
  };
}

async function initOf(
  request: ApiRequest,
  { key, headers }: ClientOptions,
  told: SendOptions,
): Promise<RequestInit> {
  const { method, body, file, takesKey } = request;
  const idempotencyKey = told.idempotencyKey ?? (takesKey ? newKey() : undefined);
  return {
    method,
    headers: {
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...told.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file !== undefined && { body: await formOf(file) }),
    ...(told.signal !== undefined && { signal: told.signal }),
  };
}

/** A stream is read into memory first: a request that can be sent again needs all of it. */
async function formOf({ name, content }: NonNullable<ApiRequest['file']>): Promise<FormData> {
  const parts: BlobPart[] = [];
  if (content instanceof Blob || content instanceof Uint8Array) parts.push(content as BlobPart);
  else for await (const chunk of content) parts.push(Uint8Array.from(chunk));
  const form = new FormData();
  form.set('file', new Blob(parts), name);
  return form;
}

/** `crypto.randomUUID` is there only over https. */
const newKey = (): string =>
  `client-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

const headersOf = (response: Response): { [name: string]: string } => {
  const headers: { [name: string]: string } = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
};

export const httpAnswerOf = async (response: Response): Promise<HttpAnswer> => ({
  status: response.status,
  headers: headersOf(response),
  text: await response.text(),
});

const unreachable = (url: string, cause: unknown): ApiError =>
  new ApiError(
    0,
    'unreachable',
    `Nothing answers at ${url} (${reasonOf(cause)}). Is the service running, and the address right?`,
    { cause },
  );

/** The code of the system's error, which may be the cause of another, or what else there is. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? String(error) : reasonOf(error.cause);
}

/** An earlier try may have been carried out: then this is not what it seems to be. */
function afterSilence({ method }: ApiRequest, error: ApiError): ApiError {
  const isOurs =
    (method === 'DELETE' && error.status === 404) ||
    (['PUT', 'PATCH'].includes(method) && error.status === 409);
  if (!isOurs) return error;
  const { status, code, message, ...facts } = error;
  return new ApiError(
    status,
    code,
    `An earlier try had no answer and may have been carried out. Asked again: ${message}`,
    facts,
  );
}

async function interruptible(
  sleeping: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal === undefined) return sleeping;
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    if (signal.aborted) resolve();
  });
  signal.addEventListener('abort', stop);
  await Promise.race([sleeping, aborted]);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
}

/** A timer that does not keep a process whose call was ended. */
const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
