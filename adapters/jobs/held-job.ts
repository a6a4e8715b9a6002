import type { Clock } from '../../core/ports/clock.ts';
import { type Job, type JobDone, type JobHandlers, type JobTurn, NEVER_DUE } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createSilence, startElapsed } from '../../core/records/silence.ts';

export interface JobHoldOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** A job whose worker is silent for so long is handed out again. Default 30,000 ms. */
  readonly patienceMs?: number;
}

export interface JobHold {
  /**
   * Jobs that are to be had although no due time says so: their worker fell silent, or a wrong clock has dated them
   * ahead. Both are known by watching, so workers ask at every sweep.
   */
  overdue(): Promise<readonly Stored<Job>[]>;
  /** The job as this worker now has it, or undefined when it is not due, gone, or another was faster. */
  take(job: Stored<Job>): Promise<Stored<Job> | undefined>;
  /** Carries it out and writes down what became of it. Never rejects. Answers when it is due again, if it is. */
  carryOut(taken: Stored<Job>, handlers: JobHandlers, stopping: () => boolean): Promise<JobDone>;
}

/** A worker's turn at a job, as its process knows it. */
interface Turn extends JobTurn {
  held: Stored<Job>;
  /** Since the last renewal was sent off; undefined when the job is known to be another's. */
  age: (() => number) | undefined;
}

/** Clocks of several machines differ by this much without being wrong. */
const TOLERANCE_MS = 5_000;
/** A job that a wrong clock has dated ahead waits as long as it was asked to, but never longer than this. */
const LONGEST_AHEAD_MS = 60_000;
const MOST = 500;

/**
 * How a worker holds a job: it writes its turn into the document, which only one worker's commit can do, and renews
 * the document while the handler runs. A job whose document was watched unchanged for the time its worker promised
 * to renew it in goes to the worker that watched. No clock of one machine is compared with another's for that, and
 * a process never takes a job it works on itself.
 */
export function createJobHold({ store, clock, log, patienceMs = 30_000 }: JobHoldOptions): JobHold {
  const silence = createSilence(clock);
  const turns = new Map<string, Turn>();

  const write = (job: Stored<Job>, doc: Job | undefined): Write => ({
    kind: jobKind,
    companyId: SYSTEM,
    id: job.id,
    expect: job.version,
    doc,
  });

  function isSilent({ id, version, doc: { turn, turnMs = patienceMs } }: Stored<Job>): boolean {
    if (turn === undefined || turns.has(turn)) return false;
    return silence.lasts(id, `${version} ${turn}`, Math.max(turnMs, patienceMs));
  }

  function isDue({ id, version, doc: { dueAt, askedAt } }: Stored<Job>): boolean {
    if (dueAt <= clock.now()) return true;
    if (askedAt === undefined || askedAt <= clock.now() + TOLERANCE_MS) return false;
    return silence.lasts(id, `${version} ${dueAt}`, Math.min(dueAt - askedAt, LONGEST_AHEAD_MS));
  }

  const mayTake = (job: Stored<Job>): boolean => (job.doc.turn === undefined ? isDue(job) : isSilent(job));

  /** Commits if the job is still this turn's. Somebody who asked for it once more meanwhile takes nothing away. */
  async function commit(turn: Turn, change: (doc: Job) => Job | undefined): Promise<boolean> {
    for (;;) {
      // A version alone does not say whose a job is: after a delete the versions begin again.
      if (turn.age === undefined || turn.age() >= patienceMs) if (!(await refresh(turn))) return false;
      const sent = startElapsed(clock);
      const doc = change(turn.held.doc);
      if ((await store.commit([write(turn.held, doc)])) === undefined) {
        turn.age = sent;
        if (doc !== undefined) turn.held = { ...turn.held, version: turn.held.version + 1, doc };
        return true;
      }
      if (!(await refresh(turn))) return false;
    }
  }

  async function refresh(turn: Turn): Promise<boolean> {
    const current = await store.get(jobKind, SYSTEM, turn.held.id);
    if (current?.doc.turn !== turn.id) {
      turn.age = undefined;
      return false;
    }
    turn.held = current;
    return true;
  }

  /** Answers how to stop, which waits for a commit that is under way. */
  function keepHold(turn: Turn): () => Promise<void> {
    let running = true;
    let renewal: Promise<unknown> = Promise.resolve();
    const keep = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(patienceMs / 3);
        if (!running) return;
        const renewed = commit(turn, (doc) => doc).catch((error: unknown) => {
          // A store that is away for a moment ends nothing: the turn is lost only when another takes it.
          log.warn('job.hold_failed', { job: turn.held.id, error: wordsOf(error) });
          return true;
        });
        renewal = renewed;
        if (!(await renewed)) return;
      }
    };
    void keep();
    return async () => {
      running = false;
      await renewal;
    };
  }

  return {
    async overdue() {
      const held = await store.find(jobKind, SYSTEM, { where: { turnMs: { from: 0 } }, order: { by: 'turnMs' }, limit: MOST });
      const ahead = await store.find(jobKind, SYSTEM, {
        where: { askedAt: { from: clock.now() + TOLERANCE_MS } },
        order: { by: 'askedAt' },
        limit: MOST,
      });
      const waiting = ahead.items.filter(({ doc }) => doc.turn === undefined);
      return [...held.items, ...waiting].filter(mayTake);
    },

    async take(job) {
      if (!mayTake(job)) return undefined;
      const { again: _again, turn: replaces, ...doc } = job.doc;
      const id = crypto.randomUUID();
      const sent = startElapsed(clock);
      const taken: Job = { ...doc, dueAt: NEVER_DUE, attempts: doc.attempts + 1, turn: id, turnMs: patienceMs };
      if ((await store.commit([write(job, taken)])) !== undefined) return undefined;
      silence.forget(job.id);
      const held = { id: job.id, version: job.version + 1, doc: taken };
      const turn: Turn = {
        id,
        ...(replaces !== undefined && { replaces }),
        isHeld: () => turn.age !== undefined && turn.age() < patienceMs,
        held,
        age: sent,
      };
      turns.set(id, turn);
      return held;
    },

    async carryOut(taken, handlers, stopping) {
      const turn = turns.get(taken.doc.turn ?? '');
      if (turn === undefined) throw new Error(`The job ${taken.id} was not taken here.`);
      const letGo = keepHold(turn);
      const { queue, companyId, subject, attempts } = taken.doc;
      let done: JobDone;
      try {
        done = await handlers[queue]?.(taken.doc, stopping, turn);
      } catch (error) {
        log.error('job.failed', { queue, companyId, subject, attempts, error: wordsOf(error) });
        done = { againAt: clock.now() + Math.min(60_000, 500 * 2 ** Math.min(attempts, 10)) };
      }
      await letGo();
      try {
        let result = done;
        const isRecorded = await commit(turn, ({ again = false, turn: _turn, turnMs: _turnMs, ...doc }) => {
          const now = clock.now();
          if (again) result = { againAt: now };
          return result && { ...doc, dueAt: result.againAt, askedAt: now, attempts: again ? 0 : doc.attempts };
        });
        return isRecorded ? result : { againAt: clock.now() };
      } catch (error) {
        // Not written down: the job is had again when our silence has lasted, and its handler can take that.
        log.error('job.unrecorded', { queue, companyId, subject, error: wordsOf(error) });
        return { againAt: clock.now() + patienceMs };
      } finally {
        turns.delete(turn.id);
      }
    },
  };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
