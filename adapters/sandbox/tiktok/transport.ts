import type { Params } from './params.ts';
import type { UploadedFile } from './turn.ts';

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

async function readBody(request: Request): Promise<{ readonly params: Params; readonly files: readonly UploadedFile[] }> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return readForm(await request.formData());
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text);
    // A JSON object is a record of names and values.
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { params: body as Params, files: [] };
  } catch {
    // No parameters: whatever the call needs is missing.
  }
  return { params: {}, files: [] };
}

async function readForm(form: FormData): Promise<{ readonly params: Params; readonly files: readonly UploadedFile[] }> {
  const params: { [name: string]: unknown } = {};
  const files: UploadedFile[] = [];
  for (const part of new Set(form.keys())) {
    // Bun's types say parts are text; those with a file name are files.
    for (const value of form.getAll(part) as (string | File)[]) {
      if (typeof value === 'string') params[part] = value;
      else files.push({ part, filename: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    }
  }
  return { params, files };
}
