import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { SlipwayError } from '../../core/base/errors.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import { createPostgresPool } from '../store/postgres-database.ts';

/** As they are typed, for whoever has to run them elsewhere. */
const DUMP_COMMAND =
  'pg_dump --format=custom --schema=slipway --no-owner --no-privileges --file=database.dump "$SLIPWAY_DATABASE"';
export const RESTORE_COMMAND =
  'pg_restore --exit-on-error --no-owner --no-privileges --dbname="$SLIPWAY_DATABASE" database.dump';

/**
 * The documents and figures of a Postgres as they are at one moment. Throws `unavailable` with what
 * to do instead.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  // Made by us, because pg_dump leaves a new file to what the umask says.
  await writeFile(file, '', { flag: 'wx', mode: PRIVATE_FILE });
  const args = [
    '--format=custom',
    '--schema=slipway',
    '--no-owner',
    '--no-privileges',
    `--file=${file}`,
  ];
  await run('pg_dump', args, url, DUMP_COMMAND);
  await run('pg_restore', ['--list', file], undefined, DUMP_COMMAND);
}

export const restorePostgres = (url: string, file: string): Promise<void> =>
  run(
    'pg_restore',
    ['--exit-on-error', '--no-owner', '--no-privileges', file],
    url,
    RESTORE_COMMAND,
  );

/** The major version of the `pg_dump` on this machine. Throws where there is none. */
export async function dumpVersion(): Promise<number> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--version']).catch((cause: unknown) => {
    throw new Error('There is no pg_dump on this machine.', { cause });
  });
  return Number(/\d+/.exec(stdout)?.[0]);
}

/** Its major version, what tells it and its copies from others, and whether it is such a copy. */
export async function clusterOf(
  url: string,
): Promise<{ readonly version: number; readonly cluster: string; readonly follows: boolean }> {
  const pool = createPostgresPool(url, { connections: 1 });
  try {
    const { rows } = await pool.query(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, system_identifier::text AS cluster, pg_is_in_recovery() AS follows FROM pg_control_system()",
    );
    return rows[0] as Awaited<ReturnType<typeof clusterOf>>;
  } finally {
    await pool.end();
  }
}

/** @param url of the database; without it a file is only looked at */
async function run(
  program: string,
  args: readonly string[],
  url: string | undefined,
  instead: string,
): Promise<void> {
  const { address, env } = connectionOf(url);
  const ended = await new Promise<{ readonly code: number | null; readonly said: string }>(
    (resolve, reject) => {
      const child = spawn(program, [...args, ...address], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, said }));
    },
  ).catch((cause: unknown) => {
    throw new SlipwayError(
      'unavailable',
      `There is no ${program} on this machine. Where there is one, run: ${instead}`,
      {
        cause,
      },
    );
  });
  if (ended.code !== 0)
    throw new SlipwayError(
      'unavailable',
      `${program} failed: ${ended.said.trim().split('\n')[0] ?? ''} To do it elsewhere: ${instead}`,
    );
}

/**
 * Every user of the machine sees what programs are called with, so the password goes another way.
 */
function connectionOf(url: string | undefined) {
  if (url === undefined) return { address: [], env: process.env };
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    address: [`--dbname=${address.href}`],
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  };
}

/** The versions of the tables in a Postgres, by part of the service; empty when there are none. */
export async function postgresVersions(url: string): Promise<{ readonly [part: string]: number }> {
  const pool = createPostgresPool(url, { connections: 1 });
  try {
    const there = await pool.query("SELECT to_regclass('slipway.schema_versions') AS name");
    if ((there.rows[0] as { name: string | null }).name === null) return {};
    const { rows } = await pool.query(
      'SELECT part, max(version) AS version FROM slipway.schema_versions GROUP BY part',
    );
    return Object.fromEntries(
      (rows as { part: string; version: number }[]).map(({ part, version }) => [part, version]),
    );
  } finally {
    await pool.end();
  }
}
