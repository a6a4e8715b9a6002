import { kind } from '../../ports/store.ts';
import type { ReportQueryRequest } from '../../report/schema/report.ts';
import type { Period, ReportSchedule, SavedReport } from './schema.ts';

export interface SavedReportRecord {
  readonly name: string;
  readonly query: ReportQueryRequest;
  /** Absent: the dates stand in the query. */
  readonly period?: Period;
  readonly schedule?: ReportSchedule;
  /** Of the schedule, where `timezone` is not given. */
  readonly timezone: string;
  readonly nextRunAt?: number;
  readonly lastRun?: {
    readonly at: number;
    readonly status: 'success' | 'error';
    readonly rows: number;
    readonly message?: string;
  };
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const savedReportKind = kind<SavedReportRecord>('saved-report', { createdAt: 'number' });

/** The queue of scheduled reports. A subject is a report's id. */
export const SAVED_REPORT_QUEUE = 'saved-report';

const iso = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

export const shownReport = (id: string, doc: SavedReportRecord): SavedReport => ({
  id,
  name: doc.name,
  query: { ...doc.query },
  period: doc.period ?? null,
  schedule: doc.schedule === undefined ? null : { ...doc.schedule, timezone: doc.schedule.timezone ?? 'account' },
  nextRunAt: iso(doc.nextRunAt),
  lastRun:
    doc.lastRun === undefined
      ? null
      : { ...doc.lastRun, at: new Date(doc.lastRun.at).toISOString(), message: doc.lastRun.message ?? null },
  createdAt: new Date(doc.createdAt).toISOString(),
  updatedAt: new Date(doc.updatedAt).toISOString(),
});
