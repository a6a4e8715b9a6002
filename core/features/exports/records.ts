import type { AccountKey } from '../../base/account-key.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { kind } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { DROPPED } from '../../records/drop.ts';
import { expiredOf, type Forgotten } from '../../records/expired.ts';
import type { DayRange } from '../../report/request.ts';
import type { ExportResponse } from './schema.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock'>;

export type ExportLevel = 'ad' | 'adset' | 'campaign';
export type ExportFormat = 'ndjson' | 'csv';

export interface ExportRecord {
  readonly status: 'queued' | 'running' | 'success' | 'error';
  readonly level: ExportLevel;
  readonly format: ExportFormat;
  readonly fields: readonly string[];
  readonly accountIds: readonly AccountKey[];
  readonly range?: DayRange;
  readonly rows: number;
  readonly bytes: number;
  /** The account at work, and where its next slice begins. */
  readonly position: { readonly account: number; readonly after?: string };
  readonly createdAt: number;
  readonly finishedAt?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export const exportKind = kind<ExportRecord>('export', { createdAt: 'number' });

export const exportQueue = 'export';

const EXPORT_KEPT_MS = 7 * 86_400_000;

export const fileOf = (exportId: string, { format }: Pick<ExportRecord, 'format'>) =>
  `${exportId}.${format}`;

export function exportAnswer(exportId: string, record: ExportRecord): ExportResponse {
  const { status, level, format, rows, bytes, createdAt, finishedAt, error } = record;
  const shown = { exportId, status, level, format, rows, bytes };
  return {
    success: true,
    ...shown,
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === undefined ? null : new Date(finishedAt).toISOString(),
    ...(error && { error }),
  };
}

export async function dropExport(
  { store, clock }: Ports,
  companyId: string,
  id: string,
): Promise<undefined> {
  await changeKept(store, exportKind, {
    companyId,
    id,
    change(doc) {
      if (doc.status !== 'queued' && doc.status !== 'running') return doc;
      return {
        ...doc,
        status: 'error' as const,
        finishedAt: clock.now(),
        error: { code: 'dropped', message: DROPPED },
      };
    },
  });
}

export async function forgetExports(
  { store, clock, exportFiles }: Ports & Pick<ServicePorts, 'exportFiles'>,
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - EXPORT_KEPT_MS;
  const { items, left } = await expiredOf(store, exportKind, companyId, {
    by: 'createdAt',
    before,
    limit: 20,
  });
  for (const { id, version, doc } of items) {
    await exportFiles.remove(companyId, fileOf(id, doc));
    await store.commit([{ kind: exportKind, companyId, id, expect: version, doc: undefined }]);
  }
  return left;
}
