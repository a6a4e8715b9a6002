import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import type { Scope } from '../../core/access/caller.ts';
import { createKey, listKeys, revokeKey } from '../../core/access/keys.ts';
import { companyKind } from '../../core/access/records.ts';
import { SlipwayError } from '../../core/errors.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { newKey } from '../../core/schema/access.ts';
import { parseRequest } from '../../core/schema/parse.ts';
import { openStorage } from '../assemble.ts';
import { readConfig } from '../config.ts';

const ALL: readonly Scope[] = ['admin', 'operator'];

/** The keys of the first company, in the store of a data folder. Whoever can read the folder may do this. */
export async function openLocalKeys(data: string, env: { readonly [name: string]: string | undefined }) {
  const storage = await openStorage(readConfig(['--data', data], env).database);
  const { items } = await storage.store.find(companyKind, SYSTEM, { limit: 1 });
  const companyId = items[0]?.id;
  if (companyId === undefined) {
    await storage.close();
    throw new SlipwayError(
      'not_found',
      `There is no company in ${data} yet. The first \`slipway serve\` makes one and prints its key.`,
    );
  }
  // Keys are random and hashed; nothing here is sealed, so any secret will do.
  const ports = { store: storage.store, clock: systemClock, secrets: createNodeSecrets('nothing is sealed with this') };
  const caller = { companyId, keyId: 'command line', scopes: ALL };
  return {
    list: () => listKeys(ports, companyId),
    create: (request: object) => createKey(ports, caller, parseRequest(newKey, request)),
    revoke: (id: string) => revokeKey(ports, caller, id),
    close: () => storage.close(),
  };
}
