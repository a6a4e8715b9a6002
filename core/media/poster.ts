import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { breaks } from '../base/refusal.ts';
import type { IncomingFile } from '../ports/media-files.ts';
import { type MediaPorts, receiveFile } from './accept.ts';
import { changeFile } from './find/files.ts';
import { readMedia } from './library.ts';
import { mediaKind } from './records.ts';
import { formats, isUploadable, sniff } from './sniff.ts';

/**
 * Sets the picture that a video's small ones are made of, for all files with the same content.
 * Their addresses are cached as immutable, so a video that has some keeps them. `image` is a PNG or
 * JPEG in base64.
 */
export async function setPoster(
  ports: MediaPorts,
  caller: Caller,
  id: number,
  image: string,
): ReturnType<typeof readMedia> {
  const { companyId } = caller;
  const media = await readMedia(ports, companyId, id);
  if (media.type !== 'video')
    throw breaks('id', 'not_a_video', 'Only videos have posters: this file is an image.');
  if (media.thumbnails !== null) return media;
  const incoming = await receiveFile(ports, single(bytesOf(image)));
  try {
    await keepPoster(ports, caller, media.sha256, incoming);
  } finally {
    await incoming.discard();
  }
  return readMedia(ports, companyId, id);
}

async function keepPoster(
  ports: MediaPorts,
  caller: Caller,
  sha256: string,
  incoming: IncomingFile,
): Promise<void> {
  const { companyId } = caller;
  const format = sniff(incoming.head);
  if (!isUploadable(format) || formats[format].type !== 'image')
    throw breaks('image', 'invalid_poster', 'A poster is a PNG or JPEG in base64.');
  const made = await incoming.keepThumbnails?.(companyId, format, sha256).catch(() => undefined);
  if (made === undefined || made.sizes.length === 0)
    throw breaks(
      'image',
      'invalid_poster',
      'No small picture can be made of this: it is damaged, or has fewer than 161 pixels.',
    );
  const { items } = await ports.store.find(mediaKind, companyId, { where: { sha256 } });
  for (const { id } of items)
    await changeFile(ports.store, companyId, {
      id,
      change: (current) => ({
        ...current,
        thumbnails: made.sizes,
        ...(made.look !== undefined && { look: made.look }),
      }),
      also: () => [auditWrite(ports, caller, { action: 'media.poster', subject: id, details: {} })],
    });
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOf(base64: string): Uint8Array {
  const digits = base64.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const character of digits) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) throw breaks('image', 'invalid_poster', 'A poster is a PNG or JPEG in base64.');
    bits = ((bits << 6) | digit) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >> held) & 0xff;
    at += 1;
  }
  return bytes;
}

async function* single(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
