import type {
  Http,
  HttpBody,
  HttpFailure,
  HttpRequest,
  HttpResult,
} from '../../core/ports/http.ts';
import { utf8 } from './utf8.ts';

type Multipart = Extract<HttpBody, { readonly type: 'multipart' }>;

/**
 * A form with files as bytes. Apps Script would make it from blobs, but each blob is a service
 * call, and a request may carry dozens of files.
 */
export function multipartBytes({ fields, files }: Multipart, boundary: string): Uint8Array {
  const parts: Uint8Array[] = [];
  const open = (disposition: string, more = '') =>
    void parts.push(
      utf8(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`),
    );
  const end = utf8('\r\n');
  for (const [name, value] of Object.entries(fields)) {
    open(`name="${quoted(name)}"`);
    parts.push(utf8(value), end);
  }
  for (const { part, filename, contentType, bytes } of files) {
    open(
      `name="${quoted(part)}"; filename="${quoted(filename)}"`,
      `content-type: ${contentType}\r\n`,
    );
    parts.push(bytes, end);
  }
  parts.push(utf8(`--${boundary}--\r\n`));
  return joined(parts);
}

/** As browsers write names. */
const quoted = (name: string) =>
  name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What is used of the global `UrlFetchApp`. */
export interface FetchServices {
  readonly urlFetchApp: { fetchAll(requests: FetchRequest[]): FetchResponse[] };
  /** Whether the user did not give, or took back, a consent that the script needs. */
  readonly lacksConsent?: () => boolean;
}

interface FetchRequest {
  url: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  headers: { [name: string]: string };
  muteHttpExceptions: boolean;
  contentType?: string;
  payload?: Payload;
}

/** Text, a map of form fields, or signed bytes. */
type Payload = string | number[] | { [field: string]: unknown };

interface FetchResponse {
  getResponseCode(): number;
  getContentText(): string;
  getAllHeaders(): object;
}

/**
 * HTTP over `UrlFetchApp.fetchAll`, whose timeout of about a minute is fixed. When one of several
 * requests cannot be delivered it throws for all without naming it: reads are repeated one by one,
 * writes are reported as cut, since each may have been carried out. What Google refuses to send is
 * reported so and not repeated.
 */
export function createAppsScriptHttp({
  urlFetchApp,
  lacksConsent = () => false,
}: FetchServices): Http {
  const send = (requests: readonly HttpRequest[]): HttpResult[] =>
    urlFetchApp.fetchAll(requests.map(asFetch)).map(asResult);
  const failureOf = (error: unknown, request: HttpRequest): HttpFailure => {
    // Addresses without their queries, which may hold secrets.
    const words = (error instanceof Error ? error.message : String(error)).replace(/\?\S*/g, '');
    const host = hostOf(request.url);
    const refused = lacksConsent() ? 'consent' : refusalOf(words, host);
    if (refused !== undefined)
      return {
        ok: false,
        reason: UNSENT.includes(refused) ? 'unreachable' : 'cut',
        refused,
        message: words,
      };
    return { ok: false, reason: reasonOf(words), message: words };
  };

  return {
    async requestAll(requests) {
      if (requests.length === 0) return [];
      try {
        return send(requests);
      } catch (error) {
        const [only] = requests;
        const first = requests.map((request) => failureOf(error, request));
        if (
          only === undefined ||
          requests.length === 1 ||
          first.every(({ refused }) => refused !== undefined)
        )
          return first;
        return requests.map((request): HttpResult => {
          if (request.method !== 'GET') return { ...failureOf(error, request), reason: 'cut' };
          try {
            return send([request])[0] ?? failureOf(error, request);
          } catch (again) {
            return failureOf(again, request);
          }
        });
      }
    },
  };
}

/**
 * Google's exceptions have no codes, and their sentences are in the user's language. The
 * language-independent part decides: network trouble names the address, a refusal names the
 * service, setting or scope.
 */
function refusalOf(words: string, host: string): HttpFailure['refused'] {
  if (isPrivate(host)) return 'private';
  if (words.includes('script.external_request')) return 'consent';
  if (words.includes('urlFetchWhitelist')) return 'allowlist';
  if (words.includes('URLFetch')) return 'size';
  if (/\burlfetch\b/.test(words)) return 'quota';
  return words.includes(host) ? undefined : 'other';
}

/** Google's machines do not reach them. Without a port: tests and the playground have one. */
const isPrivate = (host: string) =>
  /^(localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])$/.test(
    host,
  );

function asFetch(request: HttpRequest): FetchRequest {
  return {
    url: request.url,
    method: request.method.toLowerCase() as FetchRequest['method'],
    headers: { ...request.headers },
    muteHttpExceptions: true,
    ...(request.body === undefined ? {} : payloadOf(request.body)),
  };
}

/** A line that no file has in it. */
const token = () => Math.random().toString(36).slice(2);

function payloadOf(body: HttpBody): { contentType?: string; payload: Payload } {
  const signed = (bytes: Uint8Array) => Array.from(bytes, (byte) => (byte << 24) >> 24);
  switch (body.type) {
    case 'json':
      return { contentType: 'application/json', payload: JSON.stringify(body.value) };
    case 'form':
      return { payload: { ...body.fields } };
    case 'multipart': {
      const boundary = `slipway-${token()}${token()}`;
      return {
        contentType: `multipart/form-data; boundary=${boundary}`,
        payload: signed(multipartBytes(body, boundary)),
      };
    }
    case 'bytes':
      return { contentType: body.contentType, payload: signed(body.bytes) };
  }
}

function asResult(response: FetchResponse): HttpResult {
  const headers: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(response.getAllHeaders()))
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  return { ok: true, status: response.getResponseCode(), headers, text: response.getContentText() };
}

/** Refusals before anything was sent; of others that is not known. */
const UNSENT: readonly HttpFailure['refused'][] = ['consent', 'quota', 'allowlist', 'private'];

/** In doubt the request may have been carried out. */
const reasonOf = (words: string): HttpFailure['reason'] =>
  /dns|address unavailable|unresolved|connection refused/i.test(words) ? 'unreachable' : 'cut';

const hostOf = (url: string) => /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? 'The server';
