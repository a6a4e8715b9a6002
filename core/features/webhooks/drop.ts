import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { deliveryKind } from './records.ts';

/** Ends a delivery that the operator of the service gives up. */
export async function dropDelivery({ store }: { readonly store: Store }, companyId: string, id: string): Promise<undefined> {
  await changeDocument(store, deliveryKind, companyId, id, (current) => {
    if (current?.doc.status !== 'waiting') return { doc: current?.doc };
    const { nextAttemptAt: _next, ...doc } = current.doc;
    return { doc: { ...doc, status: 'given_up' as const, lastAnswer: 'Dropped by the operator of the service.' } };
  });
}
