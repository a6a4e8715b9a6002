import type { Actor } from '../../access/caller.ts';
import type { Fault } from '../../errors.ts';
import { guardedAccount, type Judgement, judgeDemand } from '../../guard/gate.ts';
import { type BudgetWanted, isAbove } from '../../guard/judge.ts';
import { budgetAtMidnight } from '../../guard/midnight.ts';
import { limitsRises, readGuardrails } from '../../guard/records.ts';
import { firstSeenToday, seenToday } from '../../guard/seen.ts';
import { nothingStarted } from '../../guard/started.ts';
import { toMicro } from '../../money.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import { sentName } from '../../schema/aliases.ts';
import type { UpdateBudgetRequest } from '../../schema/manage-edit.ts';
import type { ManagePorts, Opened } from '../open-account.ts';

/** Raising a budget by more than this factor within a day looks like a slip of the pen and has to be confirmed. */
const CONFIRMED_ABOVE = 10;

export const budgetField = ({ dailyBudget }: UpdateBudgetRequest): 'dailyBudget' | 'lifetimeBudget' =>
  dailyBudget !== undefined ? 'dailyBudget' : 'lifetimeBudget';

/**
 * What the gate says to a change of a budget, and whether it is confirmed. The budget the object began the day with, as
 * far as the platform's history tells, or is seen with for the first time today, is durable after this: a chain of rises
 * within a day counts as one. One call for the first rise of an object on a day, where the company limits rises and the
 * platform has a history.
 */
export async function judgeRise(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  request: UpdateBudgetRequest,
  before: EntityFacts,
): Promise<{ readonly judgement: Judgement; readonly unconfirmed: readonly Fault[] }> {
  const { entityType: type, entityId: id, confirm } = request;
  const field = budgetField(request);
  const path = sentName(request, field);
  const guarded = guardedAccount(account);
  const now = before[field] ?? 0;
  const amount = request[field] ?? 0;
  const atMidnight = toMicro(amount) > toMicro(now) ? await midnightBudget(ports, account, before.id) : undefined;
  const first = atMidnight === undefined ? before : { ...before, [field]: atMidnight };
  const firstToday = (await firstSeenToday(ports, guarded, first))[field] ?? now;
  const kind = field === 'dailyBudget' ? 'daily' : 'lifetime';
  const wanted: BudgetWanted = { type, id, name: before.name, kind, amount, from: { now, firstToday }, path };
  // Whether an active object delivers would take more calls to find out: the rise of one counts as started.
  const more = before.status === 'ACTIVE' ? Math.max(0, toMicro(amount) - toMicro(now)) : 0;
  const judgement = await judgeDemand(ports, caller, account, {
    wanted: [wanted],
    started: { ...nothingStarted, [kind]: more },
    switchesOn: false,
    pathOf: () => path,
  });
  return { judgement, unconfirmed: confirm === true ? [] : confirmFaults(wanted, account.access.currency) };
}

/** Asked for once a day and object, where the company has said how far budgets may rise. */
async function midnightBudget(ports: ManagePorts, account: Opened<'edit'>, id: string): Promise<number | undefined> {
  const guarded = guardedAccount(account);
  const record = await readGuardrails(ports, guarded.companyId);
  if (!limitsRises(record?.doc, guarded.key) || (await seenToday(ports, guarded, id)) !== undefined) return undefined;
  return budgetAtMidnight(ports, account, id);
}

/** A rise by more than tenfold, in one step or in several of one day. Pure. */
function confirmFaults({ amount, from, path }: BudgetWanted, currency: string): Fault[] {
  if (from === undefined || toMicro(amount) <= toMicro(from.now)) return [];
  const least = Math.min(from.now, from.firstToday);
  if (!isAbove(toMicro(amount), (CONFIRMED_ABOVE - 1) * 100, toMicro(least))) return [];
  const message = `This raises the budget from ${least} to ${amount} ${currency} within a day, more than ${CONFIRMED_ABOVE} times. Send confirm: true if that is meant.`;
  return [{ path, code: 'confirm_required', message }];
}
