import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';

const CHUNK = 1024 * 1024;
const IEND = Buffer.from('49454e44ae426082', 'hex');
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/** A picture has a few dozen of these before its content. */
const MOST_SEGMENTS = 5_000;

/**
 * Whether a picture goes to its end, by the marks that formats have for it and without decoding anything: a
 * file that was cut off lacks it.
 */
export async function isWhole(path: string, format: 'png' | 'jpeg'): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if (format === 'png') return await holds(handle, IEND, 0);
    const content = await contentOfJpeg(handle);
    // Inside the content the mark cannot occur: there a zero follows each such first byte.
    return content !== undefined && (await holds(handle, END_OF_IMAGE, content));
  } finally {
    await handle.close();
  }
}

/** Where the content begins, behind the segments that describe it. A small picture inside them has an end of its own. */
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
