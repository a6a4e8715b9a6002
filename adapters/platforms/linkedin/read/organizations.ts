import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access, Identity } from '../../../../core/ports/platform-accounts.ts';
import type { Calls } from '../../kit/calls.ts';
import { said, text } from '../../kit/json.ts';
import { numberOf, organizationUrn } from '../urns.ts';

/** Those the member administers and the account's own. */
export async function organizationsOf(calls: Calls, access: Access): Promise<readonly Identity[]> {
  const account = await calls.read(access, `adAccounts/${access.adAccountId}`);
  const owner = said(account.reference);
  const roles = await calls.list(access, 'organizationAcls', {
    q: 'roleAssignee',
    role: 'ADMINISTRATOR',
    state: 'APPROVED',
    count: 100,
    start: 0,
  });
  const urns = [owner, ...roles.flatMap((row) => text(row.organization) ?? text(row.organizationTarget) ?? [])];
  const ids = new Set(urns.filter((urn) => urn.startsWith(organizationUrn(''))).map(numberOf));
  const identities: Identity[] = [];
  for (const id of ids) identities.push(await identityOf(calls, access, id));
  return identities;
}

/** Falls back to the number where the page cannot be read. */
async function identityOf(calls: Calls, access: Access, id: string): Promise<Identity> {
  try {
    const row = await calls.read(access, `organizations/${id}`);
    const handle = text(row.vanityName);
    return { value: id, label: text(row.localizedName) ?? organizationUrn(id), ...(handle !== undefined && { handle }) };
  } catch (error) {
    if (error instanceof PlatformError && ['blocked', 'missing'].includes(error.failure.class))
      return { value: id, label: organizationUrn(id) };
    throw error;
  }
}
