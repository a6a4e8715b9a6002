import type { Http, HttpBody, HttpFailure, HttpRequest, HttpResult } from '../../../core/ports/http.ts';
import { multipartBytes } from './multipart.ts';

/** What is used of the global `UrlFetchApp`. */
export interface FetchServices {
  readonly urlFetchApp: { fetchAll(requests: FetchRequest[]): FetchResponse[] };
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
 * HTTP over `UrlFetchApp.fetchAll`. Its timeout is about a minute and cannot be set. When one request of
 * several cannot be delivered it throws for all of them without saying which: reads are then repeated one
 * by one, writes are reported as cut, because each of them may have been carried out.
 */
export function createAppsScriptHttp({ urlFetchApp }: FetchServices): Http {
  const send = (requests: readonly HttpRequest[]): HttpResult[] => urlFetchApp.fetchAll(requests.map(asFetch)).map(asResult);

  return {
    async requestAll(requests) {
      if (requests.length === 0) return [];
      try {
        return send(requests);
      } catch (error) {
        const [only] = requests;
        if (requests.length === 1 && only !== undefined) return [failureOf(error, only)];
        return requests.map((request): HttpResult => {
          if (request.method !== 'GET')
            return { ok: false, reason: 'cut', message: `The request to ${hostOf(request.url)} got no answer.` };
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
const token = (): string => Math.random().toString(36).slice(2);

function payloadOf(body: HttpBody): { contentType?: string; payload: Payload } {
  const signed = (bytes: Uint8Array): number[] => Array.from(bytes, (byte) => (byte << 24) >> 24);
  switch (body.type) {
    case 'json':
      return { contentType: 'application/json', payload: JSON.stringify(body.value) };
    case 'form':
      return { payload: { ...body.fields } };
    case 'multipart': {
      const boundary = `slipway-${token()}${token()}`;
      return { contentType: `multipart/form-data; boundary=${boundary}`, payload: signed(multipartBytes(body, boundary)) };
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

/** Apps Script tells only in words what went wrong on the way. */
function failureOf(error: unknown, request: HttpRequest): HttpFailure {
  const words = error instanceof Error ? error.message : String(error);
  const reason = /dns|address unavailable|unresolved|connection refused/i.test(words)
    ? 'unreachable'
    : /time(d )?\s?out/i.test(words)
      ? 'timeout'
      : 'cut';
  return { ok: false, reason, message: `${hostOf(request.url)} did not answer.` };
}

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? 'The server';
