import { kinds } from '../core/features/registry.ts';
import type { ServicePorts } from '../core/operations/ports.ts';
import { SYSTEM } from '../core/ports/store.ts';
import { eachOf } from '../core/records/list.ts';

/** What changes by itself: what was read, counted, traced or is under way. */
const MOVING = [
  'audit',
  'audit-head',
  'key-use',
  'session',
  'lease',
  'job',
  'sequence',
  'company-calls',
  'idempotency',
  'kept-list',
  'ad-asset-unread',
  'ad-asset-listed',
  'account-total',
  'company-total',
  'budget-seen',
  'day-count',
  'report-sync',
];

/** What a company has, as JSON by kind and id. */
export async function keptDocuments({
  ports: { store },
  companyId,
}: {
  readonly ports: Pick<ServicePorts, 'store'>;
  readonly companyId: string;
}): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const kind of kinds.filter(({ name }) => !MOVING.includes(name)))
    for (const owner of [companyId, SYSTEM])
      await eachOf(store, kind, {
        companyId: owner,
        query: {},
        see: ({ id, doc }) => found.set(`${kind.name} ${id}`, JSON.stringify(doc)),
      });
  return found;
}
