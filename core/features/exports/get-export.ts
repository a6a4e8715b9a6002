import { SlipwayError } from '../../base/errors.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { ExportFiles } from '../../ports/export-files.ts';
import type { Store } from '../../ports/store.ts';
import { pageOf } from '../../records/list.ts';
import { type ExportRecord, exportAnswer, exportKind, fileOf } from './records.ts';
import type { ExportResponse } from './schema.ts';

/** GET /v1/exports/{id}. Throws `not_found` when the company has no such export. */
export async function getExport(ports: { readonly store: Store }, companyId: string, exportId: string): Promise<ExportResponse> {
  return exportAnswer(exportId, await recordOf(ports.store, companyId, exportId));
}

/** GET /v1/exports: those that are still kept, the newest first. */
export async function listExports(ports: { readonly store: Store }, companyId: string, window: PageWindow) {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(ports.store, exportKind, companyId, query, window);
  const rows = items.map(({ id, doc }) => {
    const { success: _, ...row } = exportAnswer(id, doc);
    return row;
  });
  return { items: rows, total };
}

export interface ExportFile {
  readonly contentType: string;
  readonly filename: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** GET /v1/exports/{id}/file: the finished file, piece by piece. Throws `conflict` while it is not finished. */
export async function openExportFile(
  ports: { readonly store: Store; readonly exportFiles: ExportFiles },
  companyId: string,
  exportId: string,
): Promise<ExportFile> {
  const record = await recordOf(ports.store, companyId, exportId);
  if (record.status === 'error')
    throw noFile('export_failed', `This export failed and has no file: ${record.error?.message ?? ''} Start it again.`);
  if (record.status !== 'success')
    throw noFile('export_not_ready', `This export is ${record.status}; its file is there when the status is success.`);
  const content = await ports.exportFiles.read(companyId, fileOf(exportId, record), record.bytes);
  if (content === undefined) throw gone();
  return {
    contentType: record.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    filename: fileOf(exportId, record),
    bytes: record.bytes,
    content,
  };
}

async function recordOf(store: Store, companyId: string, exportId: string): Promise<ExportRecord> {
  const found = await store.get(exportKind, companyId, exportId);
  if (found === undefined) throw new SlipwayError('not_found', 'There is no such export here. Exports are kept for seven days.');
  return found.doc;
}

const gone = (): SlipwayError => new SlipwayError('gone', 'The file of this export was removed. Start the export again.');

const noFile = (code: string, message: string): SlipwayError =>
  new SlipwayError('conflict', message, { details: [{ path: 'id', code, message }] });
