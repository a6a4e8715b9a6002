import { readParts, type UploadedFile } from '../../multipart.ts';
import { invalid } from './errors.ts';
import type { Call, Method } from './graph.ts';
import type { Params } from './params.ts';

const defaultVersion = 'v25.0';

/** Reads a request in any of the encodings the platform takes: query, form, multipart, JSON, or a mix of query and body. */
export async function readRequest(request: Request, mount: string, publicUrl: string | undefined): Promise<Call> {
  const url = new URL(request.url);
  const query = Object.fromEntries(url.searchParams);
  const body = request.method === 'GET' || request.method === 'HEAD' ? noBody : await readBody(request);
  const params: Params = { ...query, ...body.params };
  const { version, path } = splitPath(url.pathname.slice(mount.length));
  return {
    method: methodOf(request.method, params),
    ...version,
    path,
    params,
    files: body.files,
    headers: request.headers,
    bytes: body.bytes,
    token: tokenOf(params, request.headers),
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

/** `/v25.0/act_1/ads` or `act_1/ads`; a version may stand in front, or not. */
export function splitPath(pathname: string): {
  readonly version: { readonly version: string; readonly major: number };
  readonly path: readonly string[];
} {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const uploads = segments[0] === 'video-ads-upload' ? segments.splice(0, 1) : [];
  const match = /^v(\d+)\.\d+$/.exec(segments[0] ?? '');
  const version = match === null ? defaultVersion : (segments.shift() ?? defaultVersion);
  return {
    version: { version, major: Number(match?.[1] ?? defaultVersion.slice(1, 3)) },
    path: [...uploads, ...segments.map(decodeURIComponent)],
  };
}

export function methodOf(method: string, params: Params): Method {
  const named = typeof params.method === 'string' && method === 'POST' ? params.method.toUpperCase() : method.toUpperCase();
  if (named === 'GET' || named === 'HEAD') return 'GET';
  if (named === 'DELETE') return 'DELETE';
  return 'POST';
}

function tokenOf(params: Params, headers: Headers): string | undefined {
  if (typeof params.access_token === 'string' && params.access_token !== '') return params.access_token;
  return /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

interface Body {
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly bytes: Uint8Array | undefined;
}

const noBody: Body = { params: {}, files: [], bytes: undefined };

async function readBody(request: Request): Promise<Body> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') return readMultipart(request);
  if (type === 'application/json') return { ...noBody, params: readJson(await request.text()) };
  if (type === 'application/x-www-form-urlencoded') return { ...noBody, params: readForm(await request.text()) };
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length === 0 ? noBody : { ...noBody, bytes };
}

export const readForm = (body: string): Params => Object.fromEntries(new URLSearchParams(body));

function readJson(body: string): Params {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    // A JSON object is a record of names and values.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Params;
  } catch {
    // Refused below like any other body that is not an object.
  }
  throw invalid('The body must be a JSON object');
}

async function readMultipart(request: Request): Promise<Body> {
  try {
    return { ...(await readParts(request)), bytes: undefined };
  } catch {
    throw invalid('The multipart body cannot be read');
  }
}
