import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { DELIVERY_KEPT_MS, deliveryKind } from './records.ts';

const STEP = 200;

/** Forgets some of the deliveries that lie far back. Says whether there may be more. */
export async function forgetDeliveries(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<'more' | 'done'> {
  const { items, next } = await store.find(deliveryKind, companyId, {
    where: { createdAt: { before: clock.now() - DELIVERY_KEPT_MS } },
    order: { by: 'createdAt' },
    limit: STEP,
  });
  const conflict = await store.commit(
    items.map(({ id, version }) => ({ kind: deliveryKind, companyId, id, expect: version, doc: undefined })),
  );
  return next === undefined && conflict === undefined ? 'done' : 'more';
}
