import { kind } from '../ports/store.ts';

/** A collection of media that a company keeps by hand. */
export interface BoardRecord {
  readonly name: string;
  readonly description?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const boardKind = kind<BoardRecord>('library-board', { createdAt: 'number' });

/** That a file stands on a shelf, which is a tag or a board. Written once and never changed. Id: `<shelf>/<media>`. */
export interface ShelvedRecord {
  /** `tag:<tag>` or `board:<id>`. */
  readonly shelf: string;
  readonly media: string;
  /** Of the file, so that a shelf is listed as media are. */
  readonly createdAt: number;
}

export const shelvedKind = kind<ShelvedRecord>('library-shelved', { shelf: 'string', media: 'string', createdAt: 'number' });

export const shelvedId = ({ shelf, media }: Pick<ShelvedRecord, 'shelf' | 'media'>): string => `${shelf}/${media}`;
export const tagShelf = (tag: string): string => `tag:${tag}`;
export const boardShelf = (board: string): string => `board:${board}`;
