import type { Caller } from '../../core/access/caller.ts';
import { mintKey } from '../../core/access/keys.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { connectPlatform } from '../../core/accounts/connect.ts';
import { openCompany } from '../../core/upkeep/open-company.ts';
import { invoke } from '../../server/invoke.ts';
import { absent } from '../test-service.ts';
import { LIMITED, LIMITS } from './limits.ts';
import { ACCOUNTS, credentialsOf, simulatedPlatform } from './platform.ts';
import { commonPorts, operationNamed, plainSecrets } from './process.ts';
import { createDisk, type Disk } from './store.ts';
import { PLATFORM } from './things.ts';

export interface Opened {
  readonly tables: ReturnType<Disk['backup']>;
  /** Of each company two people, and a model that may only plan. */
  readonly companies: readonly { readonly people: readonly Caller[]; readonly model: KeyHolder }[];
}

/** Who is let in by a key, each time anew. */
export interface KeyHolder extends Caller {
  readonly secret: string;
}

const ADMIN: readonly Scope[] = ['admin', 'leads'];

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
  const companies: { people: Caller[]; model: KeyHolder }[] = [];
  for (const [number, name] of ['Anna', 'Bert', 'Cleo'].entries()) {
    const platform = { definition, accounts: { list: async () => ACCOUNTS[number] ?? [] } };
    const ports = {
      ...base,
      store: disk.store,
      secrets: plainSecrets(name),
      platforms: { [PLATFORM]: platform },
    } as unknown as typeof base;
    const { companyId } = await openCompany(ports, ports.features, { name, sandbox: false }, {});
    const holder = async (who: string, scopes: readonly Scope[]): Promise<KeyHolder> => {
      const { secret, record, write } = await mintKey(ports, companyId, { name: who, scopes });
      await disk.store.commit([write]);
      return { companyId, keyId: record.keyId, scopes, madeBy: record.madeBy, secret };
    };
    const people: Caller[] = [];
    for (const who of ['one', 'two']) {
      const { secret: _secret, ...caller } = await holder(who, ADMIN);
      people.push(caller);
    }
    const model = await holder('model', ['plan']);
    await connectPlatform(ports, people[0] as Caller, {
      platform: PLATFORM,
      credentials: credentialsOf(number),
    });
    if (number === LIMITED) {
      const input = { currencies: { EUR: LIMITS } };
      await invoke(ports, operationNamed(ports, 'guardrails.replace'), people[0] as Caller, {
        input,
      });
    }
    companies.push({ people, model });
  }
  return { tables: disk.backup(), companies };
}
