import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { DELIVERY_KEPT_MS, deliveryKind } from './records.ts';

/** Forgets some of the deliveries that lie far back. */
export const forgetDeliveries = (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> =>
  forgetExpired(store, deliveryKind, companyId, { by: 'createdAt', before: clock.now() - DELIVERY_KEPT_MS });
