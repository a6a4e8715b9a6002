import pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Bell } from '../../core/ports/bell.ts';
import type { JobHandlers, Jobs, JobWorker } from '../../core/ports/jobs.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createJobHold, type JobHoldOptions, wordsOf } from './held-job.ts';

export interface PgBossJobsOptions extends JobHoldOptions {
  /** postgres:// address of the database the store is in. */
  readonly url: string;
  /** Carries the news of a new job to every process. Closed by whoever opened it. */
  readonly bell: Bell;
  /** Jobs worked on at the same time by this process. Default 4. */
  readonly concurrency?: number;
  /** How often workers look for themselves when they hear nothing. Default 2,000 ms. */
  readonly sweepMs?: number;
}

const SCHEMA = 'slipway_jobs';
const CHANNEL = 'slipway_jobs';
/** Where tickets go that failed again and again, for people to look at; the job itself stays due. */
const DEAD = 'dead';
/** Kept small: with several processes their sum counts. */
const CONNECTIONS = 3;

interface Ticket {
  readonly jobId: string;
}

/**
 * Jobs handed out by pg-boss, for several processes on one Postgres.
 *
 * The documents stay the truth: they are committed with what they work on, say when a job is due and who
 * holds it. A boss job is a ticket for one of them. Should a ticket be lost, or its worker be killed, the
 * document becomes due and the next sweep of any worker writes a new one; the queue's policy (`short`) lets
 * one ticket per job wait, however many sweeps write it.
 */
export async function openPgBossJobs(options: PgBossJobsOptions): Promise<Jobs & { close(): Promise<void> }> {
  const { store, clock, log, url, bell, concurrency = 4, sweepMs = 2_000 } = options;
  const hold = createJobHold(options);
  const { default: Boss } = await import('pg-boss');
  const boss: PgBoss = new Boss({
    connectionString: url,
    schema: SCHEMA,
    max: CONNECTIONS,
    application_name: 'slipway jobs',
    schedule: false,
  });
  boss.on('error', (error) => log.error('jobs.boss', { error: error.message }));
  await alone(url, async () => {
    await boss.start();
    await boss.createQueue(DEAD, { name: DEAD });
  });
  const known = new Map<string, Promise<void>>();

  const queueReady = (queue: string): Promise<void> => {
    let ready = known.get(queue);
    if (ready === undefined) {
      ready = alone(url, () =>
        boss.createQueue(queue, {
          name: queue,
          policy: 'short',
          retryLimit: 20,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: 900,
          deadLetter: DEAD,
        }),
      );
      known.set(queue, ready);
      ready.catch(() => known.delete(queue));
    }
    return ready;
  };

  const sendTicket = async (jobId: string): Promise<void> => {
    const queue = queueOf(jobId);
    await queueReady(queue);
    await boss.send(queue, { jobId } satisfies Ticket, { singletonKey: jobId });
  };

  return {
    async wake(jobId) {
      try {
        await sendTicket(jobId);
        await bell.ring(CHANNEL, jobId);
      } catch (error) {
        // The sweep will find the document.
        log.warn('jobs.wake_lost', { jobId, error: wordsOf(error) });
      }
    },
    work: (handlers) => startWorker(handlers),
    async close() {
      await boss.stop({ graceful: false, wait: true });
    },
  };

  function startWorker(handlers: JobHandlers): JobWorker {
    const queues = Object.keys(handlers);
    const running = new Set<Promise<unknown>>();
    let stopping = false;
    let ring: (() => void) | undefined;
    let sweptAt = Number.NEGATIVE_INFINITY;
    const off = bell.listen(CHANNEL, () => ring?.());

    /** Writes tickets for whatever is due: lost news, dead workers, jobs whose time has come. */
    const sweep = async (): Promise<void> => {
      if (clock.now() - sweptAt < sweepMs) return;
      sweptAt = clock.now();
      const due = await store.find(jobKind, SYSTEM, {
        where: { dueAt: { before: clock.now() + 1 } },
        order: { by: 'dueAt' },
        limit: 200,
      });
      for (const job of due.items) if (queues.includes(job.doc.queue)) await sendTicket(job.id);
    };

    const redeem = async (queue: string, { id, data }: PgBoss.Job<Ticket>): Promise<void> => {
      const job = await store.get(jobKind, SYSTEM, data.jobId);
      const taken = job && (await hold.take(job));
      const done = taken && (await hold.carryOut(taken, handlers, () => stopping));
      await boss.complete(queue, id);
      // A later time is left to the sweep: a ticket that waits would keep an earlier one from being written.
      if (done !== undefined && done.againAt <= clock.now()) await sendTicket(data.jobId);
    };

    const fetchSome = async (): Promise<number> => {
      let fetched = 0;
      for (const queue of queues) {
        const free = concurrency - running.size;
        if (free <= 0 || stopping) break;
        await queueReady(queue);
        const tickets = await boss.fetch<Ticket>(queue, { batchSize: free });
        fetched += tickets.length;
        for (const ticket of tickets) {
          const work = redeem(queue, ticket)
            .catch((error: unknown) => boss.fail(queue, ticket.id, { message: wordsOf(error) }).catch(() => undefined))
            .finally(() => {
              running.delete(work);
              ring?.();
            });
          running.add(work);
        }
      }
      return fetched;
    };

    const loop = async (): Promise<void> => {
      while (!stopping) {
        const heard = new Promise<void>((resolve) => {
          ring = resolve;
        });
        try {
          await sweep();
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
}

/** Tables and queues are made by one process at a time: their locks would meet otherwise when several start at once. */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'slipway jobs' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [SCHEMA]);
    return await work();
  } finally {
    // Ends the lock with the session.
    await client.end();
  }
}

/** Job ids start with their queue: `launch:<company>:<batch>`. */
const queueOf = (jobId: string): string => jobId.slice(0, jobId.indexOf(':'));
