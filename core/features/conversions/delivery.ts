import { openJournal } from '../../effects/journal.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { type DeliveryRecord, deliveryKind, eventKeyKind, payloadKind } from './records.ts';
import type { Verdict } from './verdicts.ts';

export type Delivery = ReturnType<typeof openDelivery>;

/**
 * For the one worker that holds the lease. The document is the state of its groups: what became of
 * one is folded into it.
 */
export function openDelivery(
  store: Store,
  lease: Lease,
  companyId: string,
  stored: Stored<DeliveryRecord>,
) {
  const { id } = stored;
  const { clock } = lease;
  const { head, append } = openJournal<DeliveryRecord, Verdict, undefined>(
    store,
    lease,
    companyId,
    stored,
    {
      head: deliveryKind,
      next(_id, before, { notBefore }, notedAt, change) {
        return {
          entry: undefined,
          head: { ...before, ...change, ...(notBefore !== undefined && { notedAt }) },
        };
      },
      // A corrected event may be sent under the key of a refused one.
      writes: (_entry, { keys, outcomes }, before) =>
        keys.flatMap((key, at): readonly Write[] => {
          const isFree = outcomes[at] === 'r' && before.outcomes[at] !== 'r';
          return isFree
            ? [{ kind: eventKeyKind, companyId, id: key, expect: 1, doc: undefined }]
            : [];
        }),
    },
  );
  const write = async (verdict: Verdict, also: readonly Write[] = []): Promise<void> => {
    await append(verdict, clock.now(), () => verdict, also);
  };
  return {
    clock,
    head,
    write,
    /** Deletes the sealed events with the last one that can be sent. */
    async settle() {
      const payload = head().outcomes.includes('u')
        ? undefined
        : await store.get(payloadKind, companyId, id);
      const also: Write[] = payload
        ? [{ kind: payloadKind, companyId, id, expect: payload.version, doc: undefined }]
        : [];
      await write({ state: 'settled' }, also);
    },
  };
}
