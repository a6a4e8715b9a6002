import { companyKind } from '../../../core/access/records.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { openStorage } from '../../process/assemble.ts';
import { readConfig } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';

/** Days of one account in a transaction: others have the database in between. */
const DAYS = 5;

/** Computes the sums kept with the figures again; answers for how many companies. */
export async function rollUpInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  onProgress: (companies: number) => void,
): Promise<number> {
  const { database, data, facts, media } = readConfig(args, env);
  refuseRemains(database, data, media.type === 'disk' ? media.folder : undefined);
  if (isMissing(database))
    throw new SlipwayError('not_found', `There is no database in ${data} yet, and no figures.`);
  if (facts !== undefined)
    throw new SlipwayError(
      'bad_request',
      'Figures in DuckDB have no sums beside them: there is nothing to rebuild.',
    );
  const storage = await openStorage(database);
  try {
    const companies = await allOf(storage.store, companyKind, SYSTEM);
    for (const [done, { id }] of companies.entries()) {
      let left = await storage.facts.rollUp(id, DAYS, { anew: true });
      while (left === 'more') left = await storage.facts.rollUp(id, DAYS);
      onProgress(done + 1);
    }
    return companies.length;
  } finally {
    await storage.close();
  }
}
