import pg from 'pg';
import type { Log } from '../../core/ports/log.ts';
import type { Notifier } from '../../core/ports/notifier.ts';

interface PostgresNotifier extends Notifier {
  close(): Promise<void>;
}

const RECONNECT_MS = 1_000;

interface PostgresNotifierOptions {
  readonly url: string;
  readonly log: Log;
  /**
   * False behind a pooler that gives each transaction another connection: LISTEN would hear
   * nothing, and this process hears only itself. Default true.
   */
  readonly listens?: boolean;
}

/** LISTEN and NOTIFY over one connection, reopened when it breaks. */
export function openPostgresNotifier({
  listens = true,
  ...options
}: PostgresNotifierOptions): PostgresNotifier {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let closed = false;
  let connection: Promise<pg.Client> | undefined;

  const tell = (channel: string, payload: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload);
  };

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'slipway notifier',
    });
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    // A broken client emits 'error' and 'end'; without a listener the first would end the process.
    client.on('error', () => undefined);
    client.on('end', () => {
      connection = undefined;
      if (!closed && listens && listeners.size > 0)
        setTimeout(() => void open().catch(() => undefined), RECONNECT_MS).unref();
    });
    await client.connect();
    if (listens)
      for (const channel of listeners.keys())
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    return client;
  };

  const open = (): Promise<pg.Client> => {
    if (connection === undefined) {
      connection = connect();
      connection.catch(() => {
        connection = undefined;
      });
    }
    return connection;
  };

  return {
    async notify(channel, payload) {
      if (!listens) tell(channel, payload);
      try {
        await (await open()).query('SELECT pg_notify($1, $2)', [channel, payload]);
      } catch (error) {
        options.log.warn('notifier.not_sent', {
          channel,
          error: error instanceof Error ? error.message : String(error),
        });
      }
    },
    subscribe(channel, heard) {
      const heardBy = listeners.get(channel) ?? new Set();
      heardBy.add(heard);
      if (!listeners.has(channel)) {
        listeners.set(channel, heardBy);
        // A connection opened only now listens to all channels.
        if (listens)
          void open()
            .then((client) => client.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
            .catch(() => undefined);
      }
      return () => heardBy.delete(heard);
    },
    async close() {
      closed = true;
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}
