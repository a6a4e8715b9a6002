import type { OperationName } from '../../../../core/features/registry.ts';
import { type AnswerOf, ApiError, clientOver, type InputOf, readAnswer, requestFor } from '../../../client/client.ts';
import { type Connection, httpAnswerOf, openConnection, type SendOptions } from '../../../client/connection.ts';
import type { ApiRequest } from '../../../client/request-for.ts';
import { fetchWithProgress } from './sent-with-progress.ts';

/** The public API as this page calls it: the session's cookie is the key, and a header says that it is really us. */

const SESSION = '/dashboard/session';

/** Told when the session is over, and when the limit of requests makes us wait. */
export const listeners = {
  signedOut: (): void => undefined,
  waiting: (_seconds: number): void => undefined,
};

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const fetchHere: Fetch = (path, init) => fetchBy(fetch, path, init);

async function fetchBy(send: Fetch, path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', 'The service does not answer. Is it running?', { cause: error });
  });
  if (response.status === 401 && !path.startsWith('/dashboard/')) listeners.signedOut();
  return response;
}

const options = {
  url: '',
  headers: { 'X-Slipway-Dashboard': '1' },
  fetch: fetchHere,
  // Somebody looks on: what does not come after a second is told, with a button to try again.
  retries: 1,
  onWait: (seconds: number, { status }: ApiError) => {
    if (status === 429) listeners.waiting(seconds);
  },
};

const plain = openConnection(options);

/** Keys of requests that never got an answer: whoever presses the button again repeats the same request. */
const unanswered = new Map<string, string>();

const connection: Connection = {
  ...plain,
  send: (request, read, options = {}) =>
    request.takesKey && options.idempotencyKey === undefined
      ? underKey(request, options, (told) => plain.send(request, read, told))
      : plain.send(request, read, options),
};

async function underKey<T>(request: ApiRequest, options: SendOptions, send: (options: SendOptions) => Promise<T>): Promise<T> {
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
    if (error instanceof ApiError && error.status !== 0 && error.status < 500) unanswered.delete(what);
    throw error;
  }
}

/** `crypto.randomUUID` is there only over https. */
export const newKey = (): string =>
  `dashboard-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

export const client = clientOver(connection);

/** What an operation answers, by its name. */
export const ask = <N extends OperationName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<AnswerOf<N>> =>
  connection.send(requestFor(name, input), async (response) => readAnswer(name, await httpAnswerOf(response), connection), {
    signal,
  });

/** An upload that tells how many percent of it have been sent. */
export function uploadFile(
  file: File,
  onSent: (percent: number) => void,
  signal: AbortSignal,
): Promise<AnswerOf<'media.upload'>> {
  const watched = openConnection({ ...options, fetch: (path, init) => fetchBy(fetchWithProgress(onSent), path, init) });
  return clientOver(watched).media.upload({ name: file.name, content: file }, { signal });
}

const session = (method: 'POST' | 'DELETE', body?: object): Promise<void> =>
  connection.send({ method, path: SESSION, ...(body && { body }), takesKey: false }, async () => undefined);

export const signIn = (key: string): Promise<void> => session('POST', { key });
/** A step of signing in as a person: `sign-in/email`, `invite`, … */
export const signInStep = <T extends object>(step: string, body: object): Promise<T> =>
  connection.send(
    { method: 'POST', path: `/dashboard/${step}`, body, takesKey: false },
    (response) => response.json() as Promise<T>,
  );

export const signOut = (): Promise<void> => session('DELETE');

/** Whatever was thrown, as something that can be shown. */
export const problemOf = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, 'unexpected', String(error));
