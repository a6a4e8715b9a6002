import { Worker } from 'node:worker_threads';
import type { Sql } from '../store/sql.ts';

/**
 * Questions to an SQLite file that may take long: they are asked in threads with connections of
 * their own.
 */
export interface SqliteThreads {
  all<T>(sql: Sql): Promise<readonly T[]>;
  /** Waits for what was asked. */
  close(): Promise<void>;
}

/** Rows in one message: reading one takes the main thread a millisecond or two. */
const ROWS = 500;
/** A question that takes seconds keeps one of them; others are asked in the other. */
const MOST = 2;

/** Node 22 says of each thread that SQLite is an experiment; the main thread has said so. */
const QUIETLY = ['--no-warnings'];

/**
 * A text, so that it is there wherever this module is: in a package, and in one file that was
 * bundled of many. It has no imports but the runtime's own.
 */
const PROGRAM = `import('node:worker_threads').then(async ({ workerData, parentPort }) => {
  // Node says in each thread that its SQLite is experimental.
  process.removeAllListeners('warning');
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(workerData.path);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = 1; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY');
  let statements = new Map();
  let rows = [];
  // One piece for each time it is asked for: several that arrive at once would be read at one go.
  const tellMore = () => {
    const piece = rows.splice(0, ${ROWS});
    parentPort.postMessage({ rows: JSON.stringify(piece), isLast: rows.length === 0 });
  };
  parentPort.on('message', (question) => {
    if (question === 'more') return tellMore();
    if (question === null) {
      statements = undefined;
      database.close();
      parentPort.postMessage({ closed: true });
      return;
    }
    try {
      const { text, values } = question;
      if (statements.size > 200) statements = new Map();
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      rows = statement.all(...values);
      // Many rows that SQLite has made one text of: there is no need to make another of it.
      if (rows.length === 1 && typeof rows[0].json === 'string') parentPort.postMessage({ json: rows[0].json });
      else tellMore();
    } catch (error) {
      parentPort.postMessage({ error: String(error?.message ?? error) });
    }
  });
  parentPort.postMessage({ opened: true });
});`;

type Message =
  | { readonly opened: true }
  | { readonly closed: true }
  | { readonly rows: string; readonly isLast: boolean }
  | { readonly json: string }
  | { readonly error: string };

interface Question {
  readonly sql: Sql;
  readonly rows: unknown[];
  resolve(rows: readonly unknown[]): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  isOpen: boolean;
  question: Question | undefined;
}

/** No thread could be started, or none that opened the file: the question can be asked here. */
export class NoThread extends Error {
  override readonly name = 'NoThread';
}

export function openSqliteThreads(path: string): SqliteThreads {
  const threads = new Set<Thread>();
  const waiting: Question[] = [];
  let idle: (() => void) | undefined;

  const give = (thread: Thread, question: Question): void => {
    thread.question = question;
    thread.worker.ref();
    thread.worker.postMessage({ text: question.sql.text, values: question.sql.values });
  };
  const next = (thread: Thread): void => {
    const question = waiting.shift();
    thread.question = undefined;
    if (question !== undefined) give(thread, question);
    else {
      // A thread that nobody waits for keeps no process alive.
      thread.worker.unref();
      if ([...threads].every((each) => each.question === undefined)) idle?.();
    }
  };
  const hear = (thread: Thread, message: Message): void => {
    const { question } = thread;
    if ('opened' in message) thread.isOpen = true;
    if (question === undefined) return;
    if ('rows' in message) {
      for (const row of JSON.parse(message.rows) as readonly unknown[]) question.rows.push(row);
      if (!message.isLast) {
        thread.worker.postMessage('more');
        return;
      }
      question.resolve(question.rows);
    } else if ('json' in message) question.resolve([message]);
    else if ('error' in message) question.reject(new Error(message.error));
    else return;
    next(thread);
  };
  const lose = (thread: Thread, error: Error): void => {
    if (!threads.delete(thread)) return;
    thread.question?.reject(thread.isOpen ? error : new NoThread(error.message, { cause: error }));
    const question = waiting.shift();
    if (question !== undefined) give(start(), question);
    else if (threads.size === 0) idle?.();
  };
  const start = (): Thread => {
    const thread: Thread = { worker: started(path), isOpen: false, question: undefined };
    thread.worker.on('message', (message: Message) => hear(thread, message));
    thread.worker.on('error', (error) =>
      lose(thread, error instanceof Error ? error : new Error(String(error))),
    );
    thread.worker.on('exit', () => lose(thread, new Error('The thread has ended.')));
    threads.add(thread);
    return thread;
  };

  return {
    all<T>(sql: Sql): Promise<readonly T[]> {
      return new Promise<readonly unknown[]>((resolve, reject) => {
        const question = { sql, rows: [], resolve, reject };
        const free = [...threads].find((thread) => thread.question === undefined);
        if (free !== undefined) give(free, question);
        else if (threads.size < MOST) give(start(), question);
        else waiting.push(question);
      }) as Promise<readonly T[]>; // the columns are those of the question
    },

    async close() {
      if ([...threads].some(({ question }) => question !== undefined))
        await new Promise<void>((resolve) => (idle = resolve));
      await Promise.all([...threads].map(({ worker }) => closed(worker)));
      threads.clear();
    },
  };
}

function started(path: string): Worker {
  try {
    return new Worker(PROGRAM, { eval: true, workerData: { path }, execArgv: QUIETLY });
  } catch (error) {
    throw new NoThread('No thread could be started.', { cause: error });
  }
}

/**
 * The file is let go of before the thread ends: where the last connection closes, it takes the log
 * with it.
 */
async function closed(worker: Worker): Promise<void> {
  worker.ref();
  await new Promise<void>((resolve) => {
    worker.on('message', (message: Message) => {
      if ('closed' in message) resolve();
    });
    worker.on('error', () => resolve());
    worker.on('exit', () => resolve());
    worker.postMessage(null);
  });
  await worker.terminate();
}
