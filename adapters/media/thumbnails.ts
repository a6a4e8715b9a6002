import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { mediaInfoFactory } from 'mediainfo.js';
import sharp from 'sharp';
import { LOOK_HEIGHT, LOOK_WIDTH, lookOf } from '../../core/media/find/look.ts';
import { formats } from '../../core/media/sniff.ts';
import type { LinkedFormat } from '../../core/ports/media-files.ts';
import { type MadeThumbnails, thumbnailSizes } from '../../core/ports/media-files.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import type { Blobs } from './blobs.ts';
import { decoding, isHeldWhole, MAX_HELD, SEQUENTIAL_SHARE } from './measure.ts';

/** Makes small pictures of a file beside its content. */
export type KeepThumbnails = (
  blobs: Blobs,
  file: { readonly path: string; readonly key: string; readonly bytes: number },
  format: LinkedFormat,
) => Promise<MadeThumbnails>;

/** A cover inside a video. */
const MAX_COVER = 10_000_000;

export function createKeepThumbnails(): KeepThumbnails {
  return async (blobs, { path, key, bytes }, format) => {
    const { type } = formats[format];
    const source =
      type === 'image' ? path : type === 'video' ? await coverOf(path, bytes) : undefined;
    if (source === undefined) return { sizes: [] };
    const {
      width = 0,
      height = 0,
      isProgressive,
    } = await sharp(source, { limitInputPixels: false }).metadata();
    const pixels = width * height;
    const isHeld = isHeldWhole(format, isProgressive);
    if (isHeld && pixels > MAX_HELD) return { sizes: [] };
    return decoding(isHeld ? pixels : pixels * SEQUENTIAL_SHARE, () =>
      make(blobs, { path, key }, source, Math.max(width, height)),
    );
  };
}

async function make(
  blobs: Blobs,
  { path, key }: { readonly path: string; readonly key: string },
  source: string | Buffer,
  longest: number,
): Promise<MadeThumbnails> {
  const sizes: MadeThumbnails['sizes'][number][] = [];
  // What is made of the largest one costs little.
  let from: string | Buffer = source;
  for (const size of [...thumbnailSizes].reverse()) {
    if (size >= longest) continue;
    const { data, info } = await sharp(from, { failOn: 'none', limitInputPixels: false })
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside' })
      // Twice as fast as the default, in as many bytes.
      .webp({ quality: 78, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    await put(blobs, `${path}-${size}`, `${key}-${size}`, data);
    sizes.push({ size, width: info.width, height: info.height, bytes: data.length });
    from = data;
  }
  const grey = await sharp(from, { failOn: 'none', limitInputPixels: false })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize(LOOK_WIDTH, LOOK_HEIGHT, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  const look = lookOf(grey);
  return { sizes: sizes.reverse(), ...(look !== undefined && { look }) };
}

async function put(blobs: Blobs, path: string, key: string, data: Buffer): Promise<void> {
  try {
    await writeFile(path, data, { mode: PRIVATE_FILE });
    await blobs.put(key, {
      path,
      sha256: createHash('sha256').update(data).digest('hex'),
      bytes: data.length,
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** The cover inside a video. Decoding frames would take a library of 70 MB. */
async function coverOf(path: string, bytes: number): Promise<Buffer | undefined> {
  const library = await mediaInfoFactory({ format: 'object', coverData: true });
  const handle = await open(path, 'r');
  try {
    const result = await library.analyzeData(bytes, async (size, offset) => {
      const buffer = new Uint8Array(size);
      const { bytesRead } = await handle.read(buffer, 0, size, offset);
      return buffer.subarray(0, bytesRead);
    });
    const tracks = (result.media?.track ?? []) as unknown as readonly {
      readonly [field: string]: unknown;
    }[];
    const data = tracks.find((track) => track['@type'] === 'General')?.Cover_Data;
    const first = typeof data === 'string' ? (data.split(' / ')[0] ?? '') : '';
    return first === '' || first.length > MAX_COVER ? undefined : Buffer.from(first, 'base64');
  } finally {
    await handle.close();
    library.close();
  }
}
