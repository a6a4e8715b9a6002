import type { Fault } from '../../core/errors.ts';
import { withoutTrailing } from '../../core/schema/trimmed.ts';
import { shownSafely } from './screen.ts';

/**
 * The API as commands use it: the key on every request, patience with limits, refusals as errors with their words.
 * What may be sent twice (reads, and POSTs under an idempotency key) is sent again where the connection was cut.
 */
export interface Client {
  readonly url: string;
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
  /**
   * A POST under an idempotency key; under one of its own unless one is given. `replayed`: it had been carried out
   * before, and was not now.
   */
  sendOnce<T>(path: string, body: object, key?: string): Promise<{ readonly answer: T; readonly replayed: boolean }>;
  upload<T>(path: string, name: string, bytes: Uint8Array): Promise<T>;
  /** An answer as it comes, for files and streams. */
  open(path: string): Promise<Response>;
}

type Named = { readonly [name: string]: string };

/** The service said no. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** How many faults there are beyond those listed. */
  readonly unlisted: number;
  readonly requestId: string | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly Fault[] = [],
    { requestId, faultCount = 0 }: { readonly requestId?: string | undefined; readonly faultCount?: number | undefined } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.details = details;
    this.unlisted = Math.max(0, faultCount - details.length);
    this.requestId = requestId;
  }
}

export interface ClientOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Told when the limit makes us wait. */
  readonly onWait?: (seconds: number) => void;
}

const PATIENCE = 10;
const CUTS = 3;
/** What the runtimes call it when nothing was sent at all. */
const NOTHING_SENT = /refused|notfound|EAI_AGAIN|FailedToOpenSocket/i;
const JSON_BODY: Named = { 'content-type': 'application/json' };

export function createClient({ url, key, fetch: fetchNow = fetch, sleep = wait, onWait }: ClientOptions): Client {
  const base = withoutTrailing(url, '/');

  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers: Named = { ...(init.headers as Named | undefined), authorization: `Bearer ${key}` };
    const mayRepeat = init.method === 'GET' || 'idempotency-key' in headers;
    let cuts = 0;
    for (let attempt = 1; ; attempt++) {
      const response = await fetchNow(`${base}${path}`, { ...init, headers }).catch((cause: unknown) => {
        const why = String(cause instanceof Error && 'code' in cause ? cause.code : cause);
        if (mayRepeat && !NOTHING_SENT.test(why) && ++cuts <= CUTS) return undefined;
        throw new Refusal(
          0,
          'unreachable',
          `Nothing answers at ${base} (${why}). Is the service running, and the address right?`,
        );
      });
      if (response === undefined) {
        await sleep(cuts * 1000);
        continue;
      }
      if (response.ok) return response;
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      if (response.status !== 429 || attempt > PATIENCE) throw await refusalOf(response);
      onWait?.(seconds);
      await sleep(Math.max(1, seconds) * 1000);
    }
  };
  const json = async <T>(response: Promise<Response>): Promise<T> => {
    const text = await (await response).text();
    try {
      // Answers of our own API, whose schemas are in core/schema.
      return readSafely(text) as T;
    } catch {
      throw new Refusal(0, 'not_slipway', `What answers at ${base} is not Slipway. Correct --url or SLIPWAY_URL.`);
    }
  };

  return {
    url: base,
    get: (path) => json(request(path, { method: 'GET' })),
    send: (method, path, body) =>
      json(request(path, { method, ...(body && { headers: JSON_BODY, body: JSON.stringify(body) }) })),
    async sendOnce(path, body, idempotencyKey = `cli-${crypto.randomUUID()}`) {
      const headers = { ...JSON_BODY, 'idempotency-key': idempotencyKey };
      const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { answer: await json(Promise.resolve(response)), replayed: response.headers.has('idempotent-replay') };
    },
    upload(path, name, bytes) {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(bytes)], name));
      return json(request(path, { method: 'POST', body: form }));
    },
    open: (path) => request(path, { method: 'GET' }),
  };
}

async function refusalOf(response: Response): Promise<Refusal> {
  // Both envelopes of errors: that of the API and that of uploads.
  const body = (await response
    .text()
    .then(readSafely, () => ({}))
    .catch(() => ({}))) as {
    readonly error?: { code?: string; message?: string; details?: Fault[]; faultCount?: number; requestId?: string } | string;
    readonly message?: string;
  };
  if (typeof body.error === 'string') return new Refusal(response.status, body.error, body.message ?? body.error);
  const { code = 'unknown', message = `The service answered ${response.status}.`, details = [], ...more } = body.error ?? {};
  return new Refusal(response.status, code, message, details, more);
}

/**
 * JSON whose texts are safe to be shown: names and messages come from many hands, and what a terminal would obey
 * (colours, titles, links, a cursor that goes back) is seen instead.
 */
export const readSafely = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? shownSafely(value) : value));

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
