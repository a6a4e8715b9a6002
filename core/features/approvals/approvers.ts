import { personLabel } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { findKey, makerBehind } from '../../access/keys.ts';
import { personKind } from '../../access/person-records.ts';
import { scopesOfRights } from '../../access/roles.ts';
import { SlipwayError } from '../../base/errors.ts';
import { statusWords } from '../../base/outcome-words.ts';
import { refusal } from '../../base/refusal.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { hasScope, refuseWithoutRight } from '../../operations/carry-out.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Store, SYSTEM } from '../../ports/store.ts';
import type { ApprovalRecord } from './records.ts';
import type { ApprovalStatus } from './schema.ts';

/**
 * Whether another person than planned it approved a plan. Keys count as the person who made them,
 * or as the key their chain begins with; a key of an earlier version has no known maker, and never
 * counts as another person.
 */
export const isAnother = ({ plannedFor }: ApprovalRecord, approver: string | undefined) =>
  plannedFor !== undefined && approver !== undefined && plannedFor !== approver;

interface Moment {
  readonly store: Store;
  readonly now: number;
}

/**
 * A caller with the rights of now. Undefined where the key was revoked or has ended, or the person
 * is gone.
 */
export async function callerNow(
  { store, now }: Moment,
  companyId: string,
  id: string,
): Promise<(Caller & { readonly since: number }) | undefined> {
  if (id.startsWith('pe_')) {
    const person = (await store.get(personKind, SYSTEM, id))?.doc;
    if (person?.companyId !== companyId) return undefined;
    return {
      companyId,
      keyId: id,
      scopes: scopesOfRights(person),
      person,
      since: person.createdAt,
    };
  }
  if (id.startsWith('link_')) return undefined;
  // A program that embeds the service has no key that could end.
  if (!id.startsWith('key_')) return { companyId, keyId: id, scopes: ['admin'], since: 0 };
  const key = (await findKey(store, companyId, id))?.doc;
  if (key === undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
  return { companyId, keyId: id, scopes: key.scopes, madeBy: key.madeBy, since: key.createdAt };
}

/**
 * Throws `forbidden` where the caller's key, or the caller, is younger than the plan: the planner
 * could have made it for this.
 */
export async function refuseYounger(
  at: Moment,
  { companyId, keyId }: Caller,
  plan: ApprovalRecord,
): Promise<void> {
  const known = await callerNow(at, companyId, keyId);
  if (known !== undefined && known.since > plan.createdAt) throw youngerThanPlan();
}

/**
 * What an approval is worth now: nothing once the approver could not carry all of it out any more.
 */
export async function approvalNow(
  at: Moment,
  companyId: string,
  plan: ApprovalRecord,
  operations: readonly Operation[],
): Promise<'none' | 'anyone' | 'another'> {
  const { approved } = plan;
  if (approved === undefined) return 'none';
  // A link counts as the person who made it.
  const by = plan.links?.find(({ id }) => id === approved.by)?.by ?? approved.by;
  const approver = await callerNow(at, companyId, by);
  if (approver === undefined || !operations.every((each) => mayRun(approver, each))) return 'none';
  return isAnother(plan, makerBehind(approver)) ? 'another' : 'anyone';
}

export function mayRun(caller: Caller, operation: Operation): boolean {
  if (caller.person === undefined) return hasScope(caller.scopes, operation);
  try {
    refuseWithoutRight(caller, operation);
    return true;
  } catch (error) {
    if (error instanceof SlipwayError) return false;
    throw error;
  }
}

/** Who plans, in words: the person or key, and the program that acts for them. */
export async function plannerOf(store: Store, caller: Caller): Promise<string> {
  const { person, grant } = caller;
  const who = person ? personLabel(person) : `the key ${quoted(await keyName(store, caller))}`;
  return grant === undefined ? who : `${who} with the program ${quoted(grant.client)}`;
}

const keyName = async (store: Store, { companyId, keyId }: Caller): Promise<string> =>
  (await findKey(store, companyId, keyId))?.doc.name ?? keyId;

export const missing = () =>
  new SlipwayError('not_found', 'There is no such plan.', { hint: 'approvals.list' });

export function tooLate(status: ApprovalStatus) {
  const then = {
    running: ' Wait for its end.',
    partly: ' Try the rest again.',
    failed: ' Try it again.',
    applied: '',
  };
  const message = `This plan ${statusWords[status]}.${then[status as keyof typeof then] ?? ' Plan it again.'}`;
  return refusal('conflict', { path: 'digest', code: `plan_${status}`, message });
}

export function ownPlan() {
  const message =
    'This plan has to be approved by another person than planned it. Keys count as those of the person who made them, and a key of an earlier version as anybody’s: ask another person to sign in, or to use a key of their own.';
  return refusal('forbidden', { path: 'digest', code: 'another_key', message, hint: 'ask-admin' });
}

export function programApproves() {
  const message =
    'A connected program approves nothing. A person approves this plan at its approveUrl.';
  return refusal('forbidden', { path: 'digest', code: 'person_needed', message });
}

function youngerThanPlan() {
  const message =
    'Your key, or your account, is younger than this plan. Approve it with an older one, or plan it again.';
  return refusal('forbidden', {
    path: 'digest',
    code: 'younger_than_plan',
    message,
    hint: 'ask-admin',
  });
}

export function tooMany(whose: 'caller' | 'company', most: number) {
  const owner = whose === 'caller' ? 'You have' : 'Your company has';
  const message = `${owner} ${most} plans that wait, which is the most there may be. Have some applied, or decline those that are not needed any more. A plan ends by itself after 24 hours.`;
  return refusal('unprocessable_entity', {
    path: '',
    code: 'too_many_plans',
    message,
    hint: 'approvals.decide',
  });
}
