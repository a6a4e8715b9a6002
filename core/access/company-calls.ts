import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';

/** How many requests a company made in a calendar month (UTC). Its id is the month. */
interface CompanyCalls {
  readonly calls: number;
}

export const companyCallsKind = kind<CompanyCalls>('company-calls');

export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Counts requests in memory and writes them down now and then: what a process that dies has not written is not counted. */
interface CallCounter {
  count(companyId: string): void;
  flush(): Promise<void>;
}

export function createCallCounter({ store, clock }: { readonly store: Store; readonly clock: Clock }): CallCounter {
  let counted = new Map<string, number>();
  return {
    count(companyId) {
      counted.set(companyId, (counted.get(companyId) ?? 0) + 1);
    },
    async flush() {
      const taken = counted;
      counted = new Map();
      for (const [companyId, calls] of taken)
        await changeDocument(store, companyCallsKind, companyId, monthOf(clock.now()), (current) => ({
          doc: { calls: (current?.doc.calls ?? 0) + calls },
        })).catch(() => {
          // A store that is away for a moment: they are written the next time.
          counted.set(companyId, (counted.get(companyId) ?? 0) + calls);
        });
    },
  };
}
