import type { LinkedFormat, MediaFormat } from '../ports/media-files.ts';

/** Tells a file's format by its first bytes; name and declared type do not count. */

/** Some platforms show a document page by page. */
export type MediaType = 'image' | 'video' | 'document';

interface FormatFacts {
  readonly type: MediaType;
  readonly contentType: string;
  /** The first is for files without a fitting ending. */
  readonly endings: readonly string[];
}

export const formats: { readonly [F in LinkedFormat]: FormatFacts } = {
  png: { type: 'image', contentType: 'image/png', endings: ['png'] },
  jpeg: { type: 'image', contentType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  gif: { type: 'image', contentType: 'image/gif', endings: ['gif'] },
  webp: { type: 'image', contentType: 'image/webp', endings: ['webp'] },
  pdf: { type: 'document', contentType: 'application/pdf', endings: ['pdf'] },
  mp4: { type: 'video', contentType: 'video/mp4', endings: ['mp4', 'm4v'] },
  mov: { type: 'video', contentType: 'video/quicktime', endings: ['mov', 'qt'] },
  avi: { type: 'video', contentType: 'video/x-msvideo', endings: ['avi'] },
};

const uploadable: readonly string[] = ['png', 'jpeg', 'mp4', 'mov', 'avi'] satisfies MediaFormat[];

export const isUploadable = (format: string): format is MediaFormat => uploadable.includes(format);
export const isLinkable = (format: string): format is LinkedFormat => format in formats;

/** Needed by `sniff`. */
export const HEAD_BYTES = 512;

/** Also of formats we do not take (`webp`, `heic`, `pdf`, …); `unknown` when nothing fits. */
export function sniff(head: Uint8Array): string {
  const ascii = (from: number, to: number): string =>
    String.fromCharCode(...head.subarray(from, to));
  const hex = Array.from(head.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

  if (head.length === 0) return 'empty';
  if (ascii(4, 8) === 'ftyp') return isoBrand(ascii(8, 12), head.length >= 32 ? ascii(16, 32) : '');
  if (ascii(0, 4) === 'RIFF')
    return { 'AVI ': 'avi', WEBP: 'webp', WAVE: 'wav' }[ascii(8, 12)] ?? 'unknown';
  for (const [start, format] of signatures) if (hex.startsWith(start)) return format;
  // QuickTime files from before the ftyp box begin with one of these atoms, its size first.
  if (['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(ascii(4, 8))) return 'mov';
  return textual(ascii(0, HEAD_BYTES));
}

/** First bytes in hex. */
const signatures: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'png'],
  ['ffd8ff', 'jpeg'],
  ['474946383761', 'gif'],
  ['474946383961', 'gif'],
  ['424d', 'bmp'],
  ['49492a00', 'tiff'],
  ['4d4d002a', 'tiff'],
  ['38425053', 'psd'],
  ['00000100', 'ico'],
  ['0000000c6a502020', 'jp2'],
  ['ff0a', 'jxl'],
  ['0000000c4a584c20', 'jxl'],
  ['1a45dfa3', 'webm'],
  ['464c5601', 'flv'],
  ['000001ba', 'mpeg'],
  ['000001b3', 'mpeg'],
  ['3026b2758e66cf11', 'wmv'],
  ['4f676753', 'ogg'],
  ['494433', 'mp3'],
  ['fffb', 'mp3'],
  ['664c6143', 'flac'],
  ['25504446', 'pdf'],
  ['504b0304', 'zip'],
  ['1f8b', 'gzip'],
  ['52617221', 'rar'],
  ['377abcaf', '7z'],
  ['7f454c46', 'elf'],
  ['4d5a', 'exe'],
];

/** MP4, QuickTime, HEIC and AVIF are one container; the brand says which. */
function isoBrand(major: string, compatible: string): string {
  if (major === 'qt  ') return 'mov';
  if (/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(major))
    return compatible.includes('avif') ? 'avif' : 'heic';
  if (/^avi[fs]$/.test(major)) return 'avif';
  if (/^(M4A |M4B |M4P |F4A |F4B )$/.test(major)) return 'm4a';
  if (/^(3g[2ghpsre]|3ge)/.test(major)) return '3gp';
  if (
    /^(isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]?|MSNV|dash|F4V |mmp4|NDS[CHMPSX]|XAVC|cmf[cfl2]|hvc1|hev1|dby1)/.test(
      major,
    )
  )
    return 'mp4';
  return compatible.includes('qt  ') ? 'mov' : 'mp4';
}

function textual(start: string): string {
  const text = start
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('<?xml') || text.startsWith('<svg'))
    return text.includes('<svg') ? 'svg' : 'xml';
  if (/^(<!doctype html|<html|<head|<body|<script|<!--)/.test(text)) return 'html';
  if (/^[{[]/.test(text)) return 'json';
  if (text.startsWith('#extm3u')) return 'm3u8';
  return 'unknown';
}
