import { type Json, kind, type Store, type Write } from '../ports/store.ts';
import { type Idempotency, type IdempotentRequest, idempotencyKind } from '../records/idempotency.ts';
import type { Lease } from '../records/lease.ts';

/**
 * A creation whose request has an Idempotency-Key. Without an answer it was on its way when this was
 * written: whether it arrived is not known. The key's own record names it.
 */
export interface Creation {
  /** What the object carries, wherever it is. */
  readonly mark: string;
  /** Milliseconds, of the latest attempt. */
  readonly sentAt: number;
  readonly answer?: Json;
}

export const creationKind = kind<Creation>('creation');

/** The journal of one creation. Each member answers the writes that belong into the commit of the step itself. */
export interface CreationJournal {
  /** What an earlier attempt left behind. */
  readonly known: Creation | undefined;
  /** Of the request as a whole: all or nothing, and nothing once another has taken over. */
  commit(writes: readonly Write[]): Promise<void>;
  sending(creation: Creation): readonly Write[];
  done(creation: Creation): readonly Write[];
  /** Nothing was made: the key is free again, because refusals are not kept. */
  refused(): Promise<readonly Write[]>;
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
  const record = (doc: Creation | undefined): Write => ({ kind: creationKind, companyId, id, expect: version, doc });
  return {
    known: current?.doc,
    async commit(writes) {
      const moves = writes.some((write) => write.kind === creationKind);
      undisturbed(await lease.commit(writes));
      if (moves) version = version === 'absent' ? 1 : version + 1;
    },
    sending: (creation) => [
      record(creation),
      ...(version === 'absent' && idempotency.state === 'new' ? [idempotency.write(200, { creationId: id })] : []),
    ],
    done: (creation) => [record(creation)],
    async refused() {
      const key = await store.get(idempotencyKind, companyId, request.key);
      if (version === 'absent' || key === undefined) return [];
      const free: Write = { kind: idempotencyKind, companyId, id: request.key, expect: key.version, doc: undefined };
      return [record(undefined), free];
    },
  };
}
