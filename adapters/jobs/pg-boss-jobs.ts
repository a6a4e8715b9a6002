import type { JobHandlers, Jobs, JobWorker, Lane } from '../../core/ports/jobs.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { type FetchedTicket, openTickets, type Tickets } from './boss-tickets.ts';
import { createJobHold, type JobHoldOptions, wordsOf } from './held-job.ts';
import { createWorkLine, type Turn, type WorkLine } from './work-line.ts';

export interface PgBossJobsOptions extends JobHoldOptions {
  /** postgres:// address of the database the store is in. */
  readonly url: string;
  /** Carries the news of a new job to every process. Closed by whoever opened it. */
  readonly notifier: Notifier;
  /** How often workers look for themselves when they hear nothing. Default 2,000 ms. */
  readonly sweepMs?: number;
}

const CHANNEL = 'slipway_jobs';

/**
 * Jobs handed out by pg-boss, for several processes on one Postgres.
 *
 * The documents stay the truth: they are committed with what they work on, say when a job is due and who
 * holds it. A boss job is a ticket for one of them, in the queue of its lane. A worker with a free place
 * writes a ticket for the job whose turn it is, and pg-boss hands each ticket to one worker; so there are
 * never more tickets than places, and nobody's tickets stand before another's. Should a ticket be lost, or
 * its worker be killed, the document becomes due and any worker writes a new one.
 */
export async function openPgBossJobs(options: PgBossJobsOptions): Promise<Jobs & { close(): Promise<void> }> {
  const { log, url, notifier } = options;
  const tickets = await openTickets(url, log);
  return {
    wake: (jobId) => notifier.notify(CHANNEL, jobId),
    work: (handlers, lanes = []) => startWorker(options, tickets, handlers, lanes),
    close: tickets.close,
  };
}

function startWorker(options: PgBossJobsOptions, tickets: Tickets, handlers: JobHandlers, lanes: readonly Lane[]): JobWorker {
  const { store, clock, log, notifier, sweepMs = 2_000 } = options;
  const hold = createJobHold(options);
  const line: WorkLine = createWorkLine({ store, clock, log, sweepMs, handlers, lanes, overdue: hold.overdue });
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  let ring: (() => void) | undefined;
  const off = notifier.subscribe(CHANNEL, (jobId) => {
    line.hear(jobId);
    ring?.();
  });

  /** For each free place one, in turn. Which worker gets it is left to pg-boss. */
  const writeTickets = async (lane: string): Promise<void> => {
    const turns: Turn[] = [];
    try {
      for (let turn = line.next(lane); turn !== undefined; turn = line.next(lane)) {
        turns.push(turn);
        await tickets.write(lane, turn.jobId);
      }
    } finally {
      for (const turn of turns) turn.end();
    }
  };

  const redeem = async (lane: string, { id, data: { jobId } }: FetchedTicket): Promise<void> => {
    const job = await store.get(jobKind, SYSTEM, jobId);
    const turn = job && line.claim(job);
    if (job === undefined || turn === undefined) {
      // Without a place for it here it stays due, and waits in line for the next.
      if (job !== undefined) line.hear(jobId);
      return tickets.complete(lane, id);
    }
    const carryOut = async (): Promise<void> => {
      const taken = await hold.take(job);
      const done = taken && (await hold.carryOut(taken, handlers, () => stopping));
      if (done !== undefined) line.hear(jobId, done.againAt);
      await tickets.complete(lane, id);
    };
    const work = carryOut()
      .catch((error: unknown) => tickets.fail(lane, id, wordsOf(error)).catch(() => undefined))
      .finally(() => {
        turn.end();
        running.delete(work);
        ring?.();
      });
    running.add(work);
  };

  const fetchSome = async (): Promise<number> => {
    let fetched = 0;
    for (const lane of line.lanes) {
      if (stopping) break;
      await writeTickets(lane);
      const free = line.free(lane);
      if (free <= 0 || stopping) continue;
      const some = await tickets.fetch(lane, free);
      fetched += some.length;
      for (const ticket of some) await redeem(lane, ticket);
    }
    return fetched;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const heard = new Promise<void>((resolve) => {
        ring = resolve;
      });
      try {
        await line.look();
        if ((await fetchSome()) > 0) continue;
      } catch (error) {
        log.error('jobs.sweep_failed', { error: wordsOf(error) });
      }
      await Promise.race([heard, clock.sleep(sweepMs)]);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping = true;
      ring?.();
      off();
      await ended;
      await Promise.all(running);
    },
  };
}
