import type { Fault } from '../../../core/errors.ts';
import { readEvents } from '../../client/read-events.ts';

/** The public API as this page calls it: the session's cookie is the key, and a header says that it is really us. */

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** How many faults there are beyond those listed. */
  readonly unlisted: number;
  constructor(status: number, code: string, message: string, details: readonly Fault[] = [], faultCount = 0) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.details = details;
    this.unlisted = Math.max(0, faultCount - details.length);
  }
}

const OURS = { 'X-Slipway-Dashboard': '1' };

/** Told when the session is over, and when the limit of requests makes us wait. */
export const listeners = {
  signedOut: (): void => undefined,
  waiting: (_seconds: number): void => undefined,
};

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => json(request(path, { ...(signal && { signal }) }));

/** `crypto.randomUUID` is there only over https. */
export const newKey = (): string =>
  `dashboard-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Keys of requests that never got an answer: whoever presses the button again repeats the same request. */
const unanswered = new Map<string, string>();

export async function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  more: { readonly signal?: AbortSignal; readonly idempotencyKey?: string } = {},
): Promise<T> {
  const text = body && JSON.stringify(body);
  const what = `${path} ${text}`;
  const key = more.idempotencyKey ?? unanswered.get(what) ?? newKey();
  // A plan, and signing in, make nothing that could be there twice.
  const isKeyed = method === 'POST' && path.startsWith('/v1/') && path !== '/v1/launch/plan';
  if (isKeyed) unanswered.set(what, key);
  try {
    const headers = { ...(text && { 'Content-Type': 'application/json' }), ...(isKeyed && { 'Idempotency-Key': key }) };
    const init = { method, headers, ...(text && { body: text }), ...(more.signal && { signal: more.signal }) };
    const answer = await json<T>(request(path, init));
    unanswered.delete(what);
    return answer;
  } catch (error) {
    if (error instanceof Problem && error.status !== 0 && error.status < 500) unanswered.delete(what);
    throw error;
  }
}

export function upload<T>(file: File): Promise<T> {
  const form = new FormData();
  form.set('file', file);
  return json(request('/v1/media/upload', { method: 'POST', body: form }));
}

// Answers of our own API; their schemas are in core/schema.
const json = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as Promise<T>;

/** Sends a request; waits and repeats it where the limit says so. */
async function request(path: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(path, { ...init, headers: { ...(init.headers as object | undefined), ...OURS } }).catch(
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new Problem(0, 'unreachable', 'The service does not answer. Is it running?');
      },
    );
    if (response.ok) return response;
    if (response.status === 429) {
      const seconds = Math.max(1, Number(response.headers.get('retry-after') ?? 1));
      listeners.waiting(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      if (init.signal?.aborted !== true) continue;
    }
    const problem = await problemOf(response);
    if (response.status === 401 && path !== '/dashboard/session') listeners.signedOut();
    throw problem;
  }
}

async function problemOf(response: Response): Promise<Problem> {
  // The envelope of the API, or that of uploads.
  const { error, message } = (await response.json().catch(() => ({}))) as {
    error?: string | { code?: string; message?: string; details?: Fault[]; faultCount?: number };
    message?: string;
  };
  const fallback = `The service answered ${response.status}.`;
  if (typeof error === 'object') {
    const { code = '', message: words = fallback, details, faultCount } = error;
    return new Problem(response.status, code, words, details, faultCount);
  }
  return new Problem(response.status, error ?? '', message ?? fallback);
}

export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  readonly data: unknown;
}

/**
 * A batch's events as they happen, from the one after `last`. Ends with the batch, or when aborted. Read with
 * fetch, because EventSource cannot send our header.
 */
export async function* batchEvents(batchId: number, last: number, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  const response = await request(`/v1/batches/${batchId}/events`, { signal, headers: { 'Last-Event-ID': String(last) } });
  if (response.body === null) return;
  for await (const { id, type, data } of readEvents(response.body)) yield { id: Number(id ?? 0), type, data: JSON.parse(data) };
}
