import type { Store, Stored, Write } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { type DeliveryRecord, deliveryKind, eventKeyKind, payloadKind } from './records.ts';

export type Journal = ReturnType<typeof openJournal>;

export function openJournal(
  store: Store,
  lease: Lease,
  companyId: string,
  { id, version: first, doc: initial }: Stored<DeliveryRecord>,
) {
  let version = first;
  let doc = initial;
  const commit = async (next: DeliveryRecord, more: readonly Write[]): Promise<void> => {
    const conflict = await lease.commit([{ kind: deliveryKind, companyId, id, expect: version, doc: next }, ...more]);
    if (conflict !== undefined) throw new Error(`Another process has written the delivery ${id}.`);
    version += 1;
    doc = next;
  };
  return {
    doc: () => doc,
    write: (change: Partial<DeliveryRecord>) => commit({ ...doc, ...change }, []),
    /** Frees the keys of refused events: a corrected event may be sent. */
    refuse: (change: Partial<DeliveryRecord>, positions: readonly number[]) =>
      commit(
        { ...doc, ...change },
        positions.map((at): Write => ({ kind: eventKeyKind, companyId, id: doc.keys[at] ?? '', expect: 1, doc: undefined })),
      ),
    /** Deletes the sealed events with the last one that can be sent. */
    async settle() {
      const payload = doc.outcomes.includes('u') ? undefined : await store.get(payloadKind, companyId, id);
      const forgotten = payload && { kind: payloadKind, companyId, id, expect: payload.version, doc: undefined };
      await commit({ ...doc, state: 'settled' }, forgotten === undefined ? [] : [forgotten]);
    },
  };
}
