import type { CloudSource } from '../../ports/media-files.ts';
import { kind } from '../../ports/store.ts';

/** A subject is an import's id. */
export const IMPORT_QUEUE = 'import';

/** Of one import. */
export const MOST_FILES = 500;

/** How long an import can be read. The files stay. */
export const IMPORT_KEPT_MS = 30 * 86_400_000;

export interface ImportRecord {
  readonly createdAt: number;
  readonly createdBy: string;
  /** A model asked: unknown hosts are not asked. */
  readonly byModel?: true;
  readonly total: number;
  readonly finishedAt?: number;
}

export const importKind = kind<ImportRecord>('media-import', { createdAt: 'number' });

/** Id: `<import>/<position>`. */
export interface ImportFileRecord {
  readonly of: string;
  /** As given; `from` is where it is fetched. */
  readonly url: string;
  readonly from: string;
  readonly name?: string;
  /** Fetched through a connection: `from` is an address of that source. */
  readonly source?: CloudSource;
  /** The import, until the file has an outcome. */
  readonly waiting?: string;
  readonly outcome?: ImportOutcome;
}

export type ImportOutcome =
  | { readonly status: 'imported' | 'duplicate'; readonly media: number }
  | { readonly status: 'failed'; readonly code: string; readonly message: string };

export const importFileKind = kind<ImportFileRecord>('media-import-file', {
  of: 'string',
  waiting: 'string',
});

export const importFileId = (id: string, position: number): string =>
  `${id}/${String(position).padStart(4, '0')}`;
