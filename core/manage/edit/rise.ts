import type { Actor } from '../../access/caller.ts';
import type { Fault } from '../../base/errors.ts';
import { toMicro } from '../../base/money.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { type Judgement, judgeDemand } from '../../gate/gate.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import { type BudgetWanted, type GuardedAccount, isAbove, UNLIMITED } from '../../gate/judge.ts';
import { budgetAtMidnight } from '../../gate/midnight.ts';
import { pendingIn } from '../../gate/pending.ts';
import { perDay } from '../../gate/per-day.ts';
import { limitsRises, readGuardrails } from '../../gate/records.ts';
import { firstSeenToday, seenToday } from '../../gate/seen.ts';
import { nothingStarted, type Started } from '../../gate/started.ts';
import type { Budgets } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { ManagePorts, Opened } from '../open-account.ts';
import type { UpdateBudgetRequest } from '../schema/edit.ts';

/** A rise by more than this factor within a day looks like a slip and has to be confirmed. */
const CONFIRMED_ABOVE = 10;

export const budgetField = ({
  dailyBudget,
}: UpdateBudgetRequest): 'dailyBudget' | 'lifetimeBudget' =>
  dailyBudget !== undefined ? 'dailyBudget' : 'lifetimeBudget';

/**
 * Makes durable the budget the object began the day with, by the platform's history, or is first
 * seen with today: a chain of rises within a day counts as one. One call for the first rise of an
 * object on a day, where the company limits rises and the platform has a history.
 */
export async function judgeRise(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  { request, before }: { readonly request: UpdateBudgetRequest; readonly before: EntityFacts },
): Promise<{ readonly judgement: Judgement; readonly unconfirmed: readonly Fault[] }> {
  const { entityType: type, entityId: id, confirm } = request;
  const field = budgetField(request);
  const path = sentName(request, field);
  const guarded = guardedAccount(account);
  const now = before[field] ?? 0;
  const amount = request[field] ?? 0;
  const atMidnight =
    toMicro(amount) > toMicro(now) ? await midnightBudget(ports, account, before.id) : undefined;
  const first = atMidnight === undefined ? before : { ...before, [field]: atMidnight };
  const firstToday = (await firstSeenToday(ports, guarded, first))[field] ?? now;
  const kind = field === 'dailyBudget' ? 'daily' : 'lifetime';
  const wanted: BudgetWanted = {
    type,
    id,
    name: before.name,
    kind,
    amount,
    from: { now, firstToday },
    path,
  };
  // Whether an active object delivers would take more calls: its rise counts as started.
  const delivers = before.status === 'ACTIVE' || (await isAboutToStart(ports, guarded, before));
  const started = delivers
    ? startedByRise(before, field, amount, ports.clock.now())
    : nothingStarted;
  const judgement = await judgeDemand(ports, caller, account, {
    wanted: [wanted],
    started,
    switchesOn: false,
    pathOf: () => path,
  });
  return {
    judgement,
    unconfirmed: confirm === true ? [] : confirmFaults(wanted, account.access.currency),
  };
}

/** A launch will switch it on once all that it makes is there. */
const isAboutToStart = async (
  ports: ManagePorts,
  { companyId, key }: GuardedAccount,
  { id, status }: EntityFacts,
) => status === 'PAUSED' && (await pendingIn(ports, companyId, key)).starting.has(id);

/** What is left of a lifetime budget, and peaks of a daily one, rise with it. */
function startedByRise(
  before: EntityFacts,
  field: keyof Budgets,
  amount: number,
  now: number,
): Started {
  const [was, { lifetimeLeft, peaks = [] }] = [before[field] ?? 0, before];
  const after = {
    ...before,
    [field]: amount,
    ...(lifetimeLeft !== undefined && { lifetimeLeft: Math.max(0, lifetimeLeft + amount - was) }),
    peaks: peaks.map((peak) => ({
      ...peak,
      dailyBudget: peak.dailyBudget * Math.max(1, amount / was),
    })),
  };
  const spent = { from: toMicro(perDay(before, now)), to: toMicro(perDay(after, now)) };
  const set = { from: toMicro(was), to: toMicro(amount) };
  if (set.to <= set.from) return nothingStarted;
  const kind = field === 'dailyBudget' ? 'daily' : 'lifetime';
  const lifetime = kind === 'lifetime' ? set : { from: 0, to: 0 };
  return {
    ...nothingStarted,
    [kind]: set.to - set.from,
    perDay: Math.max(0, spent.to - spent.from),
    rises: [{ id: before.id, perDay: spent, lifetime }],
  };
}

/** Once a day and object, where the company limits rises. */
async function midnightBudget(
  ports: ManagePorts,
  account: Opened<'edit'>,
  id: string,
): Promise<number | undefined> {
  const guarded = guardedAccount(account);
  const record = await readGuardrails(ports, guarded.companyId);
  if (!limitsRises(record?.doc, guarded.key) || (await seenToday(ports, guarded, id)) !== undefined)
    return undefined;
  return budgetAtMidnight(ports, account, id);
}

/** A rise by more than tenfold, in one step or in several of one day. Pure. */
export function confirmFaults(
  { amount, from, path, what = 'budget' }: BudgetWanted,
  currency: string,
): Fault[] {
  if (from === undefined || toMicro(amount) <= toMicro(from.now)) return [];
  const least = Math.min(from.now, from.firstToday);
  if (!isAbove(toMicro(amount), (CONFIRMED_ABOVE - 1) * 100, toMicro(least))) return [];
  const to = amount >= UNLIMITED ? 'no limit' : `${amount} ${currency}`;
  const message = `This raises the ${what} from ${least} to ${to} within a day, more than ${CONFIRMED_ABOVE} times. Send confirm: true if that is meant.`;
  return [{ path, code: 'confirm_required', message }];
}
