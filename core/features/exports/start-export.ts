import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { AccessPorts } from '../../accounts/access.ts';
import { breaks } from '../../base/schema/faults.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Store } from '../../ports/store.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { requiredAccounts } from '../../report/accounts.ts';
import { optionalRangeOf } from '../../report/request.ts';
import { exportFields, isExportField } from './fields.ts';
import { type ExportRecord, exportAnswer, exportKind, exportQueue } from './records.ts';
import type { ExportRequest, ExportResponse } from './schema.ts';

interface StartExportPorts extends AccessPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** POST /v1/exports: checks and notes down what is wanted; the work is a job. */
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
        jobWrite(exportQueue, companyId, exportId, record.createdAt),
        auditWrite(ports, caller, 'export.create', exportId, { level, format, accounts: accountIds.length }),
      ],
      answer,
    );
    await ports.jobs.wake(jobId(exportQueue, companyId, exportId));
    return answer;
  });

/** What is wanted, checked. */
async function checkedExport(ports: StartExportPorts, companyId: string, request: ExportRequest): Promise<ExportRecord> {
  const level = request.level ?? 'ad';
  const range = optionalRangeOf(request);
  const allowed = exportFields(level, range !== undefined);
  const unknown = request.fields?.find((field) => !isExportField(level, range !== undefined, field));
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
