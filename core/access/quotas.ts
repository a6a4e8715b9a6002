import type { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { companyKind } from './records.ts';

/**
 * The operator's quotas of a company. Without a quota nothing is counted. Concurrent requests may
 * each still pass.
 */

export const limitsOf = async (store: Store, companyId: string) =>
  (await store.get(companyKind, SYSTEM, companyId))?.doc.limits;

export function exceeded(reason: string): SlipwayError {
  const message = `${reason} The operator of this service can raise it.`;
  return refusal('unprocessable_entity', {
    path: '',
    code: 'quota_exceeded',
    message,
    hint: 'ask-admin',
  });
}
