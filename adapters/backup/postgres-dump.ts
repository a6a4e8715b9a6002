import { spawn } from 'node:child_process';
import { SlipwayError } from '../../core/errors.ts';
import { createPostgresPool } from '../store/postgres-database.ts';

/** As they are typed, for whoever has to run them elsewhere. */
export const DUMP_COMMAND =
  'pg_dump --format=custom --schema=slipway --no-owner --no-privileges --file=database.dump "$SLIPWAY_DATABASE"';
export const RESTORE_COMMAND = 'pg_restore --exit-on-error --no-owner --no-privileges --dbname="$SLIPWAY_DATABASE" database.dump';

/** The documents and figures of a Postgres as they are at one moment. Throws `unavailable` with what to do instead. */
export const dumpPostgres = (url: string, file: string): Promise<void> =>
  run('pg_dump', ['--format=custom', '--schema=slipway', '--no-owner', '--no-privileges', `--file=${file}`], url, DUMP_COMMAND);

export const restorePostgres = (url: string, file: string): Promise<void> =>
  run('pg_restore', ['--exit-on-error', '--no-owner', '--no-privileges', file], url, RESTORE_COMMAND);

async function run(program: string, args: readonly string[], url: string, instead: string): Promise<void> {
  // Every user of the machine sees what programs are called with, so the password goes another way.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) };
  const ended = await new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(program, [...args, `--dbname=${address.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  }).catch((cause: unknown) => {
    throw new SlipwayError('unavailable', `There is no ${program} on this machine. Where there is one, run: ${instead}`, {
      cause,
    });
  });
  if (ended.code !== 0)
    throw new SlipwayError(
      'unavailable',
      `${program} failed: ${ended.said.trim().split('\n')[0] ?? ''} To do it elsewhere: ${instead}`,
    );
}

/** The versions of the tables in a Postgres, by part of the service; empty when there are none. */
export async function postgresVersions(url: string): Promise<{ readonly [part: string]: number }> {
  const pool = createPostgresPool(url, { connections: 1 });
  try {
    const there = await pool.query("SELECT to_regclass('slipway.schema_versions') AS name");
    if ((there.rows[0] as { name: string | null }).name === null) return {};
    const { rows } = await pool.query('SELECT part, max(version) AS version FROM slipway.schema_versions GROUP BY part');
    return Object.fromEntries((rows as { part: string; version: number }[]).map(({ part, version }) => [part, version]));
  } finally {
    await pool.end();
  }
}
