import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Small real files of every format, built here so that no binary lies in the repository. */

export const png = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#3366cc80' } })
    .png()
    .toBuffer();

export const jpeg = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#cc6633' } })
    .jpeg()
    .toBuffer();

/** A small PNG whose head promises another size. */
export const pngThatClaims = async (width: number, height: number): Promise<Buffer> =>
  claiming(await png(), width, height);

/** The same, stored in passes. */
export const interlacedPngThatClaims = async (width: number, height: number): Promise<Buffer> =>
  claiming(
    await sharp(await png())
      .png({ progressive: true })
      .toBuffer(),
    width,
    height,
  );

function claiming(png: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** A small JPEG, stored in passes, whose head promises another size. */
export async function progressiveJpegThatClaims(width: number, height: number): Promise<Buffer> {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#cc6633' } });
  const bytes = await image.jpeg({ progressive: true }).toBuffer();
  const head = bytes.indexOf(Buffer.from('ffc2', 'hex'));
  bytes.writeUInt16BE(height, head + 5);
  bytes.writeUInt16BE(width, head + 7);
  return bytes;
}

/** Stored lying, with the note to turn it by 90 degrees: people see 30 x 40. */
export const turnedJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#339966' } })
    .withExif({ IFD0: { Make: 'Slipway', Orientation: '6' } })
    .withMetadata({ orientation: 6, density: 72 })
    .jpeg()
    .toBuffer();

export const webp = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .webp()
    .toBuffer();

export const gif = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .gif()
    .toBuffer();

export interface VideoShape {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  /** A quarter turn, as telephones write it. */
  readonly turned?: boolean;
  readonly brand?: 'isom' | 'qt  ';
  /** Zero bytes of picture data, to make a file as large as wanted. */
  readonly padding?: number;
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value >>> 0, 4 * i);
  });
  return bytes;
};
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};

/** An MP4 or MOV file with one AVC track: all its tables, frames of one byte each. */
export function mp4({
  width,
  height,
  seconds,
  fps,
  turned,
  brand = 'isom',
  padding = 0,
}: VideoShape): Buffer {
  const scale = 1000;
  const frames = Math.round(seconds * fps);
  const duration = Math.round(seconds * scale);
  const one = 0x10000;
  const matrix = turned
    ? u32(0, one, 0, -one, 0, 0, 0, 0, 0x40000000)
    : u32(one, 0, 0, 0, one, 0, 0, 0, 0x40000000);
  const ftyp = box(
    'ftyp',
    Buffer.from(brand),
    u32(512),
    Buffer.from(brand === 'isom' ? 'isomiso2avc1mp41' : 'qt  '),
  );
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24),
    u16(0xffff),
    box(
      'avcC',
      Buffer.from([1, 66, 0, 30, 0xff, 0xe1, 0, 4, 0x67, 66, 0, 30, 1, 0, 2, 0x68, 0xce]),
    ),
  );
  const build = (offset: number): Buffer =>
    box(
      'moov',
      box(
        'mvhd',
        u32(0, 0, 0, scale, duration, one),
        Buffer.from([1, 0]),
        Buffer.alloc(10),
        matrix,
        Buffer.alloc(24),
        u32(2),
      ),
      box(
        'trak',
        box(
          'tkhd',
          u32(3, 0, 0, 1, 0, duration),
          Buffer.alloc(16),
          matrix,
          u32(width * one, height * one),
        ),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, scale, duration), u16(0x55c4), u16(0)),
          box('hdlr', u32(0, 0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('video\0')),
          box(
            'minf',
            box('vmhd', u32(1, 0, 0)),
            box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
            box(
              'stbl',
              box('stsd', u32(0, 1), entry),
              box('stts', u32(0, 1, frames, Math.round(scale / fps))),
              box('stsc', u32(0, 1, 1, frames, 1)),
              box('stsz', u32(0, 1, frames)),
              box('stco', u32(0, 1, offset)),
            ),
          ),
        ),
      ),
    );
  const moov = build(0);
  return Buffer.concat([
    ftyp,
    build(ftyp.length + moov.length + 8),
    box('mdat', Buffer.alloc(frames + padding)),
  ]);
}

/** An AVI file with one uncompressed track. */
export function avi({ width, height, seconds, fps }: VideoShape): Buffer {
  const le = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => {
      bytes.writeUInt32LE(value >>> 0, 4 * i);
    });
    return bytes;
  };
  const chunk = (type: string, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(type), le(body.length), body, Buffer.alloc(body.length % 2)]);
  const list = (type: string, ...content: readonly Buffer[]): Buffer =>
    chunk('LIST', Buffer.concat([Buffer.from(type), ...content]));
  const frames = Math.round(seconds * fps);
  const size = width * height * 3;
  const avih = chunk(
    'avih',
    le(
      Math.round(1_000_000 / fps),
      size * fps,
      0,
      0x10,
      frames,
      0,
      1,
      size,
      width,
      height,
      0,
      0,
      0,
      0,
    ),
  );
  const strh = chunk(
    'strh',
    Buffer.concat([
      Buffer.from('vidsDIB '),
      le(0, 0, 0, 1, fps, 0, frames, size, 0xffffffff, 0),
      le(0, 0),
    ]),
  );
  const strf = chunk(
    'strf',
    Buffer.concat([le(40, width, height), Buffer.from([1, 0, 24, 0]), le(0, size, 0, 0, 0, 0)]),
  );
  const movi = list(
    'movi',
    ...Array.from({ length: frames }, () => chunk('00db', Buffer.alloc(size))),
  );
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('AVI '), list('hdrl', avih, list('strl', strh, strf)), movi]),
  );
}
