import type PgBoss from 'pg-boss';
import { SlipwayError } from '../../core/base/errors.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import type { Job } from '../../core/ports/jobs.ts';
import type { Write } from '../../core/ports/store.ts';
import { jobKind, queueOf } from '../../core/records/job.ts';
import type { Beside } from '../store/postgres.ts';
import {
  createPostgresPool,
  inPostgresTransaction,
  type PostgresPlace,
  unusableAtStart,
} from '../store/postgres-database.ts';
import type { PostgresConnection, PostgresPool } from '../store/postgres-pool.ts';
import { clearRows, DEAD, type JobData, rowIdOf, SCHEMA } from './boss-rows.ts';
import { defaultRetries, type Retries } from './retries.ts';

type BossOptions = PostgresPlace & { readonly retries?: Retries };

/** pg-boss on the database of the documents; makes its tables when first needed. */
export interface Boss {
  readonly pool: PostgresPool;
  readonly retries: Retries;
  /** Writes pg-boss's jobs in the transaction of their documents. */
  readonly beside: Beside;
  /** Makes the tables. Throws `storage_unusable`. */
  open(): Promise<void>;
  /** Looks for tables and queues again: they were removed, or the database changed. */
  forget(): void;
  /** pg-boss's functions, on a connection inside a transaction. */
  on(connection: PostgresConnection): BossSteps;
  /** Moves away what has ended, which pg-boss keeps for a time. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

interface BossSteps {
  complete(jobId: string): Promise<void>;
  /** pg-boss decides whether the job is retried after a pause or dead. */
  fail(jobId: string, error: string): Promise<void>;
  /** Makes a job that waits where there is none at all. */
  ensure(jobId: string, doc: Job): Promise<void>;
}

const YEARS_10_IN_MINUTES = 10 * 365 * 24 * 60;
const HOUR_S = 60 * 60;
const LONGEST_MS = YEARS_10_IN_MINUTES * 60_000;

/** pg-boss's types lack it. */
interface BossWithDrop extends PgBoss {
  drop(): Promise<void>;
}

export function createBoss({ retries = defaultRetries, ...place }: BossOptions): Boss {
  const pool = 'pool' in place ? place.pool : createPostgresPool(place.url, place);

  /** Without timers: pg-boss would take a long job away from its worker, by one clock alone. */
  const over = async (on: Pick<PostgresPool, 'query'>): Promise<BossWithDrop> => {
    const { default: Boss } = await optionalPart('Queues in Postgres', () => import('pg-boss'));
    const boss: PgBoss = new Boss({
      db: databaseOver(on),
      schema: SCHEMA,
      supervise: false,
      schedule: false,
      archiveCompletedAfterSeconds: HOUR_S,
      deleteAfterDays: 7,
    });
    return boss as BossWithDrop;
  };

  /** One process at a time: locks on tables in the making would block each other. */
  const alone = (work: (own: PgBoss) => Promise<void>) =>
    inPostgresTransaction(pool, async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock(hashtext($1))', [SCHEMA]);
      await work(await over(connection));
    });

  const makeTables = async (): Promise<void> => {
    try {
      // Ends the transaction itself, and the queue is made in the next.
      await alone(async (own) => void (await own.start()));
      await alone((own) => own.createQueue(DEAD, { name: DEAD, ...KEPT }));
    } catch (error) {
      throw unusableAtStart(error, place.url);
    }
  };
  let usual: Promise<PgBoss> | undefined;
  const boss = (): Promise<PgBoss> => {
    usual ??= over(pool);
    return usual;
  };

  const wanted = {
    retryLimit: retries.limit,
    retryDelay: retries.delaySeconds,
    retryBackoff: true,
    deadLetter: DEAD,
  };
  const makeQueue = async (name: string): Promise<void> => {
    const known = await (await boss()).getQueue(name);
    if (
      known !== null &&
      Object.entries(wanted).every(
        ([option, value]) => known[option as keyof typeof wanted] === value,
      )
    )
      return;
    await alone(async (own) => {
      await own.createQueue(name, { name, ...KEPT, ...wanted });
      await own.updateQueue(name, { name, ...KEPT, ...wanted });
    });
  };
  const made = onceEach((name: string) => (name === TABLES ? makeTables() : makeQueue(name)));

  /** False when pg-boss had one already: it reports no conflict. */
  const insert = async (on: PostgresConnection, jobs: readonly JobWrite[]): Promise<boolean> => {
    if (jobs.length === 0) return true;
    let written = 0;
    const executeSql = async (text: string, values: unknown[]) => {
      const { rows, rowCount } = await on.query(text, values);
      written += rowCount ?? 0;
      return { rows: [...rows] };
    };
    await (await boss()).insert(jobs.map(insertOf), { db: { executeSql } });
    return written === jobs.length;
  };

  const write = async (on: PostgresConnection, writes: readonly Write[]): Promise<void> => {
    const all = writes.map(jobWriteOf);
    await clearRows(
      on,
      all.filter(({ isNew }) => !isNew),
    );
    const dead = all.filter(({ doc }) => doc?.deadAt !== undefined);
    const waiting = all.filter(
      ({ doc }) => doc !== undefined && doc.deadAt === undefined && doc.turn === undefined,
    );
    await insert(on, dead);
    if (await insert(on, waiting)) return;
    // One that was done before is kept for a time under the same id.
    await clearRows(on, waiting);
    if (!(await insert(on, waiting)))
      throw new SlipwayError('internal_server_error', 'pg-boss did not take the jobs.');
  };

  return {
    pool,
    retries,
    open: () => made.call(TABLES),
    forget: made.forget,
    beside: {
      // Only the document records who has a job and renews it.
      concerns: ({ kind, doc }) =>
        kind.name === jobKind.name && (doc as Job | undefined)?.turn === undefined,
      async prepare(writes) {
        await made.call(TABLES);
        for (const { id } of writes) await made.call(queueOf(id));
      },
      async write(connection, writes) {
        await write(connection, writes).catch((error: unknown) => {
          made.forget();
          throw error;
        });
      },
    },
    on: (connection) => {
      const db = databaseOver(connection);
      return {
        async complete(jobId) {
          await (await boss()).complete(queueOf(jobId), rowIdOf(jobId), {}, { db });
        },
        async fail(jobId, message) {
          await (await boss()).fail(queueOf(jobId), rowIdOf(jobId), { message }, { db });
        },
        async ensure(jobId, doc) {
          await insert(connection, [{ id: jobId, queue: queueOf(jobId), isNew: true, doc }]);
        },
      };
    },
    tidy: () =>
      inPostgresTransaction(pool, async (connection) => {
        const own = await over(connection);
        await own.archive();
        await own.drop();
      }),
    async close() {
      if (!('pool' in place)) await pool.end();
    },
  };
}

const databaseOver = (on: Pick<PostgresPool, 'query'>): PgBoss.Db => ({
  executeSql: (text, values) => on.query(text, values) as ReturnType<PgBoss.Db['executeSql']>,
});

/** pg-boss moves away what waits longer. */
const KEPT = { retentionMinutes: YEARS_10_IN_MINUTES, expireInSeconds: 23 * HOUR_S } as const;
/** No queue has this name. */
const TABLES = '';

interface JobWrite {
  readonly id: string;
  readonly queue: string;
  /** Whether its document was absent. */
  readonly isNew: boolean;
  readonly doc: Job | undefined;
}

const jobWriteOf = ({ id, expect, doc }: Write): JobWrite => ({
  id,
  queue: queueOf(id),
  isNew: expect === 'absent',
  doc: doc as Job | undefined,
});

function insertOf({ id, queue, doc }: JobWrite): PgBoss.JobInsert<JobData> {
  const {
    companyId = '',
    subject = '',
    uses,
    isSmall,
    dueAt = 0,
    askedAt = Date.now(),
    deadAt,
  } = doc ?? {};
  const data = {
    jobId: id,
    companyId,
    subject,
    ...(uses && { uses }),
    ...(isSmall && { isSmall }),
  };
  if (deadAt !== undefined) return { name: DEAD, data };
  // By the database's clock alone: those of processes may differ.
  const startAfter = String(Math.min(Math.max(0, dueAt - askedAt), LONGEST_MS) / 1000);
  return { id: rowIdOf(id), name: queue, data, singletonKey: id, startAfter };
}

/** Once per name, and again after a failure or `forget`. */
function onceEach(make: (name: string) => Promise<void>) {
  const calls = new Map<string, Promise<void>>();
  return {
    call(name: string): Promise<void> {
      const known = calls.get(name);
      if (known !== undefined) return known;
      const fresh = make(name);
      calls.set(name, fresh);
      fresh.catch(() => calls.delete(name));
      return fresh;
    },
    forget: () => calls.clear(),
  };
}
