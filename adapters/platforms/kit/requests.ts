import { encodeFields, encodeQuery, type Params } from './json.ts';
import type { Access, Credentials, HttpBody, HttpFile, HttpRequest } from './ports.ts';

/** An account's access, or credentials alone where no account is meant yet. */
export type Caller = Pick<
  Access,
  'companyId' | 'credentials' | 'connectionId' | 'isLeaseHeld' | 'work'
> & {
  readonly adAccountId?: string;
};

/** Of a connection that may not be stored yet. */
export const callerOf = (
  companyId: string,
  credentials: Credentials,
  connectionId: string | undefined,
): Caller => ({
  companyId,
  credentials,
  ...(connectionId !== undefined && { connectionId }),
});

export interface Call {
  readonly method: HttpRequest['method'];
  /** Behind the base address; logs name the call by it. */
  readonly path: string;
  /** A whole address instead of base and path: where files go, or a batch. */
  readonly url?: string;
  readonly query?: Params;
  /** Or the fields beside files. */
  readonly body?: Params | readonly unknown[];
  readonly files?: readonly HttpFile[];
  /** Sends the body as a multipart form although there is no file. */
  readonly parts?: boolean;
  /** Instead of a body. */
  readonly bytes?: { readonly contentType: string; readonly bytes: Uint8Array };
  readonly headers?: { readonly [name: string]: string };
  /** The budget of calls, where the path does not decide it. */
  readonly lane?: string;
  /** Default: the platform's. */
  readonly timeoutMs?: number;
  /** To another host: no credentials travel. */
  readonly anonymous?: boolean;
}

export interface Encoding {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Of calls without files. */
  readonly bodies: 'json' | 'form';
  readonly timeoutMs: number;
  /** Of calls with files or bytes. Default: `timeoutMs`. */
  readonly uploadTimeoutMs?: number;
  /** Default: scalars bare, lists and objects as JSON. */
  encodeQuery?(query: Params): string;
}

export interface Authorization {
  readonly headers?: { readonly [name: string]: string };
  /** To the body where there is one, else to the query. The call's own members win. */
  readonly params?: Params;
  /** Always to the query. */
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

function bodyOf(
  { bodies }: Encoding,
  { body, files = [], parts, bytes }: Call,
  added: Params,
): HttpBody | undefined {
  if (bytes !== undefined) return { type: 'bytes', ...bytes };
  if (isList(body)) return { type: 'json', value: body };
  const params = { ...added, ...body };
  if (files.length > 0 || parts) return { type: 'multipart', fields: encodeFields(params), files };
  return bodies === 'json'
    ? { type: 'json', value: params }
    : { type: 'form', fields: encodeFields(params) };
}

const isList = (body: Call['body']): body is readonly unknown[] => Array.isArray(body);
