import type { Pacing } from '../../adapters/http/pacing.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Jobs } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
/** Connections of one pool, and how many questions wait for one. */
export interface PoolState {
  readonly pool: string;
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Storage extends Pick<ServicePorts, 'store' | 'facts' | 'rate' | 'notifier'> {
  /** How work is handed out on this database. Closed with the storage. */
  openJobs(log: Log): Promise<Jobs>;
  /** Shares what platforms say about call budgets with all processes on this database. */
  sharePacing(pacing: Pacing): Pacing;
  /** Its pools of connections, where it has any. */
  pools?(): readonly PoolState[];
  /** The folders of its files, where it has any. */
  readonly folders?: readonly string[];
  close(): Promise<void>;
}
