import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { verifyAudit } from '../../core/access/audit-chain.ts';
import { companyKind } from '../../core/access/records.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import type { Check } from './check.ts';

/** Reads the audit of every company as a chain. */
export async function auditCheck(store: Store): Promise<Check> {
  // Entries are hashed; nothing here is sealed, so any secret will do.
  const ports = { store, secrets: createNodeSecrets('nothing is sealed with this') };
  const broken: string[] = [];
  let [chained, others] = [0, 0];
  for (const { id, doc } of await allOf(store, companyKind, SYSTEM)) {
    const verdict = await verifyAudit(ports, id);
    chained += verdict.chained;
    others += verdict.waiting + verdict.beforeChain;
    if (verdict.firstBroken !== null)
      broken.push(`${doc.name} (${id}), entry ${verdict.firstBroken.seq}: ${verdict.firstBroken.problem}`);
  }
  if (broken.length === 0) return { name: 'audit', ok: true, found: `${chained} entries in whole chains, ${others} not chained` };
  return {
    ...{ name: 'audit', ok: false, found: broken.slice(0, 10).join(' ') },
    fix: 'The database was changed past the service, or a part of it was lost. Compare it with a backup.',
  };
}
