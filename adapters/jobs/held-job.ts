import type { Clock } from '../../core/ports/clock.ts';
import type { Job, JobDone, JobHandlers, JobTurn } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Store, type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { isOfTheDead } from '../../core/records/lease.ts';
import { createSilence, startElapsed } from '../../core/records/silence.ts';
import type { Ended, JobQueue } from './job-queue.ts';
import { type Ending, jobUpdate, PUT_BACK, taken, wordsOf } from './job-steps.ts';

export interface JobHoldOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** A job whose worker is silent this long is handed out again. Default 30,000 ms. */
  readonly patienceMs?: number;
}

export interface JobHold {
  /** Jobs whose worker died or fell silent, known by watching: workers ask at every sweep. */
  silent(): Promise<readonly Stored<Job>[]>;
  /** Undefined when it is not due, gone, dead, or another worker was faster. */
  take(job: Stored<Job>): Promise<Stored<Job> | undefined>;
  /**
   * Carries it out and records the outcome. Never rejects. Answers when it is due again, if it is.
   */
  carryOut(taken: Stored<Job>, handlers: JobHandlers, stopping: () => boolean): Promise<JobDone>;
}

/** A worker's turn at a job, as its process knows it. */
interface Turn extends JobTurn {
  held: Stored<Job>;
  /** Since the last renewal; undefined when the job is another worker's. */
  age: (() => number) | undefined;
}

const MOST = 500;

/**
 * A worker holds a job by writing its turn into the document, which only one worker's commit can
 * do, and renews it while the handler runs. A turn that was not renewed for the promised time goes
 * to the worker that watched it, one of a process that is known to have ended to the first that
 * asks. No machine's clock is compared with another's, and a process never takes a job it works on.
 */
export function createJobHold(
  { store, clock, log, patienceMs = 30_000 }: JobHoldOptions,
  queue: JobQueue,
): JobHold {
  const silence = createSilence(clock);
  const turns = new Map<string, Turn>();

  /** @param seen what is known of processes already: many jobs are one process's */
  async function isSilent(job: Stored<Job>, seen = new Map<string | undefined, boolean>()) {
    const { id, version, doc } = job;
    const { turn, turnMs = patienceMs, renewals = version, process } = doc;
    if (turn === undefined || turns.has(turn)) return false;
    if (silence.lasts(id, `${renewals} ${turn}`, Math.max(turnMs, patienceMs))) return true;
    const isDead = seen.get(process) ?? (await isOfTheDead(store, process));
    seen.set(process, isDead);
    return isDead;
  }

  /** Repeats until the document is as expected. False once the job is another worker's. */
  async function whileOurs<T>(turn: Turn, write: () => Promise<T | 'moved'>): Promise<T | false> {
    for (;;) {
      // The version alone does not say whose a job is: after a delete versions begin again.
      if (turn.age === undefined || turn.age() >= patienceMs)
        if (!(await refresh(turn))) return false;
      const sent = startElapsed(clock);
      const result = await write();
      if (result !== 'moved') {
        turn.age = sent;
        return result;
      }
      // Somebody who asked for it once more meanwhile takes nothing away.
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

  const renew = (turn: Turn) =>
    whileOurs(turn, async () => {
      const { id, version, doc: before } = turn.held;
      const doc = { ...before, renewals: (before.renewals ?? 0) + 1 };
      if ((await store.commit([jobUpdate(turn.held, doc)])) !== undefined) return 'moved';
      turn.held = { id, version: version + 1, doc };
      return true;
    });

  const end = (turn: Turn, ending: Ending): Promise<Ended | false> =>
    whileOurs(turn, async () => {
      const ended = await queue.end(
        turn.held,
        turn.held.doc.again === true ? { to: 'anew' } : ending,
      );
      return ended.is === 'moved' ? 'moved' : ended;
    });

  /** Answers how to stop, which waits for a commit that is under way. */
  function keepHold(turn: Turn): () => Promise<void> {
    let running = true;
    let renewal: Promise<unknown> = Promise.resolve();
    const keep = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(patienceMs / 3);
        if (!running) return;
        const renewed = renew(turn).catch((error: unknown) => {
          // A store that is away ends nothing: the turn is lost only when another worker takes it.
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

  const tellOfDeath = (id: string, error: string | undefined) =>
    log.error('job.dead', { id, error, fix: PUT_BACK });

  return {
    async silent() {
      const held = await store.find(jobKind, SYSTEM, {
        where: { turnMs: { from: 0 } },
        order: { by: 'turnMs' },
        limit: MOST,
      });
      const found: Stored<Job>[] = [];
      const seen = new Map<string | undefined, boolean>();
      for (const job of held.items) if (await isSilent(job, seen)) found.push(job);
      return found;
    },

    async take(job) {
      const { turn: replaces, deadAt } = job.doc;
      if (deadAt !== undefined || (replaces !== undefined && !(await isSilent(job))))
        return undefined;
      const id = crypto.randomUUID();
      const sent = startElapsed(clock);
      const doc = taken(job.doc, {
        turn: id,
        turnMs: patienceMs,
        ...(store.lives && { process: store.lives.mark }),
      });
      const held =
        replaces === undefined ? await queue.take(job, doc) : await queue.takeOver(job, doc);
      if (held === 'dead') tellOfDeath(job.id, 'The worker died each time.');
      if (held === undefined || held === 'dead') return undefined;
      silence.forget(job.id);
      const turn: Turn = {
        id,
        ...(replaces !== undefined && { replaces }),
        isHeld: () =>
          turn.age !== undefined && turn.age() < patienceMs && store.lives?.isSeen() !== false,
        held,
        age: sent,
      };
      turns.set(id, turn);
      return held;
    },

    async carryOut({ id, doc }, handlers, stopping) {
      const turn = turns.get(doc.turn ?? '');
      if (turn === undefined) throw new Error(`The job ${id} was not taken here.`);
      const letGo = keepHold(turn);
      const { queue: name, companyId, subject, attempts } = doc;
      // Whose job another has sends nothing any more, and must not go on renewing the leases that
      // the other waits for.
      const isOver = () => stopping() || turn.age === undefined;
      let ending: Ending;
      try {
        const done = await handlers[name]?.(doc, isOver, turn);
        ending = done === undefined ? { to: 'done' } : { to: 'again', at: done.againAt };
      } catch (error) {
        ending = { to: 'failed', error: wordsOf(error) };
        log.error('job.failed', { queue: name, companyId, subject, attempts, error: ending.error });
      }
      await letGo();
      try {
        const ended = await end(turn, ending);
        if (ended === false) return { againAt: clock.now() };
        if (ended.is === 'dead') tellOfDeath(id, ending.to === 'failed' ? ending.error : undefined);
        return ended.is === 'waits' ? { againAt: ended.until } : undefined;
      } catch (error) {
        // Not recorded: the job is handed out again after our silence, which its handler can take.
        log.error('job.unrecorded', { queue: name, companyId, subject, error: wordsOf(error) });
        return { againAt: clock.now() + patienceMs };
      } finally {
        turns.delete(turn.id);
      }
    },
  };
}
