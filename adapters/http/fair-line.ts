import type { Clock } from '../../core/ports/clock.ts';

/**
 * Waiting companies take turns, however many requests one has queued, and so do the works of a
 * company.
 */
export interface FairLine {
  /**
   * Resolves with 0 when the caller may send. Resolves at once with the milliseconds to wait when
   * longer than the line's patience: the caller gives its work back.
   */
  turn(companyId: string, work?: string): Promise<number>;
}

interface FairLineOptions {
  readonly clock: Clock;
  readonly patienceMs: number;
  /** Milliseconds until the next may go. */
  waitMs(): number;
  /** One goes now. */
  grant(): void;
}

export function createFairLine({ clock, patienceMs, waitMs, grant }: FairLineOptions): FairLine {
  /** By company and work, in the order in which they are served next. */
  const waiting = new Map<string, Map<string, ((waitMs: number) => void)[]>>();
  let serving = false;

  return {
    turn(companyId, work = '') {
      const wait = waitMs();
      if (wait > patienceMs) return Promise.resolve(wait);
      if (wait === 0 && waiting.size === 0) {
        grant();
        return Promise.resolve(0);
      }
      return new Promise((resolve) => {
        const works = waiting.get(companyId) ?? new Map<string, ((waitMs: number) => void)[]>();
        waiting.set(companyId, works);
        works.set(work, [...(works.get(work) ?? []), resolve]);
        if (!serving) void serve();
      });
    },
  };

  async function serve(): Promise<void> {
    serving = true;
    for (;;) {
      const [next] = waiting;
      if (next === undefined) break;
      const wait = waitMs();
      if (wait > patienceMs) {
        for (const works of waiting.values())
          for (const queue of works.values()) for (const resolve of queue) resolve(wait);
        waiting.clear();
        break;
      }
      if (wait > 0) {
        await clock.sleep(wait);
        continue;
      }
      const [companyId, works] = next;
      const [[work, queue] = ['', []]] = works;
      const resolve = queue.shift();
      // To the end of the line: other companies and works come first.
      waiting.delete(companyId);
      works.delete(work);
      if (queue.length > 0) works.set(work, queue);
      if (works.size > 0) waiting.set(companyId, works);
      grant();
      resolve?.(0);
    }
    serving = false;
  }
}
