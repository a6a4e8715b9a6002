import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { deliveryKind } from './records.ts';

/** In a restored database: what was not sent by then may have been sent since. */
export async function distrustDeliveries(
  store: Store,
  companyId: string,
  at: number,
): Promise<void> {
  for (const { id, version, doc } of await allOf(store, deliveryKind, companyId))
    if (doc.state === 'open')
      await store.commit([
        { kind: deliveryKind, companyId, id, expect: version, doc: { ...doc, doubtedAt: at } },
      ]);
}
