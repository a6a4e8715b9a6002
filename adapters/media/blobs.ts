import type { ByteRange } from '../../core/ports/media-files.ts';

/**
 * Contents by key, on a disk or in an S3 bucket. Keys are `<company>/<sha256>`, of a small picture
 * `<company>/<sha256>-<size>`.
 */
export interface Blobs {
  /** Durable when it resolves; harmless for an existing key. The file stays. */
  put(key: string, file: LocalFile): Promise<void>;
  /** Undefined for an unknown key. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Harmless when there is nothing under this key. */
  remove(key: string): Promise<void>;
}

interface LocalFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Throws for anything else: no key can leave its folder or bucket. */
export function assertKey(key: string): void {
  if (!/^[\w-]{1,100}\/[0-9a-f]{64}(-\d{2,4})?$/.test(key))
    throw new TypeError('This is not a key of the media store.');
}
