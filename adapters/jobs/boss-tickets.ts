import pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Log } from '../../core/ports/log.ts';

const SCHEMA = 'slipway_jobs';
/** Where tickets go that failed again and again, for people to look at; the job itself stays due. */
const DEAD = 'dead';
/** Kept small: with several processes their sum counts. */
const CONNECTIONS = 3;

interface Ticket {
  readonly jobId: string;
}

export type FetchedTicket = PgBoss.Job<Ticket>;

/** Tickets for jobs, in a queue of pg-boss for each lane. Each is handed to one process. */
export interface Tickets {
  /** One ticket per job waits, however many workers write it. */
  write(lane: string, jobId: string): Promise<void>;
  fetch(lane: string, most: number): Promise<FetchedTicket[]>;
  complete(lane: string, ticketId: string): Promise<void>;
  fail(lane: string, ticketId: string, why: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTickets(url: string, log: Log): Promise<Tickets> {
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
  const queueReady = (lane: string): Promise<void> => {
    let ready = known.get(lane);
    if (ready === undefined) {
      ready = alone(url, () =>
        boss.createQueue(lane, {
          name: lane,
          policy: 'short',
          retryLimit: 20,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: 900,
          deadLetter: DEAD,
        }),
      );
      known.set(lane, ready);
      ready.catch(() => known.delete(lane));
    }
    return ready;
  };
  return {
    async write(lane, jobId) {
      await queueReady(lane);
      await boss.send(lane, { jobId } satisfies Ticket, { singletonKey: jobId });
    },
    async fetch(lane, most) {
      await queueReady(lane);
      return boss.fetch<Ticket>(lane, { batchSize: most });
    },
    complete: (lane, ticketId) => boss.complete(lane, ticketId),
    fail: (lane, ticketId, message) => boss.fail(lane, ticketId, { message }),
    async close() {
      await boss.stop({ graceful: false, wait: true });
    },
  };
}

/**
 * Tables and queues are made by one process at a time: their locks would meet otherwise when several start at
 * once. The lock lives as long as a transaction, so that a pooler in front does not keep it.
 */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'slipway jobs' });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [SCHEMA]);
    return await work();
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    await client.end();
  }
}
