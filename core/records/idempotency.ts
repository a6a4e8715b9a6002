import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type Json, kind, type Store, type Write } from '../ports/store.ts';
import { expiredOf, type Forgotten, removals } from './expired.ts';
import { leaseKind } from './lease.ts';

/**
 * A request to be carried out once however often it is sent. Scoped to a company and an operation.
 */
export interface IdempotentRequest {
  /** The operation, what it is done to and the caller's key, joined by the server. */
  readonly key: string;
  /** Equal for bodies that differ only in the order of members. */
  readonly bodyDigest: string;
}

interface Progress {
  /** What a later attempt needs to continue. Absent: nothing has left this service. */
  readonly begun?: Json;
  /** Absent until it was carried out. */
  readonly answer?: { readonly body: Json };
}

interface IdempotencyRecord extends Progress {
  readonly bodyDigest: string;
  readonly expiresAt: number;
  /** A lease of the same key goes with it. */
  readonly leased?: true;
}

export const idempotencyKind = kind<IdempotencyRecord>('idempotency', { expiresAt: 'number' });

const DAY = 24 * 60 * 60 * 1000;
/**
 * A record stays this long after its time. A deleted record's versions come back, so it is deleted
 * only when no request can still hold one of them.
 */
const GRACE = 60 * 60 * 1000;
const STEP = 100;

export const idempotencyLease = (key: string): string => `idempotent:${key}`;

export interface OpenRecord extends Progress {
  /** As it was read. */
  readonly version: number | 'absent';
  /** Goes into the commit that makes it true. Loses when an equal request was faster. */
  write(progress: Progress): Write;
  free(): Write;
  /** To be called after each commit of one of its writes. */
  moved(): void;
}

/** Throws `conflict` when the key was used with another body. */
export async function openRecord(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  { key, bodyDigest }: IdempotentRequest,
  { leased = false }: { readonly leased?: boolean } = {},
): Promise<OpenRecord> {
  const { store, clock } = ports;
  const current = await store.get(idempotencyKind, companyId, key);
  const live =
    current !== undefined && current.doc.expiresAt > clock.now() ? current.doc : undefined;
  if (live !== undefined && live.bodyDigest !== bodyDigest)
    throw new SlipwayError(
      'conflict',
      'This Idempotency-Key was used with another body. Use a new key for a new request.',
      {
        details: [
          {
            path: 'Idempotency-Key',
            code: 'key_reused',
            message: 'Another body was sent with this key before.',
          },
        ],
      },
    );

  let version: number | 'absent' = current?.version ?? 'absent';
  const record = (expiresAt: number, progress: Progress): Write => {
    const doc: IdempotencyRecord = {
      bodyDigest,
      expiresAt,
      ...(leased && { leased }),
      ...progress,
    };
    return { kind: idempotencyKind, companyId, id: key, expect: version, doc };
  };
  const moved = () => {
    version = version === 'absent' ? 1 : version + 1;
  };
  if (current !== undefined && current.doc.expiresAt <= clock.now() - GRACE / 2) {
    // The sweep would delete it soon, and its version could come back before ours is written: put
    // it off.
    if (await store.commit([record(clock.now(), {})]))
      return openRecord(ports, companyId, { key, bodyDigest }, { leased });
    moved();
  }
  return {
    ...(live?.begun !== undefined && { begun: live.begun }),
    ...(live?.answer !== undefined && { answer: live.answer }),
    version,
    write: (progress) => record(clock.now() + DAY, progress),
    // Expired, not deleted: the versions of a deleted record would come back.
    free: () => record(clock.now(), {}),
    moved,
  };
}

export async function forgetIdempotent(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - GRACE;
  const { items, left } = await expiredOf(store, idempotencyKind, companyId, {
    by: 'expiresAt',
    before,
    limit: STEP,
  });
  const writes = await Promise.all(
    items.map(async (item) => {
      const lease =
        item.doc.leased && (await store.get(leaseKind, companyId, idempotencyLease(item.id)));
      return [
        ...removals(idempotencyKind, companyId, [item]),
        ...removals(leaseKind, companyId, lease ? [lease] : []),
      ];
    }),
  );
  const conflict = await store.commit(writes.flat());
  return conflict === undefined ? left : 'more';
}
