import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import exifReader from 'exif-reader';
import { type MediaInfo, mediaInfoFactory } from 'mediainfo.js';
import sharp from 'sharp';
import { SlipwayError } from '../../core/base/errors.ts';
import { formats } from '../../core/media/sniff.ts';
import type { Dimensions, LinkedFormat } from '../../core/ports/media-files.ts';
import { createWeightedLine } from '../../core/records/weighted-line.ts';

const CHUNK = 1024 * 1024;
const IEND = Buffer.from('49454e44ae426082', 'hex');
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/** A picture has a few dozen of these before its content. */
const MOST_SEGMENTS = 5_000;

/** Whether a picture is complete, by the end marks of formats, without decoding. */
export async function isWhole(path: string, format: 'png' | 'jpeg'): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if (format === 'png') return await holds(handle, IEND, 0);
    const content = await contentOfJpeg(handle);
    // The mark cannot occur inside the content: there a zero follows each such first byte.
    return content !== undefined && (await holds(handle, END_OF_IMAGE, content));
  } finally {
    await handle.close();
  }
}

/** Behind the descriptive segments: a small picture inside them has its own end. */
async function contentOfJpeg(handle: FileHandle): Promise<number | undefined> {
  const head = Buffer.alloc(4);
  let at = 2;
  for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
    const { bytesRead } = await handle.read(head, 0, 4, at);
    if (bytesRead < 4 || head[0] !== 0xff) return undefined;
    const marker = head[1];
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) at += 1;
    else at += 2 + head.readUInt16BE(2);
    if (marker === 0xda) return at;
  }
  return undefined;
}

async function holds(handle: FileHandle, mark: Buffer, from: number): Promise<boolean> {
  const buffer = Buffer.alloc(CHUNK);
  for (let at = from; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, at);
    if (buffer.subarray(0, bytesRead).includes(mark)) return true;
    if (bytesRead < CHUNK) return false;
    // The mark may lie across two pieces.
    at += bytesRead - mark.length + 1;
  }
}

type Library = MediaInfo<'object'>;

/**
 * Throws `media_invalid` when the content is not what its first bytes promise, `media_too_large`
 * for too many pixels.
 */
export type Measure = (path: string, format: LinkedFormat, bytes: number) => Promise<Dimensions>;

export function createMeasure(): Measure {
  let library: Promise<Library> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** The library keeps the state of one analysis: they go one after the other. */
  const inTurn = <T>(work: (mediaInfo: Library) => Promise<T>): Promise<T> => {
    const result = turn.then(async () => {
      library ??= mediaInfoFactory({ format: 'object' });
      return work(await library);
    });
    turn = result.catch(() => {
      // What a broken file left behind must not touch the next one.
      library = undefined;
    });
    return result;
  };

  return async (path, format, bytes) => {
    try {
      // The pages of a document have sizes of their own.
      if (format === 'pdf') return { format, size: bytes, width: 0, height: 0 };
      return formats[format].type === 'image'
        ? await imageFacts(path, format, bytes)
        : await videoFacts(path, format, bytes, inTurn);
    } catch (cause) {
      if (cause instanceof SlipwayError) throw cause;
      throw broken(format, cause);
    }
  };
}

/** A picture of more pixels is of no use on an ad. */
const MAX_PIXELS = 100_000_000;
/**
 * A picture stored in passes is held whole while decoded, at six to eight bytes a pixel, and memory
 * is given back late. Larger ones are not decoded.
 */
export const MAX_HELD = 8_000_000;
/** One that is not takes a few lines at a time. */
export const SEQUENTIAL_SHARE = 0.05;

/**
 * However many arrive together, measured or made small, they take no more memory than the largest
 * that is decoded.
 */
export const decoding = createWeightedLine(MAX_HELD);
sharp.cache(false);

/** Whether all of a picture is in memory while it is decoded. */
export const isHeldWhole = (format: string, isProgressive: boolean | undefined): boolean =>
  isProgressive === true || format === 'gif' || format === 'webp';

async function imageFacts(path: string, format: LinkedFormat, bytes: number): Promise<Dimensions> {
  const image = sharp(path, { failOn: 'error', limitInputPixels: false });
  const facts = await image.metadata();
  if (facts.format !== format) throw broken(format);
  const pixels = facts.width * facts.height;
  if (pixels > MAX_PIXELS) throw tooManyPixels(facts.width, facts.height);
  // Decodes every pixel once: a file cut off in the middle fails here, not on the ad.
  const isHeld = isHeldWhole(format, facts.isProgressive);
  if (!isHeld || pixels <= MAX_HELD)
    await decoding(isHeld ? pixels : pixels * SEQUENTIAL_SHARE, () =>
      image.resize(8, 8, { fit: 'fill' }).raw().toBuffer(),
    );
  else if ((format === 'png' || format === 'jpeg') && !(await isWhole(path, format)))
    throw broken(format);
  return {
    format,
    size: bytes,
    // Cameras store a turned picture and a note; people and platforms see it turned.
    width: facts.autoOrient.width,
    height: facts.autoOrient.height,
    space: facts.space,
    channels: facts.channels,
    depth: facts.depth,
    density: facts.density ?? null,
    isProgressive: facts.isProgressive,
    hasProfile: facts.hasProfile,
    hasAlpha: facts.hasAlpha,
    exif: facts.exif === undefined ? {} : exifOf(facts.exif),
  };
}

/** Plain values by name; unreadable ones are left out. */
function exifOf(data: Buffer): { [name: string]: string | number | boolean } {
  const plain: { [name: string]: string | number | boolean } = {};
  try {
    for (const section of Object.values(exifReader(data)))
      for (const [name, value] of Object.entries(section ?? {})) {
        if (value instanceof Date && !Number.isNaN(value.getTime()))
          plain[name] = value.toISOString();
        else if (typeof value === 'string') plain[name] = value.slice(0, 500);
        else if (typeof value === 'boolean' || Number.isFinite(value))
          plain[name] = value as number | boolean;
      }
  } catch {
    return plain;
  }
  return plain;
}

async function videoFacts(
  path: string,
  format: LinkedFormat,
  bytes: number,
  inTurn: <T>(work: (mediaInfo: Library) => Promise<T>) => Promise<T>,
): Promise<Dimensions> {
  const handle = await open(path, 'r');
  try {
    const result = await inTurn((mediaInfo) =>
      mediaInfo.analyzeData(bytes, (size, offset) => readAt(handle, size, offset)),
    );
    // Broken files keep less than the library's types promise: every field may be anything.
    const tracks: readonly unknown[] = result.media?.track ?? [];
    const track = (type: string) =>
      (tracks as readonly Track[]).find((each) => each['@type'] === type);
    const [video, general] = [track('Video'), track('General')];
    const [width, height] = [number(video?.Width), number(video?.Height)];
    if (width === undefined || height === undefined)
      throw new SlipwayError(
        'media_invalid',
        'There is no picture in this file: it has no video track that can be read.',
      );
    const turned = Math.round(number(video?.Rotation) ?? 0) % 180 !== 0;
    const duration = number(general?.Duration) ?? number(video?.Duration);
    const bitrate = number(general?.OverallBitRate) ?? number(video?.BitRate);
    const framerate = number(video?.FrameRate) ?? number(general?.FrameRate);
    return {
      format,
      size: bytes,
      width: turned ? height : width,
      height: turned ? width : height,
      ...(duration !== undefined && { duration }),
      ...(bitrate !== undefined && { bitrate }),
      ...(framerate !== undefined && { framerate }),
    };
  } finally {
    await handle.close();
  }
}

/** Numbers come as numbers or as text. */
type Track = { readonly [field: string]: unknown };

function number(value: unknown) {
  const read =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(read) ? read : undefined;
}

async function readAt(handle: FileHandle, size: number, offset: number) {
  const buffer = new Uint8Array(size);
  const { bytesRead } = await handle.read(buffer, 0, size, offset);
  return buffer.subarray(0, bytesRead);
}

const tooManyPixels = (width: number, height: number) =>
  new SlipwayError(
    'media_too_large',
    `This picture has ${width} x ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million in all are taken. Scale it down.`,
  );

const broken = (format: LinkedFormat, cause?: unknown) =>
  new SlipwayError(
    'media_invalid',
    `This begins like a ${format} file, but its content is broken or cut off.`,
    { cause },
  );
