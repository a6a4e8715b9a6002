import { majorOf, version } from '../../../platforms/meta/version.ts';
import { readBody } from '../../kit/requests.ts';
import type { Call, Method } from './graph.ts';
import { given, invalid, type Params } from './params.ts';

/** Query, form, multipart, JSON, or query and body mixed. */
export async function readRequest(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<Call> {
  const url = new URL(request.url);
  const query = Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  if (body === 'JSON') throw invalid('The body must be a JSON object');
  if (body === 'multipart') throw invalid('The multipart body cannot be read');
  const params: Params = { ...query, ...body.params };
  const { version, path } = splitPath(url.pathname.slice(mount.length));
  return {
    method: methodOf(request.method, params),
    ...version,
    path: path.length === 0 ? rootPath(params) : path,
    params,
    files: body.files,
    headers: request.headers,
    bytes: body.bytes,
    token: tokenOf(params, request.headers),
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

function rootPath(params: Params) {
  if (given(params, 'batch')) return [];
  return ['asyncbatch', 'ids'].filter((name) => given(params, name)).slice(0, 1);
}

/** The version is optional. */
export function splitPath(pathname: string): {
  readonly version: { readonly version: string; readonly major: number };
  readonly path: readonly string[];
} {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const uploads = segments[0] === 'video-ads-upload' ? segments.splice(0, 1) : [];
  const named = version.form?.test(segments[0] ?? '') ? segments.shift() : undefined;
  const used = named ?? version.pinned;
  return {
    version: { version: used, major: majorOf(used) },
    path: [...uploads, ...segments.map(decodeURIComponent)],
  };
}

export function methodOf(method: string, params: Params): Method {
  const named =
    typeof params.method === 'string' && method === 'POST'
      ? params.method.toUpperCase()
      : method.toUpperCase();
  if (named === 'GET' || named === 'HEAD') return 'GET';
  if (named === 'DELETE') return 'DELETE';
  return 'POST';
}

function tokenOf(params: Params, headers: Headers) {
  if (typeof params.access_token === 'string' && params.access_token !== '')
    return params.access_token;
  return /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}
