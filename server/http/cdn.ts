import { SlipwayError } from '../../core/base/errors.ts';
import { findMediaOrTrace } from '../../core/media/library.ts';
import { mediaKind } from '../../core/media/records.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { ByteRange } from '../../core/ports/media-files.ts';
import { bodyOf } from './stream.ts';

/** Caches may keep a copy this long, also after the file was deleted. */
const CACHED_SECONDS = 24 * 60 * 60;

/**
 * One file of the media store over HTTP: ranges, validators, cacheable for a day without asking
 * again.
 */
export async function serveMedia(
  ports: Pick<ServicePorts, 'store' | 'files'>,
  place: { readonly company: string; readonly filename: string },
  request: Request,
): Promise<Response> {
  const file = await findMediaOrTrace(ports.store, place.company, place.filename);
  if (file === undefined) throw notFound();
  if (file === 'deleted') throw deleted();
  return serveBytes({ ...file, etag: file.sha256 }, request, (range) =>
    ports.files.read(place.company, file.sha256, range),
  );
}

/** A small picture of a file, by the content it was made of. */
export async function serveThumbnail(
  { store, files }: Pick<ServicePorts, 'store' | 'files'>,
  { company, name }: { readonly company: string; readonly name: string },
  request: Request,
): Promise<Response> {
  const [, sha256 = '', digits] = /^([0-9a-f]{64})-(\d{3})\.webp$/.exec(name) ?? [];
  const size = Number(digits);
  if (sha256 === '' || !/^[\w-]{1,100}$/.test(company)) throw notFound();
  const { items } = await store.find(mediaKind, company, { where: { sha256 }, limit: 1 });
  const made = items[0]?.doc.thumbnails?.find((each) => each.size === size);
  if (made === undefined) throw notFound();
  const file = { contentType: 'image/webp', bytes: made.bytes, etag: `${sha256}-${size}` };
  return serveBytes(file, request, async (range) =>
    files.readThumbnail?.(company, sha256, size, range),
  );
}

async function serveBytes(
  file: { readonly contentType: string; readonly bytes: number; readonly etag: string },
  request: Request,
  read: (range: ByteRange | undefined) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<Response> {
  const etag = `"${file.etag}"`;
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': `public, max-age=${CACHED_SECONDS}, immutable`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  });
  if (matches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get('if-range');
  const asked = ifRange === null || ifRange === etag ? request.headers.get('range') : null;
  const range = rangeOf(asked, file.bytes);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const length = range === undefined ? file.bytes : range.to - range.from + 1;
  headers.set('Content-Length', String(length));
  if (range !== undefined)
    headers.set('Content-Range', `bytes ${range.from}-${range.to}/${file.bytes}`);
  const status = range === undefined ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const chunks = await read(range);
  if (chunks === undefined) throw deleted();
  return new Response(await bodyOf(chunks, length), { status, headers });
}

const notFound = (): SlipwayError => new SlipwayError('not_found', 'There is no such file.');
const deleted = (): SlipwayError => new SlipwayError('gone', 'This file was deleted.');

/**
 * One range as RFC 9110 has them. Several at once, or what is no range at all, are answered with
 * the whole file.
 */
export function rangeOf(
  header: string | null,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  if (first === '')
    return last === '0' || Number(last) === 0
      ? 'unsatisfiable'
      : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return undefined;
  return from >= size ? 'unsatisfiable' : { from, to };
}

const matches = (header: string | null, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
