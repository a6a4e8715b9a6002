import { withoutEnds, withoutQuery, withoutTrailing } from '../base/schema/trimmed.ts';
import type { LinkedFormat } from '../ports/media-files.ts';
import { formats } from './sniff.ts';

const MAX_STEM = 120;

/**
 * A name safe in addresses, headers and file systems, close to the given one: no directories,
 * control or direction marks, leading dots, and a true ending.
 */
export function safeFilename(original: string, format: LinkedFormat): string {
  const base = original.normalize('NFC').split(/[\\/]/).pop() ?? '';
  const clean = base
    .replace(/[^\p{L}\p{M}\p{N} ._()+-]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/-{2,}/g, '-');
  const dot = clean.lastIndexOf('.');
  const ending = dot < 0 ? '' : clean.slice(dot + 1).toLowerCase();
  const fits = formats[format].endings.includes(ending);
  // An ending of another format is dropped: photo.webp that is a JPEG does not become
  // photo.webp.jpg.
  const isEnding = fits || Object.values(formats).some(({ endings }) => endings.includes(ending));
  const start = [...(isEnding ? clean.slice(0, dot) : clean)].slice(0, MAX_STEM).join('');
  const stem = withoutEnds(start, '. -');
  return `${stem || 'file'}.${fits ? ending : (formats[format].endings[0] ?? format)}`;
}

/** Unguessable: 131 bits. */
export const MARK_LENGTH = 22;

/** `cat.png`, `x7` gives `cat-x7.png`. */
export function markedFilename(filename: string, mark: string): string {
  const dot = filename.lastIndexOf('.');
  return `${filename.slice(0, dot)}-${mark}${filename.slice(dot)}`;
}

/** The name before it was marked: a mark may hold letters that look like a ratio, such as `4x5`. */
export const unmarkedFilename = (filename: string): string => filename.replace(MARK, '');

/** As long as `MARK_LENGTH`. */
const MARK = /-[0-9A-Za-z]{22}(?=\.[^.]*$)/;

/** `https://host/a/b%20c.png?x=1` is `b c.png`. */
export function filenameOf(url: string): string {
  const path = withoutTrailing(withoutQuery(url), '/');
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last).trim();
  } catch {
    return last.trim();
  }
}

export const mediaUrl = (publicUrl: string, companyId: string, filename: string): string =>
  `${publicUrl}/media/${companyId}/${encodeURIComponent(filename)}`;

/** Its content never changes. */
export const thumbnailUrl = (
  publicUrl: string,
  companyId: string,
  sha256: string,
  size: number,
): string => `${publicUrl}/media/${companyId}/thumbnails/${sha256}-${size}.webp`;

/**
 * The file an address of ours names; undefined for other addresses. Loopback addresses of our form
 * are ours on any port: a service restarted on another port still knows its files, and nothing else
 * there may be read.
 */
export function parseMediaUrl(
  publicUrl: string,
  url: string,
): { readonly companyId: string; readonly filename: string } | undefined {
  const match = /^(https?:\/\/[^/?#]+(?:\/[^?#]*?)?)\/media\/([^/?#]+)\/([^/?#]+)(?:[?#].*)?$/.exec(
    url.trim(),
  );
  const [, base, companyId, encoded] = match ?? [];
  if (base === undefined || companyId === undefined || encoded === undefined) return undefined;
  const loopback = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(base);
  if (base !== publicUrl && !loopback) return undefined;
  try {
    return { companyId, filename: decodeURIComponent(encoded) };
  } catch {
    return undefined;
  }
}
