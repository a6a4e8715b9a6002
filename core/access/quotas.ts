import { SlipwayError } from '../base/errors.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { companyKind } from './records.ts';

/**
 * What the operator lets a company use in all. Nothing is counted where no quota is set. Of several requests at the same
 * moment each may still pass.
 */

export const limitsOf = async (store: Store, companyId: string) => (await store.get(companyKind, SYSTEM, companyId))?.doc.limits;

export function exceeded(reason: string): SlipwayError {
  const message = `${reason} The operator of this service can raise it.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: '', code: 'quota_exceeded', message, hint: 'ask-admin' }],
  });
}
