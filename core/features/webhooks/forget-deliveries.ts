import type { Clock } from '../../ports/clock.ts';
import type { Retention } from '../../ports/retention.ts';
import type { Store } from '../../ports/store.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { DELIVERY_KEPT_MS, deliveryKind } from './records.ts';

/** Forgets some of the deliveries that lie far back. */
export const forgetDeliveries = (
  { store, clock, retention }: { readonly store: Store; readonly clock: Clock; readonly retention?: Retention },
  companyId: string,
): Promise<Forgotten> => {
  const keptMs = retention?.deliveries === undefined ? DELIVERY_KEPT_MS : retention.deliveries * 86_400_000;
  return forgetExpired(store, deliveryKind, companyId, { by: 'createdAt', before: clock.now() - keptMs });
};
