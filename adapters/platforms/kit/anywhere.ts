import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { CredentialScope } from '../../../core/ports/platform-reads.ts';

/**
 * Asks each account in turn until all ids are found, where a platform answers only about a named account. Leaves out ids that no
 * account has.
 */
export async function findAnywhere<T>(
  { accounts, ...who }: CredentialScope,
  ids: readonly string[],
  read: (access: Access, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, { readonly adAccountId: string; readonly found: T }>> {
  const all = new Map<string, { readonly adAccountId: string; readonly found: T }>();
  for (const { id: adAccountId, currency, timezone } of accounts) {
    const open = ids.filter((id) => !all.has(id));
    if (open.length === 0) break;
    for (const [id, found] of await read({ ...who, adAccountId, currency, timezone }, open)) all.set(id, { adAccountId, found });
  }
  return all;
}
