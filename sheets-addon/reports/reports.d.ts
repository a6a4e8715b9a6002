import { type ReportDefinition } from '../../core/sheet/report-definition.ts';
import { type App } from '../app.ts';
/** Where a new report goes: a sheet of its own, or the selected cell and what is below it. */
export type Destination = 'sheet' | 'cell';
/** Saves a definition, new or changed, and fetches its figures. Nothing is written before the first figures are there. */
export declare function saveReport(app: App, given: unknown, destination: Destination, id?: string): Promise<ReportView[]>;
/** Fetches a report's figures again. When that fails the last good ones stay, with their age and the reason. */
export declare function refreshReport(app: App, id: string): Promise<void>;
export declare function deleteReport(app: App, id: string): Promise<ReportView[]>;
/** Refreshes all reports, or those that are due, as long as there is time. The rest waits for the next turn. */
export declare function refreshAll(
  app: App,
  only: 'due' | 'all',
): Promise<{
  refreshed: number;
  failed: number;
  left: number;
}>;
/** A report as the sidebar lists it. */
export interface ReportView {
  readonly id: string;
  readonly definition: ReportDefinition;
  readonly sheetName: string | null;
  readonly refreshedAt: number | null;
  readonly rows: number;
  readonly problem: string | null;
}
export declare function listReports(app: App): Promise<ReportView[]>;
