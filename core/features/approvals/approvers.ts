import type { Caller } from '../../access/caller.ts';
import { findKey, makerBehind } from '../../access/keys.ts';
import { personKind } from '../../access/person-records.ts';
import { scopesOfRights } from '../../access/roles.ts';
import { SlipwayError } from '../../base/errors.ts';
import { hasScope, refuseWithoutRight } from '../../operations/carry-out.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Store, SYSTEM } from '../../ports/store.ts';
import type { ApprovalRecord } from './records.ts';
import { youngerThanPlan } from './refusals.ts';

/** Who plans, approves and withdraws: persons, keys, and the persons behind keys. */

/**
 * Whether a plan was approved by another person than planned it, as far as that is known: keys are of the person who made
 * them, or of the key their chain begins with. A key of an earlier version has no known maker, and never counts as another person's.
 */
export const isAnother = ({ plannedFor }: ApprovalRecord, approver: string | undefined): boolean =>
  plannedFor !== undefined && approver !== undefined && plannedFor !== approver;

/** A caller as he is now, by his id. Undefined where the key was revoked or has ended, or the person is gone. */
async function callerNow(
  { store, now }: { readonly store: Store; readonly now: number },
  companyId: string,
  id: string,
): Promise<(Caller & { readonly since: number }) | undefined> {
  if (id.startsWith('pe_')) {
    const person = (await store.get(personKind, SYSTEM, id))?.doc;
    if (person?.companyId !== companyId) return undefined;
    return { companyId, keyId: id, scopes: scopesOfRights(person), person, since: person.createdAt };
  }
  // A program that embeds the service has no key that could end.
  if (!id.startsWith('key_')) return { companyId, keyId: id, scopes: ['admin'], since: 0 };
  const key = (await findKey(store, companyId, id))?.doc;
  if (key === undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
  return { companyId, keyId: id, scopes: key.scopes, madeBy: key.madeBy, since: key.createdAt };
}

/** Throws `forbidden` where the caller's key, or the caller, is younger than the plan: the planner could have made it for this. */
export async function refuseYounger(
  { store, now }: { readonly store: Store; readonly now: number },
  { companyId, keyId }: Caller,
  plan: ApprovalRecord,
): Promise<void> {
  const known = await callerNow({ store, now }, companyId, keyId);
  if (known !== undefined && known.since > plan.createdAt) throw youngerThanPlan();
}

/** What an approval is worth at this moment: nothing once the approver could not carry all of it out any more. */
export async function approvalNow(
  { store, now }: { readonly store: Store; readonly now: number },
  companyId: string,
  plan: ApprovalRecord,
  operations: readonly Operation[],
): Promise<'none' | 'anyone' | 'another'> {
  const { approved } = plan;
  if (approved === undefined) return 'none';
  const approver = await callerNow({ store, now }, companyId, approved.by);
  if (approver === undefined || !operations.every((each) => mayRun(approver, each))) return 'none';
  return isAnother(plan, makerBehind(approver)) ? 'another' : 'anyone';
}

function mayRun(caller: Caller, operation: Operation): boolean {
  if (caller.person === undefined) return hasScope(caller.scopes, operation);
  try {
    refuseWithoutRight(caller, operation);
    return true;
  } catch (error) {
    if (error instanceof SlipwayError) return false;
    throw error;
  }
}
