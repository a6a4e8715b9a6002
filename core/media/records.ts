import type { Dimensions, MadeThumbnails } from '../ports/media-files.ts';
import { kind } from '../ports/store.ts';
import type { MediaType } from './sniff.ts';

/**
 * Facts of an uploaded file. Its bytes are in the media store, under their hash. Its id is a
 * number.
 */
export interface MediaRecord {
  /**
   * The last part of its address, unique in the company for ever: addresses are cached as
   * immutable. Its 131 random bits protect the file.
   */
  readonly filename: string;
  /** Without the random bits. Absent in files of earlier versions, whose names have none. */
  readonly plainName?: string;
  readonly originalName: string;
  readonly sha256: string;
  readonly type: MediaType;
  readonly contentType: string;
  readonly bytes: number;
  readonly dimensions: Dimensions;
  readonly createdAt: number;
  /** Its name was taken. */
  readonly wasRenamed?: boolean;
  /** Of the library (core/features/library); `idea` is common to its renditions. */
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly idea?: string;
  /** Ids. */
  readonly boards?: readonly string[];
  /** Keys of accounts in which an ad launched here shows its content. */
  readonly usedIn?: readonly string[];
  /** See core/media/find/facets.ts. Absent in files of earlier versions. */
  readonly facets?: readonly string[];
  /** Kept beside its content. Absent in files of earlier versions. */
  readonly thumbnails?: MadeThumbnails['sizes'];
  /** See core/media/find/look.ts. */
  readonly look?: string;
  /** Of a video. */
  readonly seconds?: number;
}

/** For people, names of ads and platforms. */
export const plainNameOf = ({
  plainName,
  filename,
}: Pick<MediaRecord, 'plainName' | 'filename'>): string => plainName ?? filename;

export const mediaKind = kind<MediaRecord>('media', {
  createdAt: 'number',
  sha256: 'string',
  type: 'string',
  idea: 'string',
  facets: 'strings',
  seconds: 'number',
});

/** How far a company's old files were checked for removal. */
interface MediaLookedRecord {
  /** Absent when all were checked. */
  readonly after?: string;
  /** Files of before this time. */
  readonly before: number;
}

export const mediaLookedKind = kind<MediaLookedRecord>('media-looked');

/** That all files of a company are indexed by this version. Id: `media`. */
export const indexedKind = kind<{ readonly version: number }>('library-indexed');

/** The accounts whose ads show a file. Id: its SHA-256. */
interface UsedFileRecord {
  readonly accounts: readonly string[];
}

export const usedFileKind = kind<UsedFileRecord>('used-file');

/**
 * Which file the media place of this installation holds, so that a process knows whether its own
 * place is that one.
 */
export const mediaMarkKind = kind<{ readonly sha256: string }>('media-mark');
