import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createCache } from '../../core/base/cache.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

/**
 * What fits into the ten packets that a connection may send at once (RFC 6928) arrives no sooner
 * when it is shorter, and to compress it takes more processor time than the rest of a poll.
 */
const LEAST = 14_600;
/** Tags of documents that stay the same, such as the dashboard's script. */
const MOST_TAGS = 100;
/** Characters of all texts whose compressed form is kept, for each encoding. */
const MOST_KEPT = 8_000_000;

interface Body {
  readonly text: string;
  /** Of a document, which stays the same while the process runs. */
  readonly tag?: string;
}

/** The texts of answers that may go out compressed. */
const bodies = new WeakMap<Response, Body>();

/** Notes the body of an answer that a request asked for. */
export function noteBody(response: Response, text: string): void {
  if (text.length >= LEAST) bodies.set(response, { text });
}

/**
 * A document that stays the same while the process runs: 304 for a browser that has it, and its
 * compressed form is kept.
 */
export async function tagged(
  request: Request,
  text: string,
  { secrets }: Pick<ServicePorts, 'secrets'>,
  more: { readonly [name: string]: string },
): Promise<Response> {
  const tag = `"${await tagOf(text, secrets)}"`;
  const headers = { 'Cache-Control': 'no-cache', ...more, ETag: tag, Vary: 'Accept-Encoding' };
  if (request.headers.get('if-none-match') === tag)
    return new Response(null, { status: 304, headers });
  const response = new Response(text, { headers });
  bodies.set(response, { text, tag });
  return response;
}

const tags = new Map<string, Promise<string>>();

function tagOf(text: string, secrets: ServicePorts['secrets']): Promise<string> {
  const tag = tags.get(text) ?? secrets.sha256(text).then((hash) => hash.slice(0, 20));
  if (tags.size >= MOST_TAGS) tags.clear();
  tags.set(text, tag);
  return tag;
}

const texts = { max: MOST_KEPT, sizeOf: ({ text }: Kept): number => text.length };
const kept = { br: createCache<Kept>(texts), gzip: createCache<Kept>(texts) };

type Encoding = keyof typeof kept;

interface Kept {
  readonly text: string;
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>;
}

/** The answer as the caller reads it: brotli or gzip where it takes that. */
export async function encoded(request: Request, response: Response): Promise<Response> {
  const body = bodies.get(response);
  const encoding = body && encodingFor(request);
  if (body === undefined || encoding === undefined) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.set('Vary', 'Accept-Encoding');
  return new Response(await compressed(body, encoding), { status: response.status, headers });
}

/**
 * Compressed once: those who poll mostly get the text that they got before. A document is worth
 * more work than an answer.
 */
function compressed({ text, tag }: Body, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept[encoding].get(text);
  if (known !== undefined) return known.bytes;
  const bytes = compress(text, encoding, tag === undefined ? 1 : 9);
  kept[encoding].set(text, { text, bytes });
  return bytes;
}

function encodingFor(request: Request): Encoding | undefined {
  const taken = (request.headers.get('accept-encoding') ?? '').split(',').flatMap((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

async function compress(
  text: string,
  encoding: Encoding,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    encoding === 'br'
      ? await withBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await withGzip(text, { level: quality });
  return new Uint8Array(bytes);
}
