import type { Clock } from '../ports/clock.ts';
import type { DayCounts } from '../ports/day-counts.ts';
import { kind, type Store, SYSTEM } from '../ports/store.ts';

/** By the number of the hour since 1970. */
interface DayCountRecord {
  readonly hours: { readonly [hour: string]: number };
}

export const dayCountKind = kind<DayCountRecord>('day-count');

const HOUR_MS = 3_600_000;
/** The running hour, and those that began within the last 24 hours. */
const HOURS = 24;
/** Attempts of a commit that lost. The count is for display only. */
const ATTEMPTS = 20;

/**
 * In the store, hour by hour. Counts during a commit go into the next one, so that a busy process
 * writes one document at a time. A dying process loses uncommitted counts.
 */
export function createDayCounts({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): DayCounts {
  const waiting = new Map<string, number>();
  let writing: Promise<void> | undefined;

  const hourNow = (): number => Math.floor(clock.now() / HOUR_MS);
  const recent = (
    hours: DayCountRecord['hours'],
    now: number,
  ): readonly (readonly [string, number])[] =>
    Object.entries(hours).filter(([hour]) => Number(hour) > now - HOURS);

  async function write(): Promise<void> {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [key, amount] = next;
      waiting.delete(key);
      await commit(key, amount);
    }
    writing = undefined;
  }

  async function commit(key: string, amount: number): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = await store.get(dayCountKind, SYSTEM, key);
      const now = hourNow();
      const kept = Object.fromEntries(recent(known?.doc.hours ?? {}, now));
      const doc: DayCountRecord = { hours: { ...kept, [now]: (kept[now] ?? 0) + amount } };
      const lost = await store.commit([
        { kind: dayCountKind, companyId: SYSTEM, id: key, expect: known?.version ?? 'absent', doc },
      ]);
      if (lost === undefined) return;
    }
  }

  return {
    add(key, amount) {
      waiting.set(key, (waiting.get(key) ?? 0) + amount);
      // A failing store costs counts, never a call.
      writing ??= write().catch(() => {
        writing = undefined;
      });
    },
    async lastDay(key) {
      await writing;
      const known = await store.get(dayCountKind, SYSTEM, key);
      return recent(known?.doc.hours ?? {}, hourNow()).reduce((sum, [, amount]) => sum + amount, 0);
    },
  };
}
