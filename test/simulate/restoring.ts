import { features } from '../../core/features/registry.ts';
import { distrustUnfinished } from '../../core/upkeep/restored.ts';
import type { Act } from './acts.ts';
import type { openJobsOf } from './beginning.ts';
import { START } from './process.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const SECOND = 1_000;

/**
 * When a backup was made, and when it was restored: what happened in between is not known to the
 * service.
 */
export interface Restored {
  readonly from: number;
  readonly at: number;
}

export interface Restoring {
  isOpen(): boolean;
  /**
   * While the database is put back and what it does not know is doubted: no process works on it.
   */
  isAtWork(): boolean;
  restored(): Restored | undefined;
}

interface Service {
  stop(): void;
  start(): void;
}

/** In some stories the database of some minutes ago comes back, as the command for it does it. */
export function restoring(
  { faults, choices, schedule, disk, note }: World,
  jobs: ReturnType<typeof openJobsOf>,
  service: Service,
): Restoring {
  let isOpen = false;
  let isAtWork = false;
  let restored: Restored | undefined;
  if (faults.has('restore') && choices.oneIn('restore', 2)) {
    isOpen = true;
    const from = choices.int('restore', 2 * MINUTE);
    let kept: ReturnType<typeof disk.backup> | undefined;
    schedule.after(from, undefined, () => {
      kept = disk.backup();
    });
    schedule.after(from + SECOND + choices.int('restore', 3 * MINUTE), undefined, () => {
      note('! the backup is restored');
      restored = { from, at: schedule.now() };
      isAtWork = true;
      service.stop();
      disk.restore(kept ?? disk.backup());
      let isReady = false;
      void distrustUnfinished(disk.store, features, START + from).then(() => {
        isReady = true;
      });
      const comeBack = () => {
        if (!isReady) return schedule.after(SECOND, undefined, comeBack);
        jobs.again();
        isOpen = false;
        isAtWork = false;
        service.start();
      };
      schedule.after(SECOND, undefined, comeBack);
    });
  }
  return { isOpen: () => isOpen, isAtWork: () => isAtWork, restored: () => restored };
}

/**
 * Acts of a company that can be judged: all, or those that were over before the backup or began
 * after it came back.
 */
export function judged(acts: readonly Act[], restored: Restored | undefined): readonly Act[] {
  if (restored === undefined) return acts;
  const { from, at } = restored;
  const isLost = ({ since, answeredAt = Number.POSITIVE_INFINITY }: Act) =>
    since < at && answeredAt >= from;
  return acts.some(isLost) ? [] : acts;
}
