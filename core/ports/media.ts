import type { Store } from './store.ts';

/** Where a launch reads images and videos named by URL. */
export interface MediaSource {
  /**
   * What is known about a file without reading it: full facts for files of our media store,
   * `missing` for an address of ours at which this company has no file, undefined for any other
   * address. Sends no request. Reads through `store` where given.
   */
  describe(
    companyId: string,
    url: string,
    store?: Pick<Store, 'get'>,
  ): Promise<MediaFacts | 'missing' | undefined>;

  /**
   * The bytes. Files of our own store are never fetched; any other address must be public. Throws
   * `SlipwayError('media_unreachable')`, `('media_too_large')` or `('media_invalid')`, each with
   * what to do. With `pages` an HTML file is taken too.
   */
  load(
    companyId: string,
    url: string,
    options?: { readonly pages?: boolean },
  ): Promise<LoadedMedia>;

  /**
   * The file that stands for an address of another host in an approved plan: fetched and kept when
   * planned, the same when applied. Absent: such an address is fetched when it is uploaded.
   */
  keep?(address: string): Promise<KeptMedia | Unkept>;
}

/** A file of our media store that an address led to when a plan was made. */
export interface KeptMedia extends MediaFacts {
  /** What is there never changes. */
  readonly url: string;
}

/** Why an address cannot be part of a plan. */
export interface Unkept {
  readonly code: string;
  readonly message: string;
}

export interface MediaFacts {
  /** Of the content, 64 lower-case hex digits. */
  readonly sha256: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly filename: string;
  readonly width?: number;
  readonly height?: number;
  /** Videos only. */
  readonly durationSeconds?: number;
}

export interface LoadedMedia {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly contentType: string;
  readonly filename: string;
}
