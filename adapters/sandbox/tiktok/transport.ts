import { type Parts, readParts, type UploadedFile } from '../multipart.ts';
import type { Params } from './params.ts';

export interface TiktokCall {
  readonly method: 'GET' | 'POST';
  /** Without version and slashes around it: `ad/create`. */
  readonly path: string;
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly token: string | undefined;
  /** The account the call names, for faults that are addressed to one. */
  readonly account: string | undefined;
  readonly base: string;
}

/** Reads a request; undefined where the address is none of the platform's: version and last slash are part of it. */
export async function readCall(request: Request, mount: string, publicUrl: string | undefined): Promise<TiktokCall | undefined> {
  const url = new URL(request.url);
  const path = /^\/open_api\/v1\.3\/([a-z0-9_/]+)\/$/.exec(url.pathname.slice(mount.length))?.[1];
  if (path === undefined) return undefined;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const { params, files } =
    method === 'POST' ? await readBody(request) : { params: Object.fromEntries(url.searchParams), files: [] };
  return {
    method,
    path,
    params,
    files,
    token: request.headers.get('access-token') ?? undefined,
    account: typeof params.advertiser_id === 'string' ? params.advertiser_id : undefined,
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

async function readBody(request: Request): Promise<Parts> {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('multipart/form-data')) return await readParts(request);
    const text = await request.text();
    const body: unknown = JSON.parse(text);
    // A JSON object is a record of names and values.
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { params: body as Params, files: [] };
  } catch {
    // No parameters: whatever the call needs is missing.
  }
  return { params: {}, files: [] };
}
