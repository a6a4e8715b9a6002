import { wellFormed } from '../../core/base/well-formed.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http, HttpRequest, HttpResult } from '../../core/ports/http.ts';
import type {
  Research,
  ResearchQuestion,
  ResearchRefusal,
  ResearchResult,
} from '../../core/ports/research.ts';
import {
  type AddressOf,
  addressBelow,
  DEFAULT_BASE,
  isLibraryAddress,
  LIBRARY_EXAMPLE,
} from './address.ts';

/** What the source said, or why it said nothing that can be used. */

interface Exchange {
  readonly question: ResearchQuestion;
  /** Never to be told. */
  readonly key: string;
  /** Ours, where the source gives none. */
  readonly traceId: string;
  readonly now: number;
  /** The most characters of an answer that are taken. */
  readonly most: number;
}

function readAnswer(answer: HttpResult, exchange: Exchange): ResearchResult {
  if (!answer.ok)
    return refused({ reason: answer.reason, message: answer.message, traceId: exchange.traceId });
  const { status, headers, text } = answer;
  const traceId = traceOf(headers['x-request-id']) ?? exchange.traceId;
  if (status >= 300 && status < 400)
    return refused({
      reason: 'redirected',
      status,
      message: `The source answered ${status}: it is elsewhere.`,
      traceId,
    });
  if (text.length > exchange.most)
    return refused({
      reason: 'oversized',
      status,
      message: `The answer has more than ${exchange.most} characters.`,
      traceId,
    });
  const body = parsed(text);
  const error = errorIn(body);
  if (error !== undefined || status >= 400) {
    const retryAfterMs = secondsOf(headers['retry-after']);
    return refused({
      reason: 'refused',
      // Where the error says it itself, whatever the gateway made of it.
      status: error?.status ?? status,
      ...(error?.code !== undefined && { code: error.code }),
      message:
        told(error?.message, exchange.key) ?? `The source answered ${status} without saying why.`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      traceId,
    });
  }
  const data = dataIn(body, exchange.question);
  if (data !== undefined) return { ok: true, data: data.value, at: exchange.now };
  return refused({
    reason: 'unreadable',
    status,
    message: 'The answer is not what the source is known to answer.',
    traceId,
  });
}

const refused = (refusal: ResearchRefusal): ResearchResult => ({ ok: false, refusal });

type Members = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{"result":{"data":…}}`; readers of library pages answer their own object. */
function dataIn(
  body: unknown,
  { kind }: ResearchQuestion,
): { readonly value: unknown } | undefined {
  if (!isObject(body)) return undefined;
  const { result } = body;
  if (isObject(result) && 'data' in result) return { value: unwrapped(result.data) };
  return kind === 'scrape' || kind === 'scrape-status' ? { value: body } : undefined;
}

/** Values wrapped as `{"json":…}`. */
const unwrapped = (data: unknown): unknown =>
  isObject(data) &&
  'json' in data &&
  Object.keys(data).every((name) => name === 'json' || name === 'meta')
    ? data.json
    : data;

interface ToldError {
  readonly message?: string;
  readonly code?: string;
  readonly status?: number;
}

/** `{"error":{"message","code","data":{"code","httpStatus"}}}`, the same wrapped, or plain text. */
function errorIn(body: unknown): ToldError | undefined {
  if (!isObject(body) || body.error === undefined || body.error === null) return undefined;
  if (typeof body.error === 'string') return { message: body.error };
  const error = unwrapped(body.error);
  if (!isObject(error)) return {};
  const data = isObject(error.data) ? error.data : {};
  const { code, httpStatus } = data;
  return {
    ...(typeof error.message === 'string' && { message: error.message }),
    ...(typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) && { code }),
    ...(typeof httpStatus === 'number' &&
      httpStatus >= 400 &&
      httpStatus < 600 && { status: httpStatus }),
  };
}

const LONGEST = 500;

/** On one line, cut, and without the key. */
function told(message: string | undefined, key: string): string | undefined {
  if (message === undefined) return undefined;
  const words = message
    .replaceAll(key, '…')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words === '' ? undefined : words.slice(0, LONGEST);
}

const traceOf = (given: string | undefined) =>
  given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : undefined;

/** Of a header that gives seconds; an hour at most is believed. */
function secondsOf(header: string | undefined) {
  return header !== undefined && /^\d{1,6}$/.test(header)
    ? Math.min(Number(header), 3_600) * 1000
    : undefined;
}

interface ResearchOptions {
  /** Follows no redirects, reads no more than needed: http.ts. */
  readonly http: Http;
  readonly clock: Clock;
  /** Default: where the real source answers. */
  readonly baseUrl?: string | undefined;
}

/** From sending to the last byte. */
const TIMEOUT_MS = 30_000;
/** Characters; the answer of a change is kept with its Idempotency-Key. */
const MOST_READ = 2 * 1024 * 1024;
const MOST_CHANGED = 256 * 1024;
/**
 * The research source over its wire. It receives the company's key and nothing else about the
 * caller.
 */
export function openResearch({ http, clock, baseUrl = DEFAULT_BASE }: ResearchOptions): Research {
  const { host, addressOf } = addressBelow(baseUrl);
  return {
    host,
    libraryExample: LIBRARY_EXAMPLE,
    isLibraryAddress,
    async ask({ key }, question) {
      const request = requestOf(question, addressOf);
      const [answer] = await http.requestAll([
        {
          ...request,
          headers: { accept: 'application/json', authorization: `Bearer ${key}` },
          timeoutMs: TIMEOUT_MS,
        },
      ]);
      const isRead = question.kind === 'query' || question.kind === 'scrape-status';
      const exchange = {
        question,
        key,
        traceId: crypto.randomUUID(),
        now: clock.now(),
        most: isRead ? MOST_READ : MOST_CHANGED,
      };
      return readAnswer(
        answer ?? { ok: false, reason: 'cut', message: 'There was no answer.' },
        exchange,
      );
    },
  };
}

type Asked = Pick<HttpRequest, 'method' | 'url' | 'body'>;

function requestOf(question: ResearchQuestion, addressOf: AddressOf): Asked {
  switch (question.kind) {
    case 'query': {
      const { procedure, input } = question;
      const query =
        input === undefined
          ? undefined
          : `input=${encodeURIComponent(wellFormed(JSON.stringify(input)))}`;
      return { method: 'GET', url: addressOf(['trpc', procedure], query) };
    }
    case 'mutation':
      return {
        method: 'POST',
        url: addressOf(['trpc', question.procedure]),
        body: { type: 'json', value: question.input ?? {} },
      };
    case 'scrape':
      return {
        method: 'POST',
        url: addressOf(['scrape']),
        body: { type: 'json', value: { url: question.url } },
      };
    case 'scrape-status':
      return { method: 'GET', url: addressOf(['scrape', question.jobId]) };
  }
}
