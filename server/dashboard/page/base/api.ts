import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { OperationName } from '../../../../core/features/registry.ts';
import {
  type AnswerOf,
  ApiError,
  clientOver,
  type InputOf,
  readAnswer,
  requestFor,
} from '../../../client/client.ts';
import {
  type Connection as ApiConnection,
  httpAnswerOf,
  openConnection,
  type SendOptions,
} from '../../../client/connection.ts';
import type { ApiRequest } from '../../../client/request-for.ts';

export { type AnswerOf, ApiError, type InputOf } from '../../../client/client.ts';

/** `main.tsx` sets these: the session is over, and the limit of requests makes the page wait. */
export const listeners = {
  signedOut: (): void => undefined,
  waiting: (_seconds: number): void => undefined,
};

/** Where the service is below its host; empty at the root. */
export const base = globalThis.document?.documentElement.dataset.base ?? '';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

async function fetchBy(send: Fetch, path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', 'The service does not answer. Is it running?', {
      cause: error,
    });
  });
  if (response.status === 401 && !path.startsWith(`${base}/dashboard/`)) listeners.signedOut();
  return response;
}

const options = {
  url: base,
  // The cookie of the session is the key; a page of another origin cannot set this header.
  headers: { 'X-Slipway-Dashboard': '1' },
  fetch: (path: string, init: RequestInit) => fetchBy(fetch, path, init),
  // A person waits: after one retry the page offers a button to try again.
  retries: 1,
  onWait: (seconds: number, { status }: ApiError) => {
    if (status === 429) listeners.waiting(seconds);
  },
};

const plain = openConnection(options);

/** Keys of requests without an answer: pressing the button again repeats the same request. */
const unanswered = new Map<string, string>();

const connection: ApiConnection = {
  ...plain,
  send: (request, read, options = {}) =>
    request.takesKey && options.idempotencyKey === undefined
      ? underKey(request, options, (told) => plain.send(request, read, told))
      : plain.send(request, read, options),
};

async function underKey<T>(
  request: ApiRequest,
  options: SendOptions,
  send: (options: SendOptions) => Promise<T>,
): Promise<T> {
  const { path, body, file } = request;
  const content = file?.content instanceof Blob ? file.content.size : undefined;
  const what = JSON.stringify([path, body, file?.name, content]);
  const idempotencyKey = unanswered.get(what) ?? newKey();
  unanswered.set(what, idempotencyKey);
  try {
    const answer = await send({ ...options, idempotencyKey });
    unanswered.delete(what);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0 && error.status < 500)
      unanswered.delete(what);
    throw error;
  }
}

/** `crypto.randomUUID` exists only over https. */
export const newKey = (): string =>
  `dashboard-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

export const client = clientOver(connection);

export const ask = <N extends OperationName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<AnswerOf<N>> =>
  connection.send(
    requestFor(name, input),
    async (response) => readAnswer(name, await httpAnswerOf(response), connection),
    {
      signal,
    },
  );

export function uploadFile(file: File, onSent: (percent: number) => void, signal: AbortSignal) {
  const watched = openConnection({
    ...options,
    fetch: (path, init) => fetchBy(fetchWithProgress(onSent), path, init),
  });
  return clientOver(watched).media.upload({ name: file.name, content: file }, { signal });
}

const session = (method: 'POST' | 'DELETE', body?: object): Promise<void> =>
  connection.send(
    { method, path: '/dashboard/session', ...(body && { body }), takesKey: false },
    async () => undefined,
  );

export const signIn = (key: string): Promise<void> => session('POST', { key });
export const signInStep = <T extends object>(step: string, body: object): Promise<T> =>
  connection.send(
    { method: 'POST', path: `/dashboard/${step}`, body, takesKey: false },
    (response) => response.json() as Promise<T>,
  );

export const signOut = (): Promise<void> => session('DELETE');

export const problemOf = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, 'unexpected', String(error));

/** The last answer by address: a page that is opened again shows it until the new one arrives. */
const seen = new Map<string, unknown>();

export const forgetAll = (): void => seen.clear();

/** Answers that the first component to show them need not ask for. */
const fresh = new Set<string>();

/** Reads what a page shows from its first moment on. */
export async function preload<N extends OperationName>(name: N, input: InputOf<N>): Promise<void> {
  const { path } = requestFor(name, input);
  seen.set(path, await ask(name, input));
  fresh.add(path);
}

export interface Resource<T> {
  readonly data: T | undefined;
  readonly problem: ApiError | undefined;
  readonly loading: boolean;
  reload(): void;
  /** Changes what is shown until the next answer. */
  change(change: (data: T) => T): void;
}

/** The answer of an operation that reads. Without an input nothing is asked. */
export function useResource<N extends OperationName>(
  name: N,
  input: InputOf<N> | undefined,
  options: { readonly everyMs?: number } = {},
): Resource<AnswerOf<N>> {
  type Answer = AnswerOf<N>;
  const [, redraw] = useState(0);
  const [problem, setProblem] = useState<ApiError>();
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const path = input === undefined ? undefined : requestFor(name, input).path;
  const current = useRef(path);
  current.current = path;

  useEffect(() => {
    if (path === undefined || input === undefined) return;
    if (fresh.delete(path)) {
      setLoading(false);
      return;
    }
    const abort = new AbortController();
    setLoading(true);
    ask(name, input, abort.signal)
      .then((answer) => {
        // An equal answer stays the same object, so that hooks that depend on it do not run again.
        if (JSON.stringify(answer) !== JSON.stringify(seen.get(path))) seen.set(path, answer);
        setProblem(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(problemOf(error));
      })
      .finally(() => {
        if (abort.signal.aborted) return;
        setLoading(false);
        redraw((n) => n + 1);
      });
    return () => abort.abort();
  }, [path, turn]);

  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEvery(options.everyMs, reload);

  const change = useCallback((how: (data: Answer) => Answer) => {
    const at = current.current;
    // The same hook keeps it under its address, so it is of the same type.
    const data = at === undefined ? undefined : (seen.get(at) as Answer | undefined);
    if (at === undefined || data === undefined) return;
    seen.set(at, how(data));
    redraw((n) => n + 1);
  }, []);

  const data = path === undefined ? undefined : (seen.get(path) as Answer | undefined);
  return { data, problem, loading, reload, change };
}

/** What `work` answers, read again when `deps` change; undefined asks nothing. */
export function useAnswer<T>(work: (() => Promise<T>) | undefined, deps: readonly unknown[]) {
  const [answer, setAnswer] = useState<{ readonly data?: T; readonly problem?: ApiError }>({});
  useEffect(() => {
    let over = false;
    work?.().then(
      (data) => over || setAnswer({ data }),
      (error: unknown) => over || setAnswer({ problem: problemOf(error) }),
    );
    return () => {
      over = true;
    };
  }, [...deps]);
  return answer;
}

/** Repeats something while the page is visible; undefined: never. */
export function useEvery(everyMs: number | undefined, act: () => void): void {
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && act(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, act]);
}

export type RowOf<N extends OperationName> =
  AnswerOf<N> extends { readonly data: readonly (infer Row)[] } ? Row : never;

export type Me = AnswerOf<'me'>;
export type AdAccount = RowOf<'accounts.list'>;
export type Connection = RowOf<'connections.list'>;
export type BatchDetail = AnswerOf<'batches.get'>;
export type LaunchedAd = BatchDetail['launchedAds'][number];
export type FailedAd = BatchDetail['failedAds'][number];
export type Plan = AnswerOf<'plan'>;
export type PlatformRow = RowOf<'platforms.list'>;
export type Report = AnswerOf<'reports.query'>;
export type Guardrails = AnswerOf<'guardrails.get'>;

export const useAccounts = () => useResource('accounts.list', { limit: 200 });

/** `fetch` over XMLHttpRequest, which reports how much of a body has been sent. */
const fetchWithProgress =
  (onSent: (percent: number) => void) =>
  (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'POST', url);
      for (const [name, value] of Object.entries(
        (init.headers ?? {}) as { readonly [name: string]: string },
      ))
        request.setRequestHeader(name, value);
      let told = -1;
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        const percent = Math.floor((loaded / Math.max(1, total)) * 100);
        if (percent !== told) onSent(percent);
        told = percent;
      });
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('error', () =>
        reject(new TypeError('The request could not be sent.')),
      );
      request.addEventListener('abort', () =>
        reject(init.signal?.reason ?? new TypeError('The request was stopped.')),
      );
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  return new Response(request.response as string, { status: request.status, headers });
}
