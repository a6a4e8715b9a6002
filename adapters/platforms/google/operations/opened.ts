import type { Caller } from '../../../../core/access/caller.ts';
import { accessFound } from '../../../../core/accounts/access.ts';
import { findNamed } from '../../../../core/accounts/find-account.ts';
import type { AccountKey } from '../../../../core/base/account-key.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { ServicePorts } from '../../../../core/operations/ports.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { definition } from '../definition.ts';
import type { GoogleOwn } from '../own/own.ts';

export const topic = 'Manage';
/** The account may not be here; the platform may refuse or be away. */
export const errors = ['not_found', 'platform_error', 'unavailable'] as const;
export const reading = { topic, scope: 'read', effects: 'reads', errors } as const;

interface Opened {
  readonly key: AccountKey;
  readonly access: Access;
  readonly own: GoogleOwn;
}

/** Throws `unprocessable_entity` for an account of another platform. */
export async function opened(
  ports: ServicePorts,
  { companyId }: Caller,
  request: { readonly accountId: string },
): Promise<Opened> {
  const at = { path: sentName(request, 'accountId'), platform: definition.id };
  const found = await findNamed(ports, companyId, request.accountId, at);
  const { access, platform } = await accessFound(ports, companyId, found);
  // `open` gives it.
  return { key: found.key, access, own: platform.own as GoogleOwn };
}

export const metadataOf = ({ adAccountId, currency, timezone }: Access) => ({ accountId: adAccountId, currency, timezone });
