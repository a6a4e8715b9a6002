import type { Dimensions, MadeThumbnails } from '../ports/media-files.ts';
import { kind } from '../ports/store.ts';
import type { MediaType } from './sniff.ts';

/** An uploaded file: what is known about it. Its bytes are in the media store, under their hash. Its id is a number. */
export interface MediaRecord {
  /**
   * The last part of its address. Unique in the company, for ever: addresses are cached as immutable. It carries 131
   * random bits, because who knows the address may read the file.
   */
  readonly filename: string;
  /** The same without them. Absent in files that earlier versions kept: their names carry none. */
  readonly plainName?: string;
  readonly originalName: string;
  readonly sha256: string;
  readonly type: MediaType;
  readonly contentType: string;
  readonly bytes: number;
  readonly dimensions: Dimensions;
  readonly createdAt: number;
  /** The name it was sent with was taken. */
  readonly wasRenamed?: boolean;
  /** Of the library (core/features/library): a name for people, tags, and what its renditions have in common. */
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly idea?: string;
  /** Ids of the boards it is on. */
  readonly boards?: readonly string[];
  /** Keys of the accounts in which an ad that was launched here shows its content. */
  readonly usedIn?: readonly string[];
  /** What it is found by (core/media/find/facets.ts). Absent in files that earlier versions kept. */
  readonly facets?: readonly string[];
  /** Small pictures of it, kept beside its content. Absent in files that earlier versions kept. */
  readonly thumbnails?: MadeThumbnails['sizes'];
  /** How it looks (core/media/find/look.ts). */
  readonly look?: string;
  /** The length of a video. */
  readonly seconds?: number;
}

/** A file's name as people, names of ads and platforms are shown it. */
export const plainNameOf = ({ plainName, filename }: Pick<MediaRecord, 'plainName' | 'filename'>): string =>
  plainName ?? filename;

export const mediaKind = kind<MediaRecord>('media', {
  createdAt: 'number',
  sha256: 'string',
  type: 'string',
  idea: 'string',
  facets: 'strings',
  seconds: 'number',
});

/** How far the old files of a company were looked at for those that may go. */
interface MediaLookedRecord {
  /** Where the next step goes on; absent when all were looked at. */
  readonly after?: string;
  /** Files of before this time were looked at, or are. */
  readonly before: number;
}

export const mediaLookedKind = kind<MediaLookedRecord>('media-looked');

/** That all files of a company are in the indexes as this version makes them. Id: `media`. */
export const indexedKind = kind<{ readonly version: number }>('library-indexed');

/** The accounts whose ads show a file. Id: the SHA-256 of the file. */
interface UsedFileRecord {
  readonly accounts: readonly string[];
}

export const usedFileKind = kind<UsedFileRecord>('used-file');
