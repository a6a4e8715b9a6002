import type { NamedRecord } from '../../operations/named-documents.ts';
import { kind } from '../../ports/store.ts';

export interface BoardRecord extends NamedRecord {
  readonly description?: string | undefined;
}

export const boardKind = kind<BoardRecord>('library-board', { createdAt: 'number' });

/** A tag that was once given. Id: the tag. The index of files counts its files. */
export const tagKind = kind<object>('library-tag');
