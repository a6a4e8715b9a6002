import type { Clock } from '../ports/clock.ts';
import { type Json, type Kind, kind, type Store, type Write } from '../ports/store.ts';
import { expiredOf, type Forgotten } from '../records/expired.ts';
import { type Idempotency, type IdempotentRequest, idempotencyKind } from '../records/idempotency.ts';
import { type Lease, leaseKind } from '../records/lease.ts';

/**
 * A creation whose request has an Idempotency-Key. Without an answer it was on its way when this was
 * written: whether it arrived is not known. The key's own record names it.
 */
export interface Creation {
  /** Of the request, as its own record has it. */
  readonly key: string;
  /** What the object carries, wherever it is. */
  readonly mark: string;
  /** Milliseconds, of the latest attempt. */
  readonly sentAt: number;
  readonly answer?: Json;
}

export const creationKind = kind<Creation>('creation', { sentAt: 'number' });

/** Held by whoever carries the request out. */
export const creationLease = (key: string): string => `creation:${key}`;

/** Longer than its key is remembered. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;
const STEP = 100;

/** Forgets some of the creations nobody can ask for any more. */
export async function forgetCreations(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - KEPT_MS;
  const { items, left } = await expiredOf(store, creationKind, companyId, { by: 'sentAt', before, limit: STEP });
  for (const { id, version, doc } of items) {
    const lease = await store.get(leaseKind, companyId, creationLease(doc.key));
    const gone = (kindOf: Kind, which: string, expect: number): Write => ({
      kind: kindOf,
      companyId,
      id: which,
      expect,
      doc: undefined,
    });
    // Where the key is just being used again nothing goes; it is as old the next time.
    await store.commit([
      gone(creationKind, id, version),
      ...(lease === undefined ? [] : [gone(leaseKind, creationLease(doc.key), lease.version)]),
    ]);
  }
  return left;
}

/** The journal of one creation. Each member answers the writes that belong into the commit of the step itself. */
export interface CreationJournal {
  /** What an earlier attempt left behind. */
  readonly known: Creation | undefined;
  /** Of the request as a whole: all or nothing, and nothing once another has taken over. */
  commit(writes: readonly Write[]): Promise<void>;
  sending(creation: Omit<Creation, 'key'>): readonly Write[];
  done(creation: Omit<Creation, 'key'>): readonly Write[];
  /** Nothing was made: the key is free again, because refusals are not kept. */
  refused(now: number): Promise<readonly Write[]>;
}

/** For requests nobody can repeat: nothing is kept. */
export const unkept = (store: Store): CreationJournal => ({
  known: undefined,
  commit: async (writes) => undisturbed(await store.commit(writes)),
  sending: () => [],
  done: () => [],
  refused: async () => [],
});

/** Nobody else writes what a creation writes. */
function undisturbed(conflict: Awaited<ReturnType<Store['commit']>>): void {
  if (conflict !== undefined) throw new Error('Somebody else has written the records of this creation.');
}

/** Requires the lease on the key: nobody else writes these records. */
export async function openCreation(
  store: Store,
  lease: Lease,
  companyId: string,
  request: IdempotentRequest,
  idempotency: Idempotency,
  newId: string,
): Promise<CreationJournal> {
  // Written by `sending` below, and by nothing else under this key.
  const id = idempotency.state === 'replay' ? (idempotency.body as { readonly creationId: string }).creationId : newId;
  const current = await store.get(creationKind, companyId, id);
  let version: number | 'absent' = current?.version ?? 'absent';
  const { key } = request;
  const record = (doc: Creation | undefined): Write => ({ kind: creationKind, companyId, id, expect: version, doc });
  return {
    known: current?.doc,
    async commit(writes) {
      const moves = writes.some((write) => write.kind === creationKind);
      undisturbed(await lease.commit(writes));
      if (moves) version = version === 'absent' ? 1 : version + 1;
    },
    sending: (creation) => [
      record({ ...creation, key }),
      ...(version === 'absent' && idempotency.state === 'new' ? [idempotency.write(200, { creationId: id })] : []),
    ],
    done: (creation) => [record({ ...creation, key })],
    async refused(now) {
      const kept = await store.get(idempotencyKind, companyId, key);
      if (version === 'absent' || kept === undefined) return [];
      // Its time is over, but it is there: the versions of a deleted record would come back.
      const free: Write = {
        kind: idempotencyKind,
        companyId,
        id: key,
        expect: kept.version,
        doc: { ...kept.doc, expiresAt: now },
      };
      return [record(undefined), free];
    },
  };
}
