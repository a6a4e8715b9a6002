import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import { chosenCompany, type NamedCompany } from '../../../core/access/first-company.ts';
import { createKey, listKeys, revokeKey } from '../../../core/access/keys.ts';
import { newKey } from '../../../core/access/schema.ts';
import type { Scope } from '../../../core/access/scopes.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { openStorage } from '../../process/assemble.ts';
import { readConfig } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';
import type { Storage } from '../../process/storage.ts';

const ALL: readonly Scope[] = ['admin', 'operator'];

/**
 * The keys of a company in the store of a data folder; of the first company by default. Reading the
 * folder is the only right it needs.
 */
export async function openLocalKeys(
  data: string,
  env: { readonly [name: string]: string | undefined },
  companyId: string | undefined,
) {
  const { database, media } = readConfig(['--data', data], env);
  refuseRemains(database, data, media.type === 'disk' ? media.folder : undefined);
  if (isMissing(database)) throw noCompany(data);
  const storage = await openStorage(database);
  const company = await companyIn(storage, data, companyId).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  // Keys are random and hashed; nothing here is sealed, so any secret will do.
  const ports = {
    store: storage.store,
    clock: systemClock,
    secrets: createNodeSecrets('nothing is sealed with this'),
  };
  const caller = { companyId: company.id, keyId: 'command line', scopes: ALL };
  return {
    company,
    list: () => listKeys(ports, company.id),
    create: (request: object) =>
      createKey(ports, caller, { request: parseRequest(newKey, request) }),
    revoke: (id: string) => revokeKey(ports, caller, id),
    close: () => storage.close(),
  };
}

async function companyIn(
  storage: Storage,
  data: string,
  companyId: string | undefined,
): Promise<NamedCompany> {
  const company = await chosenCompany(storage, companyId);
  if (company !== undefined) return company;
  throw noCompany(data);
}

const noCompany = (data: string): SlipwayError =>
  new SlipwayError(
    'not_found',
    `There is no company in ${data} yet. The first \`slipway serve\` makes one and prints its key.`,
  );
