import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Job } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind, queueOf } from '../../core/records/job.ts';
import { createSilence } from '../../core/records/silence.ts';
import type { PostgresStore, Transaction } from '../store/postgres.ts';
import { inPostgresTransaction } from '../store/postgres-database.ts';
import type { Boss } from './boss.ts';
import {
  type BossRow,
  claimRow,
  dueRows,
  failedRow,
  rowsAhead,
  unmatched,
  waitingRow,
} from './boss-rows.ts';
import type { WaitingJob } from './fair-pick.ts';
import type { Ended, JobQueue } from './job-queue.ts';
import { dead, jobUpdate, retrying, waiting } from './job-steps.ts';
import { SILENT } from './store-queue.ts';

const TOLERANCE_MS = 5_000;
/** As in store-queue.ts. */
const LONGEST_AHEAD_MS = 60_000;

const NOT_DUE = new SlipwayError('conflict', 'The job is not due.', {
  details: [{ path: '', code: 'job_not_due', message: 'The job is not due.' }],
});

interface BossQueue extends JobQueue {
  /**
   * Makes rows for jobs that pg-boss does not know: those of an earlier version, and of a backup.
   */
  adopt(): Promise<void>;
}

/**
 * Due times, retries and deaths as pg-boss has them. Each step writes the document, which says who
 * has the job, and pg-boss's row in one transaction, documents first: no two steps wait for each
 * other.
 */
export function createBossQueue(boss: Boss, store: PostgresStore, clock: Clock): BossQueue {
  const { pool, retries } = boss;
  const silence = createSilence(clock);
  /** Jobs that have waited long enough, whatever their due time. */
  const anyTime = new Set<string>();

  const waitingJob = ({
    name,
    data: { jobId, companyId, uses, isSmall },
    dueInMs,
  }: BossRow): WaitingJob => ({
    id: jobId,
    queue: name,
    companyId,
    dueAt: clock.now() + dueInMs,
    ...(uses !== undefined && { uses }),
    ...(isSmall && { isSmall }),
  });
  const moved = ({ id, version }: Stored<Job>, doc: Job): Stored<Job> => ({
    id,
    version: version + 1,
    doc,
  });
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    store.transaction([jobKind], work);
  const isStill = async ({ lock }: Transaction, { id, version }: Stored<Job>) =>
    (await lock(jobKind, SYSTEM, [id])).get(id) === version;

  const read = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      boss.forget();
      throw error;
    });

  /**
   * pg-boss decides what a failure means; the document records it unless the job goes on at once.
   */
  async function fail({ connection, commit }: Transaction, job: Stored<Job>, error: string) {
    await boss.on(connection).fail(job.id, error);
    const failed = await failedRow(connection, queueOf(job.id), job.id, retries.longestSeconds);
    const failure = { failures: failed?.failures ?? 1, error };
    if (failed?.isDead) await commit([jobUpdate(job, dead(job.doc, failure, clock.now()))]);
    return { ...failure, isDead: failed?.isDead === true, dueInMs: failed?.dueInMs ?? 0 };
  }

  const wait = async (held: Stored<Job>, doc: Job): Promise<Ended> =>
    (await store.commit([jobUpdate(held, doc)])) === undefined
      ? { is: 'waits', until: doc.dueAt }
      : { is: 'moved' };

  const complete = (held: Stored<Job>): Promise<Ended> =>
    inTransaction(async ({ connection, commit }): Promise<Ended> => {
      if ((await commit([jobUpdate(held, undefined)])) !== undefined) return { is: 'moved' };
      await boss.on(connection).complete(held.id);
      return { is: 'gone' };
    });

  const retry = (held: Stored<Job>, error: string): Promise<Ended> =>
    inTransaction(async (transaction): Promise<Ended> => {
      if (!(await isStill(transaction, held))) return { is: 'moved' };
      await boss.on(transaction.connection).ensure(held.id, held.doc);
      const { isDead, dueInMs, ...failure } = await fail(transaction, held, error);
      if (isDead) return { is: 'dead' };
      const until = clock.now() + dueInMs;
      await transaction.commit([jobUpdate(held, retrying(held.doc, failure, until, clock.now()))]);
      return { is: 'waits', until };
    });

  return {
    async due(_until, after) {
      const { items, next } = await read(dueRows(pool, after));
      return { items: items.map(waitingJob), next };
    },

    async waiting(jobId) {
      const row = await read(waitingRow(pool, queueOf(jobId), jobId));
      return row && waitingJob(row);
    },

    async datedAhead() {
      anyTime.clear();
      const rows = await read(rowsAhead(pool, TOLERANCE_MS));
      const due = rows.filter(({ data, stamp, pauseMs }) =>
        silence.lasts(data.jobId, stamp, Math.min(pauseMs, LONGEST_AHEAD_MS)),
      );
      for (const { data } of due) anyTime.add(data.jobId);
      return due.map(waitingJob);
    },

    async take(job, doc) {
      try {
        return await inTransaction(async ({ connection, commit }) => {
          if ((await commit([jobUpdate(job, doc)])) !== undefined) return undefined;
          if (!(await claimRow(connection, queueOf(job.id), job.id, anyTime.has(job.id))))
            throw NOT_DUE;
          return moved(job, doc);
        });
      } catch (error) {
        if (error !== NOT_DUE) throw error;
        return undefined;
      }
    },

    takeOver: (job, doc) =>
      inTransaction(async (transaction) => {
        if (!(await isStill(transaction, job))) return undefined;
        const { connection, commit } = transaction;
        await boss.on(connection).ensure(job.id, job.doc);
        const { isDead, dueInMs: _dueInMs, ...failure } = await fail(transaction, job, SILENT);
        if (isDead) return 'dead';
        await claimRow(connection, queueOf(job.id), job.id, true);
        const taken = { ...doc, ...failure };
        await commit([jobUpdate(job, taken)]);
        return moved(job, taken);
      }),

    async end(held, ending) {
      const now = clock.now();
      if (ending.to === 'done') return complete(held);
      if (ending.to === 'anew') return wait(held, waiting(held.doc, now, now, 0));
      if (ending.to === 'again')
        return wait(held, waiting(held.doc, ending.at, now, held.doc.attempts));
      return retry(held, ending.error);
    },

    forget: (jobId) =>
      inPostgresTransaction(pool, async (connection) => {
        // Asked for again meanwhile, it waits again, and only active rows can be completed.
        if (await claimRow(connection, queueOf(jobId), jobId, true))
          await boss.on(connection).complete(jobId);
      }),

    async adopt() {
      for (;;) {
        const found = await unmatched(pool);
        if (found.length === 0) return;
        const writes = found.map(({ id, version, doc }) =>
          jobUpdate({ id, version }, JSON.parse(doc) as Job),
        );
        await boss.beside.prepare(writes);
        const adopted = await inTransaction(async ({ connection, lock }) => {
          const versions = await lock(
            jobKind,
            SYSTEM,
            writes.map(({ id }) => id),
          );
          const still = writes.filter(({ id, expect }) => versions.get(id) === expect);
          await boss.beside.write(connection, still);
          return still.length;
        });
        // A process that moved a row in between has matched it; otherwise the next call does.
        if (adopted === 0) return;
      }
    },
  };
}
