import type { ReportRowAnswer } from '../../core/schema/report.ts';
import { type ReportDefinition } from '../../core/sheet/report-definition.ts';
import type { App } from '../app.ts';
import type { Service } from '../service.ts';
export interface Figures {
  readonly rows: readonly ReportRowAnswer[];
  /** Of all amounts; null when rows have their own. */
  readonly currency: string | null;
  /** The platform could not be asked: these are the service's last good figures. */
  readonly stale: boolean;
  readonly warnings: readonly string[];
}
export declare function fetchReport(app: App, service: Service, definition: ReportDefinition): Promise<Figures>;
