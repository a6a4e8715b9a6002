import type { MediaFacts, MediaSource } from '../core/ports/media.ts';

/**
 * The smallest PNG; bytes behind its end are ignored by readers but make the content one of its
 * own.
 */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

/** Media that exist as soon as they are named: a pixel with the address behind it. */
export function createNamedMedia(
  facts: { readonly [url: string]: Partial<MediaFacts> } = {},
): MediaSource {
  return {
    async describe(_, url) {
      const known = facts[url];
      return (
        known && {
          sha256: `sha-of-${url}`,
          contentType: 'image/png',
          bytes: 10,
          filename: url.split('/').pop() ?? '',
          ...known,
        }
      );
    },
    async load(_, url) {
      return {
        bytes: new Uint8Array(Buffer.concat([PIXEL, Buffer.from(url)])),
        sha256: `sha-of-${url}`,
        contentType: 'image/png',
        filename: url.split('/').pop() ?? '',
      };
    },
  };
}
