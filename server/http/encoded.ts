import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ServicePorts } from '../../core/operations/ports.ts';

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/** Shorter answers gain nothing. */
const LEAST = 2_048;
/** Of documents that stay the same, such as the dashboard's script. */
const MOST_KEPT = 100;

/** A document that stays the same while the process runs: a browser that has it is told so, and its compressed form is kept. */
export async function tagged(
  request: Request,
  text: string,
  { secrets }: Pick<ServicePorts, 'secrets'>,
  more: { readonly [name: string]: string },
): Promise<Response> {
  const tag = `"${await tagOf(text, secrets)}"`;
  const headers = { 'Cache-Control': 'no-cache', ...more, ETag: tag };
  const isKnown = request.headers.get('if-none-match') === tag;
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
}

const tags = new Map<string, Promise<string>>();

function tagOf(text: string, secrets: ServicePorts['secrets']): Promise<string> {
  const tag = tags.get(text) ?? secrets.sha256(text).then((hash) => hash.slice(0, 20));
  if (tags.size >= MOST_KEPT) tags.clear();
  tags.set(text, tag);
  return tag;
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * The answer as the caller reads it: brotli or gzip where it takes that. `text` is the body where it was made for this request;
 * documents with an ETag are compressed once.
 */
export async function encoded(request: Request, response: Response, text: string | undefined): Promise<Response> {
  const encoding = encodingFor(request);
  const tag = response.headers.get('etag');
  if (encoding === undefined || response.body === null || response.headers.has('content-encoding')) return response;
  let body: Uint8Array<ArrayBuffer>;
  if (text !== undefined) {
    if (text.length < LEAST) return response;
    body = await compress(text, encoding, 4);
  } else {
    if (tag === null || !/^(text\/|application\/json)/.test(response.headers.get('content-type') ?? '')) return response;
    const key = `${encoding} ${tag}`;
    const found = kept.get(key) ?? response.text().then((whole) => compress(whole, encoding, 9));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, found);
    body = await found;
  }
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  return new Response(body, { status: response.status, headers });
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
