import type { AccountKey } from '../../base/account-key.ts';
import { kind } from '../../ports/store.ts';
import type { DayRange } from '../../report/request.ts';
import type { ExportResponse } from './schema.ts';

export type ExportLevel = 'ad' | 'adset' | 'campaign';
export type ExportFormat = 'ndjson' | 'csv';

/** An export and how far it has come. */
export interface ExportRecord {
  readonly status: 'queued' | 'running' | 'success' | 'error';
  readonly level: ExportLevel;
  readonly format: ExportFormat;
  readonly fields: readonly string[];
  readonly accountIds: readonly AccountKey[];
  /** Absent: structure without figures. */
  readonly range?: DayRange;
  readonly rows: number;
  readonly bytes: number;
  /** The account at work, and where its next slice begins; absent at its beginning. */
  readonly position: { readonly account: number; readonly after?: string };
  readonly createdAt: number;
  readonly finishedAt?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export const exportKind = kind<ExportRecord>('export', { createdAt: 'number' });

/** The queue of exports. A subject is an export's id. */
export const exportQueue = 'export';

/** How long a finished export can be fetched. */
export const EXPORT_KEPT_MS = 7 * 86_400_000;

export const fileOf = (exportId: string, { format }: Pick<ExportRecord, 'format'>): string => `${exportId}.${format}`;

export function exportAnswer(exportId: string, record: ExportRecord): ExportResponse {
  const { status, level, format, rows, bytes, createdAt, finishedAt, error } = record;
  return {
    success: true,
    exportId,
    status,
    level,
    format,
    rows,
    bytes,
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === undefined ? null : new Date(finishedAt).toISOString(),
    ...(error && { error }),
  };
}
