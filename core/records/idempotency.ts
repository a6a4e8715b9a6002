import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type Json, kind, type Store, type Write } from '../ports/store.ts';
import { type Forgotten, forgetExpired } from './expired.ts';

/** A request that must be carried out once however often it is sent. Scoped to a company, method and path. */
export interface IdempotentRequest {
  /** Method, path and the caller's key, joined by the server. */
  readonly key: string;
  /** Of the body's meaning: equal bodies have an equal digest whatever the order of their members. */
  readonly bodyDigest: string;
}

interface IdempotencyRecord {
  readonly bodyDigest: string;
  readonly expiresAt: number;
  /** Absent while the first request is still being carried out. */
  readonly answer?: { readonly status: number; readonly body: Json };
}

export const idempotencyKind = kind<IdempotencyRecord>('idempotency', { expiresAt: 'number' });

const DAY = 24 * 60 * 60 * 1000;
/** How long an unfinished request keeps others off: longer than a listener waits for an answer (255 s). */
const PENDING = 5 * 60 * 1000;
/**
 * How long a record stays after its time. A deleted record's versions come back, so it is deleted only when
 * nobody can still hold one of them: longer after than any request takes.
 */
const GRACE = 60 * 60 * 1000;

export type Idempotency =
  /** Carried out before: give this answer again. */
  | { readonly state: 'replay'; readonly status: number; readonly body: Json }
  /** First of its kind. `write` goes into the commit that carries the request out, or is committed after it. */
  | {
      readonly state: 'new';
      write(status: number, body: Json): Write;
      /** Forgets the claim of a request that was refused: only carried-out answers are kept. */
      abandon(): Promise<void>;
    };

/**
 * Looks an idempotent request up. Throws `conflict` when the key was used with another body, or when the
 * same request is being carried out at this moment.
 *
 * With `claim` the request is marked as running first, so that a second one arriving meanwhile is refused;
 * leave it out where the carrying-out is itself one commit that holds `write`.
 */
export async function beginIdempotent(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  request: IdempotentRequest,
  options: { readonly claim?: boolean } = {},
): Promise<Idempotency> {
  const { store, clock } = ports;
  const current = await store.get(idempotencyKind, companyId, request.key);
  const live = current !== undefined && current.doc.expiresAt > clock.now() ? current.doc : undefined;
  if (live !== undefined) {
    if (live.bodyDigest !== request.bodyDigest)
      throw new SlipwayError('conflict', 'This Idempotency-Key was used with another body. Use a new key for a new request.');
    if (live.answer !== undefined) return { state: 'replay', ...live.answer };
    throw new SlipwayError(
      'conflict',
      'The same request is being carried out right now. Ask again in a moment with the same Idempotency-Key.',
    );
  }

  let expect: number | 'absent' = current?.version ?? 'absent';
  const record = (doc: IdempotencyRecord): Write => ({ kind: idempotencyKind, companyId, id: request.key, expect, doc });
  const moved = (): void => {
    expect = expect === 'absent' ? 1 : expect + 1;
  };
  const again = () => beginIdempotent(ports, companyId, request, options);
  if (options.claim) {
    if (await store.commit([record({ bodyDigest: request.bodyDigest, expiresAt: clock.now() + PENDING })])) return again();
    moved();
  } else if (current !== undefined && current.doc.expiresAt <= clock.now() - GRACE / 2) {
    // Would be swept away soon, and its version could come back before ours is written: it is put off.
    if (await store.commit([record({ bodyDigest: request.bodyDigest, expiresAt: clock.now() })])) return again();
    moved();
  }
  return {
    state: 'new',
    write: (status, body) => record({ bodyDigest: request.bodyDigest, expiresAt: clock.now() + DAY, answer: { status, body } }),
    async abandon() {
      // By our own version: a claim that lapsed and was taken over by another is not ours to end.
      if (options.claim) await store.commit([record({ bodyDigest: request.bodyDigest, expiresAt: clock.now() })]);
    },
  };
}

/** Forgets some of the records whose time has long passed. */
export const forgetIdempotent = (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> => forgetExpired(store, idempotencyKind, companyId, { by: 'expiresAt', before: clock.now() - GRACE });
