import type { Caller } from '../../../../core/access/caller.ts';
import { accessFound } from '../../../../core/accounts/access.ts';
import type { AccountKey } from '../../../../core/base/account-key.ts';
import { SlipwayError } from '../../../../core/base/errors.ts';
import { findNamed } from '../../../../core/manage/open-account.ts';
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

/** Throws `not_found` for an account of another platform too. */
export async function opened(
  ports: ServicePorts,
  { companyId }: Caller,
  { accountId }: { readonly accountId: string },
): Promise<Opened> {
  const found = await findNamed(ports, companyId, accountId, 'accountId');
  if (found.platform !== definition.id) {
    const message = `This ad account is none of ${definition.label}.`;
    throw new SlipwayError('not_found', message, { details: [{ path: 'accountId', code: 'unknown_ad_account', message }] });
  }
  const { access, platform } = await accessFound(ports, companyId, found);
  // `open` gives it.
  return { key: found.key, access, own: platform.own as GoogleOwn };
}

export const metadataOf = ({ adAccountId, currency, timezone }: Access) => ({ accountId: adAccountId, currency, timezone });
