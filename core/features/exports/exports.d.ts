import type { Actor } from '../../access/caller.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store } from '../../ports/store.ts';
import { type Once } from '../../records/once.ts';
import { type AccountPorts } from '../../report/accounts.ts';
import type { ExportRequest, ExportResponse } from './schema.ts';

type StartExportPorts = AccountPorts & Pick<ServicePorts, 'store' | 'clock' | 'jobs'>;
export declare const startExport: (
  ports: StartExportPorts,
  caller: Actor,
  request: ExportRequest,
  once?: Once,
) => Promise<ExportResponse>;
export declare function getExport(
  ports: {
    readonly store: Store;
  },
  companyId: string,
  exportId: string,
): Promise<ExportResponse>;
export declare function listExports(
  ports: {
    readonly store: Store;
  },
  companyId: string,
  window: PageWindow,
): Promise<{
  items: {
    exportId: string;
    status: 'error' | 'queued' | 'running' | 'success';
    level: 'ad' | 'adset' | 'campaign';
    format: 'csv' | 'ndjson';
    rows: number;
    bytes: number;
    createdAt: string;
    finishedAt: string | null;
    error?:
      | {
          code: string;
          message: string;
        }
      | undefined;
  }[];
  total: number;
}>;
export interface ExportFile {
  readonly contentType: string;
  readonly filename: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}
/** The finished file, piece by piece. Throws `conflict` while it is not finished. */
export declare function openExportFile(
  ports: Pick<ServicePorts, 'store' | 'exportFiles'>,
  companyId: string,
  exportId: string,
): Promise<ExportFile>;
