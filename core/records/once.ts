import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Conflict, Json, Store, Write } from '../ports/store.ts';
import {
  type IdempotentRequest,
  idempotencyLease,
  type OpenRecord,
  openRecord,
} from './idempotency.ts';
import { claimLease, createHolder, type Lease, LeaseLost, startHeartbeat } from './lease.ts';
import { randomId } from './random-id.ts';

/**
 * Commits the work of a request together with its answer. Answers a conflict of `writes` as
 * `Store.commit` does.
 */
export type Conclude<A> = (writes: readonly Write[], answer: A) => Promise<Conflict | undefined>;

/** A request whose work leaves this service, step by step, by one attempt at a time. */
export interface Steps<P, A> {
  /** Where an earlier attempt was cut off: what it was about may have happened. */
  readonly begun: P | undefined;
  /** Whether the caller can send the request again under its key. */
  readonly repeatable: boolean;
  /** Ask just before sending what must not happen twice. */
  isHeld(): boolean;
  /** Writes down what is about to happen, and what a later attempt needs to continue. */
  begin(progress: P, writes: readonly Write[]): Promise<void>;
  conclude(answer: A, writes: readonly Write[]): Promise<void>;
  /** Nothing happened and nothing will: the key may be used for a corrected request. */
  refuse(writes: readonly Write[]): Promise<void>;
}

/**
 * How a use case carries a request out once. With an Idempotency-Key a repetition gets the first
 * answer, or continues what was begun; refusals are not kept.
 */
export interface Once {
  /** For work that is one commit, with its answer in it. `secret` answers are kept sealed. */
  inOneCommit<A extends object>(
    work: (conclude: Conclude<A>) => Promise<A>,
    options?: { readonly secret?: boolean },
  ): Promise<A>;
  /** For work that reaches out: a later attempt continues where this one was cut off. */
  inSteps<P extends object, A extends object>(work: (steps: Steps<P, A>) => Promise<A>): Promise<A>;
}

/** For work that changes nothing, or nothing more when repeated: keeps only the answer. */
export const answerOnce = <A extends object>(
  once: Once,
  work: () => Promise<A>,
  options: { readonly secret?: boolean } = {},
): Promise<A> =>
  once.inOneCommit<A>(async (conclude) => {
    const answer = await work();
    await conclude([], answer);
    return answer;
  }, options);

/**
 * For a request without a key, which cannot be repeated.
 *
 * @example
 * import { createMemoryStore } from 'slipway/adapters/store-memory';
 * import { unkeyed } from 'slipway/core';
 *
 * export const once = unkeyed(createMemoryStore());
 */
export function unkeyed(store: Store): Once {
  const commit = async (writes: readonly Write[]) =>
    writes.length === 0 ? undefined : store.commit(writes);
  const step = async (writes: readonly Write[]): Promise<void> => undisturbed(await commit(writes));
  return {
    inOneCommit: (work) => work(commit),
    inSteps: (work) =>
      work({
        begun: undefined,
        repeatable: false,
        isHeld: () => true,
        begin: (_progress, writes) => step(writes),
        conclude: (_answer, writes) => step(writes),
        refuse: step,
      }),
  };
}

interface OncePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** A crashed attempt is taken over after this time. */
const LEASE_MS = 30_000;
/**
 * A repetition waits this long for the request it repeats: shorter than connections are kept open.
 */
const PATIENCE_MS = 4 * 60_000;
const LOOK_MS = 1_000;

class Overtaken extends Error {}

/**
 * For a request with a key. Calls `onReplay` when the answer is that of an earlier one.
 *
 * @example
 * import { createSlipway } from 'slipway';
 * import { keyed } from 'slipway/core';
 *
 * const { ports, companyId, close } = await createSlipway();
 * const answer = (): Promise<{ readonly at: number }> =>
 *   keyed(ports, companyId, { key: 'my-program autumn-1', bodyDigest: 'of what was asked' }).inOneCommit(async (conclude) => {
 *     const made = { at: ports.clock.now() };
 *     await conclude([], made);
 *     return made;
 *   });
 * console.log((await answer()).at === (await answer()).at); // true
 * await close();
 */
export function keyed(
  ports: OncePorts,
  companyId: string,
  request: IdempotentRequest,
  onReplay: () => void = () => undefined,
): Once {
  const { store, clock, secrets } = ports;

  const replay = async <A>(kept: Json): Promise<A> => {
    onReplay();
    const sealed =
      typeof kept === 'object' && kept !== null && 'sealed' in kept ? kept.sealed : undefined;
    return (
      typeof sealed === 'string'
        ? JSON.parse(await secrets.open(sealed, { companyId, use: 'answer' }))
        : kept
    ) as A;
  };

  const inOneCommit: Once['inOneCommit'] = async (work, { secret = false } = {}) => {
    for (;;) {
      const record = await openRecord(ports, companyId, request);
      if (record.answer !== undefined) return replay(record.answer.body);
      try {
        return await work(async (writes, answer) => {
          const body = secret
            ? { sealed: await secrets.seal(JSON.stringify(answer), { companyId, use: 'answer' }) }
            : asJson(answer);
          const conflict = await store.commit([...writes, record.write({ answer: { body } })]);
          if (conflict?.lost.includes(writes.length)) throw new Overtaken();
          return conflict;
        });
      } catch (error) {
        // An equal request may have done meanwhile what this one is refused for.
        if (
          !(error instanceof Overtaken) &&
          (await openRecord(ports, companyId, request)).answer === undefined
        )
          throw error;
      }
    }
  };

  const inSteps: Once['inSteps'] = async (work) => {
    const until = clock.monotonic() + PATIENCE_MS;
    const holder = createHolder(clock, randomId(secrets, 'request'));
    let entered: OpenRecord['version'] | undefined;
    while (clock.monotonic() < until) {
      const { answer, version } = await openRecord(ports, companyId, request, { leased: true });
      if (answer !== undefined) return replay(answer.body);
      entered ??= version;
      const lease = await claimLease(ports, companyId, {
        name: idempotencyLease(request.key),
        holder,
        ttlMs: LEASE_MS,
      });
      if (lease === undefined) {
        await clock.sleep(LOOK_MS);
        continue;
      }
      const stopHeartbeat = startHeartbeat(clock, lease, LEASE_MS);
      try {
        const record = await openRecord(ports, companyId, request, { leased: true });
        if (record.answer !== undefined) return await replay(record.answer.body);
        // A later attempt was refused, and its caller was told so: this one must not do it after
        // all.
        if (record.begun === undefined && record.version !== entered) throw inProgress(ENDED);
        return await underLease(lease, record, work);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      } finally {
        stopHeartbeat();
        await lease.release();
      }
    }
    throw inProgress(RUNNING);
  };

  return { inOneCommit, inSteps };
}

const RUNNING =
  'The same request is being carried out right now. Ask again in a moment with the same Idempotency-Key.';
const ENDED =
  'The same request was sent once more meanwhile, and nothing was done. Ask again with the same Idempotency-Key to try once more.';

const inProgress = (message: string): SlipwayError =>
  new SlipwayError('conflict', message, {
    details: [{ path: 'Idempotency-Key', code: 'in_progress', message }],
  });

async function underLease<P extends object, A extends object>(
  lease: Lease,
  record: OpenRecord,
  work: (steps: Steps<P, A>) => Promise<A>,
): Promise<A> {
  let isWritten = record.begun !== undefined;
  const commit = async (writes: readonly Write[], own: Write): Promise<void> => {
    undisturbed(await lease.commit([...writes, own]));
    record.moved();
    isWritten = true;
  };
  let progress = record.begun;
  try {
    return await work({
      begun: record.begun as P | undefined,
      repeatable: true,
      isHeld: lease.isHeld,
      begin: (next, writes) => {
        progress = asJson(next);
        return commit(writes, record.write({ begun: progress }));
      },
      conclude: (answer, writes) =>
        commit(
          writes,
          record.write({
            ...(progress !== undefined && { begun: progress }),
            answer: { body: asJson(answer) },
          }),
        ),
      refuse: (writes) => commit(writes, record.free()),
    });
  } finally {
    // The sweep finds the lease by the record: there has to be one.
    if (!isWritten && lease.isHeld()) await commit([], record.free()).catch(() => undefined);
  }
}

/** Only this request writes the records that it writes in steps. */
function undisturbed(conflict: Conflict | undefined): void {
  if (conflict !== undefined)
    throw new Error('Another process has written the records of this request.');
}

const asJson = (value: object): Json => value as unknown as Json;
