import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { AccessPorts } from '../../accounts/access.ts';
import { SlipwayError } from '../../base/errors.ts';
import { breaks, refusal } from '../../base/refusal.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store } from '../../ports/store.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { pageOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { requiredAccounts } from '../../report/accounts.ts';
import { optionalRangeOf } from '../../report/request.ts';
import { exportFields, isExportField } from './fields.ts';
import { type ExportRecord, exportAnswer, exportKind, exportQueue, fileOf } from './records.ts';
import type { ExportRequest, ExportResponse } from './schema.ts';

type StartExportPorts = AccessPorts & Pick<ServicePorts, 'store' | 'clock' | 'jobs'>;

export const startExport = (
  ports: StartExportPorts,
  caller: Actor,
  request: ExportRequest,
  once: Once = unkeyed(ports.store),
): Promise<ExportResponse> =>
  once.inOneCommit(async (conclude) => {
    const { companyId } = caller;
    const record = await checkedExport(ports, companyId, request);
    const exportId = randomId(ports.secrets, 'export');
    const answer = exportAnswer(exportId, record);
    const { level, format, accountIds } = record;
    await conclude(
      [
        { kind: exportKind, companyId, id: exportId, expect: 'absent', doc: record },
        jobWrite(exportQueue, companyId, { subject: exportId, now: record.createdAt }),
        auditWrite(ports, caller, {
          action: 'export.create',
          subject: exportId,
          details: { level, format, accounts: accountIds.length },
        }),
      ],
      answer,
    );
    await ports.jobs.wake(jobId(exportQueue, companyId, exportId));
    return answer;
  });

async function checkedExport(
  ports: StartExportPorts,
  companyId: string,
  request: ExportRequest,
): Promise<ExportRecord> {
  const level = request.level ?? 'ad';
  const range = optionalRangeOf(request);
  const allowed = exportFields(level, range !== undefined);
  const unknown = request.fields?.find(
    (field) => !isExportField(level, range !== undefined, field),
  );
  if (unknown !== undefined)
    throw breaks(
      'fields',
      'unknown_field',
      `"${unknown.slice(0, 40)}" is no field of this export. Known: ${allowed.join(', ')}.`,
    );
  const { name, accounts } = await requiredAccounts(ports, companyId, request);
  if (range === undefined && level === 'ad')
    for (const { platform, id } of accounts)
      if (ports.platforms[platform]?.inspect === undefined)
        throw breaks(
          name,
          'unsupported_on_platform',
          `The ads of ${id} cannot be listed: the ${platform} platform does not offer it.`,
        );

  return {
    status: 'queued',
    level,
    format: request.format ?? 'ndjson',
    fields: request.fields === undefined || request.fields.length === 0 ? allowed : request.fields,
    accountIds: accounts.map(({ key }) => key),
    ...(range && { range }),
    rows: 0,
    bytes: 0,
    position: { account: 0 },
    createdAt: ports.clock.now(),
  };
}

export async function getExport(
  ports: { readonly store: Store },
  companyId: string,
  exportId: string,
): Promise<ExportResponse> {
  return exportAnswer(exportId, await recordOf(ports.store, companyId, exportId));
}

export async function listExports(
  ports: { readonly store: Store },
  companyId: string,
  window: PageWindow,
) {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(ports.store, exportKind, { companyId, query, ...window });
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

/** The finished file, piece by piece. Throws `conflict` while it is not finished. */
export async function openExportFile(
  ports: Pick<ServicePorts, 'store' | 'exportFiles'>,
  companyId: string,
  exportId: string,
): Promise<ExportFile> {
  const record = await recordOf(ports.store, companyId, exportId);
  if (record.status === 'error')
    throw noFile(
      'export_failed',
      `This export failed and has no file: ${record.error?.message ?? ''} Start it again.`,
    );
  if (record.status !== 'success')
    throw noFile(
      'export_not_ready',
      `This export is ${record.status}; its file is there when the status is success.`,
    );
  const content = await ports.exportFiles.read(companyId, fileOf(exportId, record), record.bytes);
  if (content === undefined)
    throw new SlipwayError('gone', 'The file of this export was removed. Start the export again.');
  return {
    contentType: record.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    filename: fileOf(exportId, record),
    bytes: record.bytes,
    content,
  };
}

async function recordOf(store: Store, companyId: string, exportId: string): Promise<ExportRecord> {
  const found = await store.get(exportKind, companyId, exportId);
  if (found === undefined)
    throw new SlipwayError(
      'not_found',
      'There is no such export here. Exports are kept for seven days.',
    );
  return found.doc;
}

const noFile = (code: string, message: string) =>
  refusal('conflict', { path: 'id', code, message });
