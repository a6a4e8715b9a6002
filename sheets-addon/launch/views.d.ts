import type { Stored } from '../../core/ports/store.ts';
import { type SheetLaunch } from '../../core/sheet/launch-record.ts';
import { type App } from '../app.ts';
/** A launch as the sidebar lists it. */
export interface LaunchView {
  readonly id: string;
  readonly batchId: number | null;
  readonly state: 'sending' | 'open' | 'done' | 'undoing';
  readonly createdAt: number;
  readonly total: number;
  readonly made: number;
  readonly failed: number;
  readonly undone: 'pause' | 'delete' | null;
  /** Ads the undo could not reach. */
  readonly stuck: number;
  /** Ads it made that no undo deleted, and whether there may be others nobody knows of. */
  readonly there: number;
  readonly inDoubt: boolean;
  readonly ofAnotherCompany: boolean;
}
export declare function viewsOf(app: App, launches: readonly Stored<SheetLaunch>[]): LaunchView[];
/** One ad of a launch: where its row stands now, and what became of it. */
export interface LaunchedRow {
  /** Null when the row was deleted; what was launched is still there. */
  readonly row: number | null;
  readonly adIds: readonly string[];
  readonly problems: readonly string[];
  readonly managerUrl: string;
}
export declare function launchDetails(app: App, id: string): Promise<LaunchedRow[]>;
