import { kind } from '../../ports/store.ts';

/** A collection of media that a company keeps by hand. */
export interface BoardRecord {
  readonly name: string;
  readonly description?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const boardKind = kind<BoardRecord>('library-board', { createdAt: 'number' });

/** That a tag was once given. Id: the tag. How many files have it, their index says. */
export const tagKind = kind<object>('library-tag');
