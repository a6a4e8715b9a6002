import type { ByteRange } from '../../core/ports/media-files.ts';

/** Where contents lie, by key: what the disk and an S3 bucket have in common. Keys are `<company>/<sha256>`, or of a small picture `<company>/<sha256>-<size>`. */
export interface Blobs {
  /** Stores a local file under a key; durable when it resolves. Harmless when the key is there already. The file stays. */
  put(key: string, file: LocalFile): Promise<void>;
  /** The bytes or a part of them; undefined when there is nothing under this key. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Harmless when there is nothing under this key. */
  remove(key: string): Promise<void>;
}

interface LocalFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Throws for anything that is not a key, so that no key can ever leave its folder or bucket. */
export function assertKey(key: string): void {
  if (!/^[\w-]{1,100}\/[0-9a-f]{64}(-\d{2,4})?$/.test(key)) throw new TypeError('This is not a key of the media store.');
}
