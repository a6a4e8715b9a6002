import type { Caller } from '../../core/access/caller.ts';
import { mintKey } from '../../core/access/keys.ts';
import { connectPlatform } from '../../core/accounts/connect.ts';
import { openCompany } from '../../core/features/companies/open-company.ts';
import { invoke } from '../../server/invoke.ts';
import { absent } from '../test-service.ts';
import { LIMITED, LIMITS } from './limits.ts';
import { ACCOUNTS, PLATFORM, simulatedPlatform } from './platform.ts';
import { commonPorts, operationNamed, plainSecrets } from './process.ts';
import { createDisk, type Disk } from './store.ts';

export interface Opened {
  readonly tables: ReturnType<Disk['backup']>;
  readonly callers: readonly (readonly Caller[])[];
}

let opened: Promise<Opened> | undefined;

/** Three companies that have connected the platform: the beginning of every story, made once. */
export const openedCompanies = (): Promise<Opened> => {
  opened ??= open();
  return opened;
};

async function open(): Promise<Opened> {
  const disk = createDisk();
  const base = await commonPorts();
  const { definition } = simulatedPlatform(absent('network'), absent('things'));
  const callers: Caller[][] = [];
  for (const [number, name] of ['Anna', 'Bert', 'Cleo'].entries()) {
    const platform = { definition, accounts: { list: async () => ACCOUNTS[number] ?? [] } };
    const ports = {
      ...base,
      store: disk.store,
      secrets: plainSecrets(name),
      platforms: { [PLATFORM]: platform },
    } as unknown as typeof base;
    const { companyId } = await openCompany(ports, ports.features, { name, sandbox: false }, {});
    const own: Caller[] = [];
    for (const who of ['one', 'two']) {
      const { write } = await mintKey(ports, companyId, { name: who, scopes: ['admin'] });
      await disk.store.commit([write]);
      own.push({ companyId, keyId: (write.doc as { readonly keyId?: string }).keyId ?? write.id, scopes: ['admin'] });
    }
    const credentials = Object.fromEntries((definition.credentials.ways[0] ?? []).map((key) => [key, 'token']));
    await connectPlatform(ports, own[0] as Caller, { platform: PLATFORM, credentials });
    if (number === LIMITED) {
      const input = { currencies: { EUR: LIMITS } };
      await invoke(ports, operationNamed(ports, 'guardrails.replace'), own[0] as Caller, { input });
    }
    callers.push(own);
  }
  return { tables: disk.backup(), callers };
}
