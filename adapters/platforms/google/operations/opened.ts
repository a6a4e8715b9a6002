import { ownOperations } from '../../../../core/operations/own-operations.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { definition } from '../definition.ts';
import type { GoogleOwn } from '../own/own.ts';

export const { open, change, ofConnections } = ownOperations<GoogleOwn>(definition.id);

export const topic = 'Manage';
/** The account may not be here; the platform may refuse or be away. */
export const errors = ['not_found', 'platform_error', 'unavailable'] as const;
export const reading = { topic, scope: 'read', effects: 'reads', errors } as const;

export const metadataOf = ({ adAccountId, currency, timezone }: Access) => ({
  accountId: adAccountId,
  currency,
  timezone,
});
