import { createHash } from 'node:crypto';
import { SlipwayError } from '../../core/base/errors.ts';
import type { LaunchMedia } from '../../core/ports/launch-ad.ts';
import type { LoadedMedia, MediaSource } from '../../core/ports/media.ts';

/** A tiny PNG whose header states its size; the address makes its content unique. */
function png(address: string): Uint8Array {
  const [, width = '1080', height = '1080'] = /(\d{2,4})x(\d{2,4})/.exec(address) ?? [];
  const bytes = Buffer.alloc(24);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(Number(width), 16);
  bytes.writeUInt32BE(Number(height), 20);
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(address)]));
}

function file(url: string): LoadedMedia {
  const video = url.endsWith('.mp4');
  const document = url.endsWith('.pdf');
  const large = /(\d{1,4})mb/.exec(url)?.[1];
  const bytes =
    large === undefined ? png(url) : new Uint8Array(Number(large) * 1024 * 1024 + 7).fill(65);
  if (!video) bytes.set(png(url).subarray(0, 24));
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: document ? 'application/pdf' : video ? 'video/mp4' : 'image/png',
    filename: url.split('/').pop() ?? '',
  };
}

/** own.test is our own store; addresses with "missing" cannot be read. */
export const testMedia: MediaSource = {
  async describe(_companyId, url) {
    if (!url.startsWith('https://own.test/')) return undefined;
    const { bytes, ...facts } = file(url);
    return { ...facts, bytes: bytes.length };
  },
  async load(_companyId, url) {
    if (url.includes('missing'))
      throw new SlipwayError('media_unreachable', 'The address does not answer.');
    if (url.includes('text'))
      throw new SlipwayError('media_invalid', 'This is a text, not an image.');
    return file(url);
  },
};

export const image = (
  name: string,
  more: Partial<LaunchMedia> = {},
): LaunchMedia & { url: string } => ({
  type: 'image',
  url: `https://media.test/${name}.png`,
  filename: `${name}.png`,
  ...more,
});

export const video = (
  name: string,
  more: Partial<LaunchMedia> = {},
): LaunchMedia & { url: string } => ({
  type: 'video',
  url: `https://media.test/${name}.mp4`,
  filename: `${name}.mp4`,
  ...more,
});

export const document = (
  name: string,
  more: Partial<LaunchMedia> = {},
): LaunchMedia & { url: string } => ({
  type: 'document',
  url: `https://media.test/${name}.pdf`,
  filename: `${name}.pdf`,
  ...more,
});
