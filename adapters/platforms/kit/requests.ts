import type { HttpBody, HttpFile, HttpRequest } from '../../../core/ports/http.ts';
import { encodeFields, encodeQuery, type Params } from './params.ts';

/** One call of a platform's API. */
export interface Call {
  readonly method: HttpRequest['method'];
  /** Behind the base address; also what logs call it. */
  readonly path: string;
  /** Another address than the base one with the path, complete: where files go, or a batch. */
  readonly url?: string;
  readonly query?: Params;
  /** Objects and lists; or the fields beside files. */
  readonly body?: Params | readonly unknown[];
  readonly files?: readonly HttpFile[];
  /** The fields of the body travel as parts of a form although there is no file. */
  readonly parts?: boolean;
  /** Instead of a body: a file, or a piece of one, as it is. */
  readonly bytes?: { readonly contentType: string; readonly bytes: Uint8Array };
  readonly headers?: { readonly [name: string]: string };
  /** Which of several budgets of calls it draws on, where its path does not say. */
  readonly lane?: string;
  /** Where it differs from the platform's usual time. */
  readonly timeoutMs?: number;
  /** To a host that is not the platform's: no credentials travel with it. */
  readonly anonymous?: boolean;
}

/** How a platform wants its calls written. */
export interface Encoding {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** How bodies without files travel. */
  readonly bodies: 'json' | 'form';
  readonly timeoutMs: number;
  /** Of a call with files or bytes. Default: as any other. */
  readonly uploadTimeoutMs?: number;
  /** Where scalars bare, and lists and objects as JSON, are not what the platform reads. */
  encodeQuery?(query: Params): string;
}

/** What is added to a call. */
export interface Authorization {
  readonly headers?: { readonly [name: string]: string };
  /** To the body where there is one, else to the query. What the call says itself counts more. */
  readonly params?: Params;
  /** To the query in any case. */
  readonly query?: Params;
}

export function requestOf(encoding: Encoding, call: Call, added: Authorization): HttpRequest {
  const { method, files, bytes } = call;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = { ...added.query, ...(hasBody ? undefined : added.params), ...call.query };
  const encoded = (encoding.encodeQuery ?? encodeQuery)(query);
  const url = call.url ?? `${encoding.baseUrl}/${call.path}`;
  const { timeoutMs, uploadTimeoutMs = timeoutMs } = encoding;
  const body = hasBody ? bodyOf(encoding, call, added.params ?? {}) : undefined;
  return {
    method,
    url: encoded === '' ? url : `${url}?${encoded}`,
    headers: { ...added.headers, ...call.headers },
    timeoutMs: call.timeoutMs ?? (files || bytes ? uploadTimeoutMs : timeoutMs),
    ...(body !== undefined && { body }),
  };
}

function bodyOf({ bodies }: Encoding, { body, files = [], parts, bytes }: Call, added: Params): HttpBody | undefined {
  if (bytes !== undefined) return { type: 'bytes', ...bytes };
  if (isList(body)) return { type: 'json', value: body };
  const params = { ...added, ...body };
  if (files.length > 0 || parts) return { type: 'multipart', fields: encodeFields(params), files };
  return bodies === 'json' ? { type: 'json', value: params } : { type: 'form', fields: encodeFields(params) };
}

const isList = (body: Call['body']): body is readonly unknown[] => Array.isArray(body);
