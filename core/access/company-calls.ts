import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';

/** Requests of a company in a calendar month (UTC), which is the id. */
interface CompanyCalls {
  readonly calls: number;
}

export const companyCallsKind = kind<CompanyCalls>('company-calls');

export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/**
 * Counts requests in memory and writes them now and then: a dying process loses the unwritten ones.
 */
interface CallCounter {
  count(companyId: string): void;
  flush(): Promise<void>;
}

export function createCallCounter({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): CallCounter {
  let counted = new Map<string, number>();
  return {
    count(companyId) {
      counted.set(companyId, (counted.get(companyId) ?? 0) + 1);
    },
    async flush() {
      const taken = counted;
      counted = new Map();
      for (const [companyId, calls] of taken)
        await changeDocument(store, companyCallsKind, {
          companyId,
          id: monthOf(clock.now()),
          change: (current) => ({
            doc: { calls: (current?.doc.calls ?? 0) + calls },
          }),
        }).catch(() => {
          // Kept for the next flush.
          counted.set(companyId, (counted.get(companyId) ?? 0) + calls);
        });
    },
  };
}
