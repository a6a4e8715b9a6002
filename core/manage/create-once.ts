import type { Actor } from '../access/caller.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../errors.ts';
import type { Unanswered } from '../ports/platform-create.ts';
import type { Json, Write } from '../ports/store.ts';
import { startHeartbeat } from '../records/heartbeat.ts';
import { beginIdempotent, type IdempotentRequest } from '../records/idempotency.ts';
import { claimLease, type Lease, LeaseLost } from '../records/lease.ts';
import { randomId, randomText } from '../records/random-id.ts';
import { type CreationJournal, creationLease, openCreation, unkept } from './creation.ts';
import type { ManagePorts } from './open-account.ts';
import { asking, type RequestFields } from './refusal.ts';
import { type Change, changeWrite } from './trace.ts';

/** How one object is created. `M` is what the platform made, `A` the answer to the request. */
export interface Recipe<M, A> {
  /** For sentences: `a campaign named "Autumn"`. */
  readonly what: string;
  readonly can: { readonly settleMs: number; readonly answerMs: number; readonly lagMs: number };
  /** Reads and checks all that can be known. Throws with the place in the request. */
  prepare(): Promise<{
    readonly change: Change;
    readonly at: RequestFields;
    send(mark: string): Promise<M | Unanswered>;
  }>;
  find(mark: string): Promise<M | undefined>;
  /** What is left to do once it is there, harmless when repeated. */
  finish(made: M, isNew: boolean): Promise<{ readonly answer: A; readonly writes: readonly Write[] }>;
}

/** `isHeld` says until the last moment whether nobody else carries the request out meanwhile. */
type OpenRecipe<M, A> = (isHeld: () => boolean) => Promise<Recipe<M, A>>;

/** A crashed request is taken over after this. */
const LEASE_MS = 30_000;
/** How long a repetition waits for the request it repeats: shorter than connections are kept open. */
const PATIENCE_MS = 4 * 60_000;
const LOOK_MS = 1_000;
/** How often it is sent at all, where the platform gives no answer and nothing is found of it. */
const SENDS = 3;
const FIRST_QUESTION_MS = 500;

/**
 * Creates one object once. That it is sent is written down before; what was sent and never answered for,
 * in this request or in one with the same Idempotency-Key that died, is looked for at the platform before
 * anything is sent again. Without a key the same holds within the request.
 */
export async function createOnce<M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  open: OpenRecipe<M, A>,
  idempotent?: IdempotentRequest,
): Promise<{ readonly answer: A; readonly replayed: boolean }> {
  const { store, clock, secrets } = ports;
  if (idempotent === undefined)
    return { answer: await carryOut(ports, caller, await open(() => true), unkept(store), false), replayed: false };
  const until = clock.now() + PATIENCE_MS;
  const holder = randomId(secrets, 'request');
  while (clock.now() < until) {
    const lease = await claimLease(ports, caller.companyId, creationLease(idempotent.key), holder, LEASE_MS);
    if (lease === undefined) {
      await clock.sleep(LOOK_MS);
      continue;
    }
    const stopHeartbeat = startHeartbeat(clock, lease, LEASE_MS);
    try {
      return await underLease(ports, caller, open, idempotent, lease);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      stopHeartbeat();
      await lease.release();
    }
  }
  const message = 'The same request is being carried out right now. Ask again in a moment with the same Idempotency-Key.';
  throw new SlipwayError('conflict', message);
}

async function underLease<M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  open: OpenRecipe<M, A>,
  idempotent: IdempotentRequest,
  lease: Lease,
): Promise<{ readonly answer: A; readonly replayed: boolean }> {
  const { companyId } = caller;
  const idempotency = await beginIdempotent(ports, companyId, idempotent);
  const journal = await openCreation(ports.store, lease, companyId, idempotent, idempotency, randomId(ports.secrets, 'cr'));
  const kept = journal.known?.answer;
  // Answers are kept as they were given.
  if (kept !== undefined) return { answer: kept as unknown as A, replayed: true };
  return { answer: await carryOut(ports, caller, await open(lease.isHeld), journal, true), replayed: false };
}

async function carryOut<M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  recipe: Recipe<M, A>,
  journal: CreationJournal,
  hasKey: boolean,
): Promise<A> {
  const { clock, secrets } = ports;
  const { mark } = journal.known ?? { mark: `slipway-${randomText(secrets, 12)}` };
  let sentAt = journal.known?.sentAt;
  let failure: PlatformFailure | undefined;
  let prepared: Awaited<ReturnType<typeof recipe.prepare>> | undefined;
  for (let sends = 0; ; sends += 1) {
    if (sentAt !== undefined) {
      const found = await look(sentAt, failure);
      if (found !== undefined) return finish(found, false);
      if (failure !== undefined && sends === SENDS) throw nothingMade(failure);
    }
    prepared ??= await prepare();
    const { change, at, send } = prepared;
    sentAt = clock.now();
    await journal.commit([...journal.sending({ mark, sentAt }), changeWrite(ports, caller, change)]);
    const made = await asking(at, () => send(mark)).catch(async (error: unknown) => {
      if (error instanceof PlatformError) await refuse(change, error.failure);
      throw error;
    });
    if (!isUnanswered(made)) return finish(made, true);
    failure = made.unanswered;
  }

  /** Undefined once the platform has had its time to make it and to show it. */
  async function look(since: number, unanswered: PlatformFailure | undefined): Promise<M | undefined> {
    const { settleMs, answerMs, lagMs } = recipe.can;
    const givenUpAt = unanswered === undefined ? since + answerMs : clock.now();
    // A code is the platform's own last word: nothing is made after it, though lists may lag behind.
    const deadline = givenUpAt + (unanswered?.code === undefined ? settleMs : lagMs);
    for (let pause = FIRST_QUESTION_MS; ; pause *= 2) {
      const found = await recipe.find(mark).catch((error: unknown) => {
        throw error instanceof PlatformError ? notKnown(unanswered ?? error.failure, recipe.what, hasKey) : error;
      });
      if (found !== undefined || clock.now() >= deadline) return found;
      await clock.sleep(Math.min(pause, deadline - clock.now()));
    }
  }

  async function prepare() {
    try {
      return await recipe.prepare();
    } catch (error) {
      // What is checked now may no longer hold for an earlier attempt, of which nothing is there.
      const writes = await journal.refused(clock.now());
      if (writes.length > 0) await journal.commit(writes);
      throw error;
    }
  }

  async function refuse(change: Change, { message: reason, traceId }: PlatformFailure): Promise<void> {
    const refused = changeWrite(ports, caller, { ...change, action: `${change.action}.refused` }, { reason, traceId });
    await journal.commit([...(await journal.refused(clock.now())), refused]);
  }

  async function finish(made: M, isNew: boolean): Promise<A> {
    const { answer, writes } = await recipe.finish(made, isNew);
    // JSON by its schema.
    const kept = answer as unknown as Json;
    await journal.commit([...writes, ...journal.done({ mark, sentAt: sentAt ?? clock.now(), answer: kept })]);
    return answer;
  }
}

const isUnanswered = <M>(made: M | Unanswered): made is Unanswered =>
  typeof made === 'object' && made !== null && 'unanswered' in made;

function notKnown(failure: PlatformFailure, what: string, hasKey: boolean): PlatformError {
  const message = `${failure.message} It may have been created all the same.`;
  const fix = hasKey
    ? `Send the same request with the same Idempotency-Key again: ${what} is looked for before anything is sent.`
    : `Look for ${what} in the ad account before trying again, or send an Idempotency-Key next time: then that is done for you.`;
  return new PlatformError({ ...failure, message, fix, retryable: hasKey });
}

function nothingMade(failure: PlatformFailure): PlatformError {
  const message = `${failure.message} Nothing was created: it was looked for afterwards.`;
  return new PlatformError({ ...failure, message, fix: 'Try again in a few minutes.', retryable: true });
}
