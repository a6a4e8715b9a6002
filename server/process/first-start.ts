import { companyKind } from '../../core/access/records.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { claimLease, createHolder } from '../../core/records/lease.ts';
import { openCompany } from '../../core/upkeep/open-company.ts';

/**
 * Makes the first company when there is none, and answers its admin key; undefined when there was
 * one. Of several processes that start at once on one database, one does it and the others wait for
 * it.
 */
export async function firstStart(ports: AssembledPorts): Promise<string | undefined> {
  const begun = async (): Promise<boolean> =>
    (await ports.store.find(companyKind, SYSTEM, { limit: 1 })).items.length > 0;
  const holder = createHolder(ports.clock, crypto.randomUUID());
  while (!(await begun())) {
    const lease = await claimLease(ports, SYSTEM, { name: 'first-start', holder, ttlMs: 60_000 });
    if (lease === undefined) {
      await ports.clock.sleep(200);
      continue;
    }
    try {
      if (await begun()) return undefined;
      const sandbox = ports.sandbox !== undefined;
      const company = { name: sandbox ? 'Demo' : 'Main', sandbox };
      return (
        await openCompany(ports, ports.features, company, {
          scopes: ['admin', 'operator'],
          demo: true,
          first: true,
        })
      ).adminKey;
    } finally {
      await lease.release();
    }
  }
  return undefined;
}
