import type { Clock } from '../../core/ports/clock.ts';

/**
 * A line of companies that wait to send, in which they take turns however many requests one of them has queued; and so do
 * the works of a company, so that a small one does not wait behind all requests of a large one.
 */
export interface FairLine {
  /**
   * Resolves with 0 when the caller may send now. Resolves at once with the milliseconds still to wait when
   * that is longer than the line is patient: the caller then gives its work back instead of holding it.
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
        for (const works of waiting.values()) for (const queue of works.values()) for (const resolve of queue) resolve(wait);
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
      // To the end of the line: the other companies, and its other works, come first next time.
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
