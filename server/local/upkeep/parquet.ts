import { rm } from 'node:fs/promises';
import { isInUse } from '../../../adapters/duckdb/file.ts';
import { exportParquet, type ParquetResult } from '../../../adapters/exports/parquet.ts';
import {
  createDiskPlace,
  createS3Place,
  type ParquetPlace,
} from '../../../adapters/exports/parquet-place.ts';
import { openDuckdbFacts } from '../../../adapters/facts/duckdb.ts';
import { chosenCompany } from '../../../core/access/first-company.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { adAccountIdOf } from '../../../core/base/account-key.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import type { Store } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { openStorage } from '../../process/assemble.ts';
import { type Config, ConfigFault, readConfig } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';
import { s3Of } from '../../process/media-place.ts';
import type { Storage } from '../../process/storage.ts';
import { copyFacts } from './facts-copy.ts';

export interface ParquetRequest {
  /** A folder, or `s3://BUCKET/PREFIX?endpoint=…&region=…`. */
  readonly to: string;
  readonly accounts: readonly string[];
  /** Default: the one the installation began with. */
  readonly company?: string | undefined;
}

export async function exportInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  request: ParquetRequest,
  onProgress: (account: string, rows: number) => void,
): Promise<ParquetResult> {
  const config = readConfig(args, env);
  refuseRemains(
    config.database,
    config.data,
    config.media.type === 'disk' ? config.media.folder : undefined,
  );
  if (isMissing(config.database))
    throw new SlipwayError(
      'not_found',
      `There is no database in ${config.data} yet, and no figures.`,
    );
  const { storage, copy } = await openFacts(config);
  try {
    const company = await chosenCompany(storage, request.company);
    if (company === undefined)
      throw new SlipwayError('not_found', 'There is no company yet, and no figures.');
    const accounts = await accountsOf(storage.store, company.id, request.accounts);
    const place = await placeOf(request.to, env);
    try {
      return await exportParquet({
        facts: storage.facts,
        companyId: company.id,
        accounts,
        place,
        onProgress,
      });
    } finally {
      await place.close();
    }
  } finally {
    await storage.close();
    if (copy !== undefined) await rm(copy, { force: true });
  }
}

/**
 * Opens the figures of the installation. Of a DuckDB file that a service has open it opens a copy,
 * which the service makes.
 */
async function openFacts({
  database,
  facts,
}: Config): Promise<{ readonly storage: Storage; readonly copy?: string }> {
  if (facts === undefined) return { storage: await openStorage(database) };
  try {
    return { storage: await openStorage(database, undefined, undefined, facts) };
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
  const copy = await copyFacts(database, facts);
  const copied = await openDuckdbFacts(copy);
  const storage = await openStorage(database);
  const close = async (): Promise<void> => {
    await Promise.all([copied.close(), storage.close()]);
  };
  return { storage: { ...storage, facts: copied, close }, copy };
}

async function accountsOf(store: Store, companyId: string, wanted: readonly string[]) {
  const all = (await allOf(store, adAccountKind, companyId)).map(({ id, doc }) => ({
    key: id,
    currency: doc.currency,
  }));
  if (wanted.length === 0) return all;
  const isNamed = (key: string, name: string): boolean =>
    // it is kept under such a key
    key === name || adAccountIdOf(key as `${string}:${string}`) === name;
  const unknown = wanted.find((name) => !all.some(({ key }) => isNamed(key, name)));
  if (unknown !== undefined)
    throw new SlipwayError('not_found', `There is no ad account ${unknown} here.`);
  return all.filter(({ key }) => wanted.some((name) => isNamed(key, name)));
}

async function placeOf(
  to: string,
  env: { readonly [name: string]: string | undefined },
): Promise<ParquetPlace> {
  if (!to.startsWith('s3://')) return createDiskPlace(to);
  const faults: string[] = [];
  const place = s3Of(to, env, '--to', faults);
  if (place === undefined || faults.length > 0)
    throw new ConfigFault(
      faults.length > 0
        ? faults
        : ['--to must be a folder, or s3://BUCKET/PREFIX?endpoint=…&region=….'],
    );
  return createS3Place(place);
}
