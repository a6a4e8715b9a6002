import { isObject } from './json.ts';
import type { Params } from './params.ts';

export interface UploadedFile {
  /** Name of the form part. */
  readonly part: string;
  readonly filename: string;
  /** Lower case, without parameters. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Body {
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  /** Neither form nor JSON. */
  readonly bytes: Uint8Array | undefined;
}

export const noBody: Body = { params: {}, files: [], bytes: undefined };

/**
 * Reads a body: JSON, form or multipart; 'JSON' or 'multipart' where it is none although it says
 * so.
 *
 * @example
 * import { readBody } from 'slipway-sandbox/kit';
 *
 * const headers = { 'content-type': 'application/json' };
 * const body = await readBody(new Request('http://sandbox.test/ads', { method: 'POST', headers, body: '{"name":"Bear"}' }));
 * console.log(typeof body === 'string' ? body : body.params); // { name: 'Bear' }
 */
export async function readBody(request: Request): Promise<Body | 'JSON' | 'multipart'> {
  if (request.method === 'GET' || request.method === 'HEAD') return noBody;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') return readParts(request).catch(() => 'multipart' as const);
  if (type === 'application/json') {
    const params = readJson(await request.text());
    return params === undefined ? 'JSON' : { ...noBody, params };
  }
  if (type === 'application/x-www-form-urlencoded')
    return { ...noBody, params: readForm(await request.text()) };
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length === 0 ? noBody : { ...noBody, bytes };
}

export const readForm = (body: string): Params => Object.fromEntries(new URLSearchParams(body));

function readJson(body: string): Params | undefined {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function readParts(request: Request): Promise<Body> {
  const form = await request.formData();
  const params: { [name: string]: unknown } = {};
  const files: UploadedFile[] = [];
  for (const part of new Set(form.keys())) {
    // Bun types parts as text; those with a file name are files.
    for (const value of form.getAll(part) as (string | File)[]) {
      if (typeof value === 'string') params[part] = value;
      else {
        const contentType = value.type.split(';')[0]?.trim().toLowerCase() ?? '';
        files.push({
          part,
          filename: value.name,
          contentType,
          bytes: new Uint8Array(await value.arrayBuffer()),
        });
      }
    }
  }
  return { ...noBody, params, files };
}
