import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ServicePorts } from '../../core/operations/ports.ts';

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/** Shorter answers gain nothing. */
const LEAST = 2_048;
/** Of documents that stay the same, such as the dashboard's script. */
const MOST_KEPT = 100;

/** The texts of answers that may go out compressed, and the tag of those that stay the same. */
const bodies = new WeakMap<Response, { readonly text: string; readonly tag?: string }>();

/** Notes the body of an answer made for one request. */
export function noteBody(response: Response, text: string): void {
  if (text.length >= LEAST) bodies.set(response, { text });
}

/** A document that stays the same while the process runs: 304 for a browser that has it, and its compressed form is kept. */
export async function tagged(
  request: Request,
  text: string,
  { secrets }: Pick<ServicePorts, 'secrets'>,
  more: { readonly [name: string]: string },
): Promise<Response> {
  const tag = `"${await tagOf(text, secrets)}"`;
  const headers = { 'Cache-Control': 'no-cache', ...more, ETag: tag, Vary: 'Accept-Encoding' };
  if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
  const response = new Response(text, { headers });
  bodies.set(response, { text, tag });
  return response;
}

const tags = new Map<string, Promise<string>>();

function tagOf(text: string, secrets: ServicePorts['secrets']): Promise<string> {
  const tag = tags.get(text) ?? secrets.sha256(text).then((hash) => hash.slice(0, 20));
  if (tags.size >= MOST_KEPT) tags.clear();
  tags.set(text, tag);
  return tag;
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The answer as the caller reads it: brotli or gzip where it takes that. Documents are compressed once. */
export async function encoded(request: Request, response: Response): Promise<Response> {
  const body = bodies.get(response);
  const encoding = body && encodingFor(request);
  if (body === undefined || encoding === undefined) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.set('Vary', 'Accept-Encoding');
  const bytes = body.tag === undefined ? compress(body.text, encoding, 4) : once(`${encoding} ${body.tag}`, body.text, encoding);
  return new Response(await bytes, { status: response.status, headers });
}

function once(key: string, text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const found = kept.get(key) ?? compress(text, encoding, 9);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}

type Encoding = 'br' | 'gzip';

function encodingFor(request: Request): Encoding | undefined {
  const taken = (request.headers.get('accept-encoding') ?? '').split(',').flatMap((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

async function compress(text: string, encoding: Encoding, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    encoding === 'br'
      ? await withBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await withGzip(text, { level: quality });
  return new Uint8Array(bytes);
}
