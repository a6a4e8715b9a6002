import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeptSecret } from '../../../adapters/runtime/kept-secret.ts';
import { createPostgresPool } from '../../../adapters/store/postgres-database.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import type { Database } from '../../process/assemble.ts';
import type { InstallationPlaces } from './backup.ts';
import { restore } from './restore.ts';

/**
 * Restores a backup to a scratch folder, and on Postgres to a scratch database, and removes both.
 * Answers why that could not be tried; undefined when the backup can be restored. Throws where it
 * was tried and failed: then it is no backup.
 */
export async function notRestorable(
  from: string,
  { database, folder, secret, facts }: InstallationPlaces,
): Promise<string | undefined> {
  const scratch = await mkdtemp(join(tmpdir(), 'slipway-restored-'));
  const data = join(scratch, 'data');
  const known = secret ?? readKeptSecret(folder);
  try {
    const tried = async (at: Database): Promise<undefined> => {
      const files = { media: join(data, 'media'), exports: join(data, 'exports') };
      const own = { database: at, folder: data, files, secret: known };
      const result = await restore(from, {
        ...own,
        ...(facts && { facts: { ...facts, path: join(data, 'facts.duckdb') } }),
      });
      if (result.secret === 'wrong')
        throw new SlipwayError(
          'unreadable_secret',
          'The secret at hand does not open what was restored from the backup.',
        );
    };
    if (database.type === 'postgres')
      return await inScratchDatabase(database.direct ?? database.url, tried);
    return await tried({ type: 'sqlite', path: join(data, 'slipway.db') });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Answers why there is no such database, where it cannot be made. */
async function inScratchDatabase(
  url: string,
  work: (database: Database) => Promise<undefined>,
): Promise<string | undefined> {
  const name = `slipway_restored_${crypto.randomUUID().slice(0, 8)}`;
  const pool = createPostgresPool(url, { connections: 1 });
  try {
    try {
      await pool.query(`CREATE DATABASE ${name}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `No scratch database could be made: ${reason}. GRANT the user CREATEDB, or restore the backup elsewhere from time to time.`;
    }
    try {
      const address = new URL(url);
      address.pathname = `/${name}`;
      return await work({ type: 'postgres', url: address.href });
    } finally {
      await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  } finally {
    await pool.end();
  }
}
