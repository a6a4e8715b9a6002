import { PlatformError, type PlatformFailure, SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Json, Store, Write } from '../ports/store.ts';
import { idempotencyKind } from '../records/idempotency.ts';
import { steadyClock } from '../records/lease.ts';
import { allOf } from '../records/list.ts';
import { randomText } from '../records/random-id.ts';
import { carryOn, type Outcomes } from './carry-on.ts';
import {
  type Effect,
  type EffectSettled,
  type EffectStates,
  type MarkedStep,
  workOnEffects,
} from './effect.ts';
import { afterCrash, applyEntry, foldEntries, rebase, withWaits } from './state.ts';
import type { Entry } from './step.ts';

/** The journal of one effect, as the record of a request keeps it. */
export interface SentEffect {
  readonly mark: string;
  readonly entries?: readonly Entry<EffectSettled<never>>[];
  /**
   * When it was last sent: all that the version before reads, which may go on with it in a rolling
   * restart.
   */
  readonly sentAt?: number | undefined;
}

interface EffectJournal {
  /** Written down by an earlier attempt that was cut off: it may have happened. */
  readonly begun: SentEffect | undefined;
  readonly repeatable: boolean;
  isHeld(): boolean;
  begin(sent: SentEffect, writes: readonly Write[]): Promise<void>;
  refuse(writes: readonly Write[]): Promise<void>;
}

interface Carried<M> {
  readonly made: M;
  /** False when an earlier attempt had made it. */
  readonly isNew: boolean;
}

/**
 * How often an effect is sent at all, where the platform does not answer and nothing is found of
 * it.
 */
const MAX_SENDS = 3;
const ID = 'effect';

/**
 * Doubts what requests were about when the backup was made, at `at`: it may have been made since,
 * and is looked for before anything is sent again.
 */
export async function doubtRequests(store: Store, companyId: string, at: number): Promise<void> {
  for (const { id, version, doc } of await allOf(store, idempotencyKind, companyId, {
    where: { expiresAt: { from: at } },
  })) {
    const sent = doc.begun as SentEffect | undefined;
    if (doc.answer !== undefined || sent?.mark === undefined) continue;
    const entries = [...entriesOf(sent), { at, doubted: [ID] }];
    const begun = { ...sent, entries } as unknown as Json;
    const write: Write = {
      kind: idempotencyKind,
      companyId,
      id,
      expect: version,
      doc: { ...doc, begun },
    };
    if ((await store.commit([write])) !== undefined)
      throw new Error('Another process works on the restored database already.');
  }
}

const entriesOf = ({ entries, sentAt }: SentEffect): readonly Entry<EffectSettled<never>>[] =>
  entries ?? (sentAt === undefined ? [] : [{ at: sentAt, sending: [ID] }]);

/**
 * Carries one effect out once, in a request. It is written down before it is sent; what was sent
 * without an answer, by this attempt or one that died, is looked for before anything is sent again.
 * Throws what the platform refused it for.
 */
export async function carryOutEffect<M>(
  { clock: given, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  effect: Effect<M>,
  journal: EffectJournal,
): Promise<Carried<M>> {
  // A clock that is set back meanwhile must not put off what is to be sent.
  const clock = steadyClock(given);
  const { begun } = journal;
  const { mark = `slipway-${randomText(secrets, 12)}` } = begun ?? {};
  let entries: readonly Entry<EffectSettled<M>>[] = begun === undefined ? [] : entriesOf(begun);
  const states: EffectStates<M> = rebase(foldEntries([{ id: ID }], entries), clock.now());
  let isNew = true;

  const record = async (
    { outcomes, ...rest }: Omit<Entry<EffectSettled<M>>, 'at'>,
    writes: readonly Write[] = [],
  ) => {
    const at = clock.now();
    const entry = { ...rest, at, ...(outcomes && { outcomes: withWaits(outcomes, states, at) }) };
    const isDone = outcomes?.[ID]?.to === 'done';
    if (isDone) isNew = states.get(ID)?.phase === 'sending';
    entries = [...entries, entry];
    const sentAt = entry.sending === undefined ? states.get(ID)?.sentAt : at;
    // What was made too: what is done to it next may take away the mark by which it would be found.
    await journal.begin(
      { mark, sentAt, entries: entries as readonly Entry<EffectSettled<never>>[] },
      writes,
    );
    applyEntry(states, entry);
  };

  const before = states.get(ID)?.result;
  if (before !== undefined) return { made: before.made, isNew: false };
  const open = afterCrash(states, clock.now(), () => false) as Outcomes<EffectSettled<M>>;
  // A repeated request may send the effect as often as the first one could, after it has searched
  // for what that one sent.
  if (begun !== undefined) await record({ outcomes: open, again: [ID] });
  const work = workOnEffects<M, MarkedStep>({
    clock,
    states,
    steps: [{ id: ID, mark, dependsOn: [] }],
    stopping: () => false,
    isHeld: journal.isHeld,
    renew: async () => undefined,
    record,
    effectOf: () => effect,
    async refused(_step, error, writes) {
      // Where the checks fail now and an earlier attempt made nothing, it will not be made.
      if (writes === undefined && entries.length > 0) await journal.refuse([]);
      if (writes !== undefined && error instanceof PlatformError)
        await journal.refuse(writes(error.failure));
      throw error;
    },
    mostSends: MAX_SENDS,
    givenUp(failure) {
      throw nothingMade(failure);
    },
    beyondSearch() {
      throw restored(effect.what);
    },
    otherwise(error) {
      throw error;
    },
    cannotAsk(_step, failure) {
      throw notKnown(states.get(ID)?.lastFailure ?? failure, effect.what, journal.repeatable);
    },
  });
  // The request waits for it: there is no job that would come back.
  await carryOn({ ...work, longestWaitMs: Number.POSITIVE_INFINITY });
  const result = states.get(ID)?.result;
  if (result === undefined) throw new Error('An effect ended without a result.');
  return { made: result.made, isNew };
}

function notKnown(failure: PlatformFailure, what: string, hasKey: boolean): PlatformError {
  const message = `${failure.message} It may have been created all the same.`;
  const fix = hasKey
    ? `Send the same request with the same Idempotency-Key again: ${what} is looked for before anything is sent.`
    : `Look for ${what} in the ad account before trying again, or send an Idempotency-Key next time: then that is done for you.`;
  return new PlatformError({ ...failure, message, fix, retryable: hasKey });
}

function restored(what: string): SlipwayError {
  const message = `This was being made when the backup was made from which the service was restored, and may have been completed since. Look for ${what} in the ad account. If it is not there, send the request with another Idempotency-Key.`;
  return new SlipwayError('conflict', message, {
    details: [{ path: 'Idempotency-Key', code: 'restored', message }],
  });
}

function nothingMade(failure: PlatformFailure): PlatformError {
  const message = `${failure.message} Nothing was created: it was looked for afterwards.`;
  return new PlatformError({
    ...failure,
    message,
    fix: 'Try again in a few minutes.',
    retryable: true,
  });
}
