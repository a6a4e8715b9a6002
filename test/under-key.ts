import type { Clock } from '../core/ports/clock.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Store } from '../core/ports/store.ts';
import type { IdempotentRequest } from '../core/records/idempotency.ts';
import { keyed, type Once } from '../core/records/once.ts';

/** Something carried out once under a key. `replayed`: the answer is that of an earlier request. */
export async function underKey<A>(
  ports: { readonly store: Store; readonly clock: Clock; readonly secrets: Secrets },
  companyId: string,
  request: IdempotentRequest,
  work: (once: Once) => Promise<A>,
): Promise<{ readonly answer: A; readonly replayed: boolean }> {
  let replayed = false;
  const once = keyed(ports, companyId, request, () => {
    replayed = true;
  });
  const answer = await work(once);
  return { answer, replayed };
}
