import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { verifyAudit } from '../../../core/access/audit-chain.ts';
import { companyKind } from '../../../core/access/records.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import type { Check } from './check.ts';

/**
 * Reads the audit of every company as a chain. Without the secret of the installation its MACs are
 * not checked.
 */
export async function auditCheck(
  store: Store,
  secrets: Secrets = createNodeSecrets('no key is opened with this'),
): Promise<Check> {
  const ports = { store, secrets };
  const broken: string[] = [];
  const without: string[] = [];
  let [chained, others, unchecked] = [0, 0, 0];
  for (const { id, doc } of await allOf(store, companyKind, SYSTEM)) {
    const verdict = await verifyAudit(ports, id);
    chained += verdict.chained;
    others += verdict.waiting + verdict.beforeChain;
    if (!verdict.macsChecked) unchecked += 1;
    if (verdict.withoutMacUntil > 0)
      without.push(`${doc.name} without MAC until entry ${verdict.withoutMacUntil}`);
    if (verdict.firstBroken !== null)
      broken.push(
        `${doc.name} (${id}), entry ${verdict.firstBroken.seq}: ${verdict.firstBroken.problem}`,
      );
  }
  const notes = [
    ...(unchecked > 0
      ? [`MACs of ${unchecked} not checked, because the secret is not at hand`]
      : []),
    ...without.slice(0, 10),
  ];
  if (broken.length === 0) {
    const found = [
      `${chained} ${chained === 1 ? 'entry' : 'entries'} in whole chains, ${others} not chained`,
      ...notes,
    ].join('; ');
    return { name: 'audit', ok: true, found };
  }
  return {
    name: 'audit',
    ok: false,
    found: broken.slice(0, 10).join(' '),
    fix: 'The database was changed past the service, or a part of it was lost. Compare it with a backup.',
  };
}
