import type { Store } from './store.ts';

/** Where images and videos come from when a launch names them by URL. */
export interface MediaSource {
  /**
   * What is known about a file without reading it: full facts for files in our own media store, `missing`
   * for an address of ours at which this company has no file, undefined for any other address. No request
   * leaves the machine. Read through `store` where the caller reads other documents through it.
   */
  describe(companyId: string, url: string, store?: Pick<Store, 'get'>): Promise<MediaFacts | 'missing' | undefined>;

  /**
   * The bytes. Files of our own store are read from it, never fetched; any other address must be public.
   * Throws `SlipwayError('media_unreachable')`, `('media_too_large')` or `('media_invalid')`, each with what to do.
   * With `pages` an HTML file is taken too.
   */
  load(companyId: string, url: string, options?: { readonly pages?: boolean }): Promise<LoadedMedia>;

  /**
   * The file that stands for an address of another host in a plan that somebody approves: fetched and kept when it is
   * planned, the same one when it is applied. Absent elsewhere: then such an address is fetched when it is uploaded.
   */
  keep?(address: string): Promise<KeptMedia | Unkept>;
}

/** A file in our own media store that an address led to when a plan was made. */
export interface KeptMedia extends MediaFacts {
  /** Where it is kept. What is there never changes. */
  readonly url: string;
}

/** Why an address cannot be part of a plan. */
export interface Unkept {
  readonly code: string;
  readonly message: string;
}

export interface MediaFacts {
  /** Of the content, 64 lower-case hex digits: equal content has an equal hash wherever it came from. */
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
