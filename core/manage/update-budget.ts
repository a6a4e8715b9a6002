import type { Actor } from '../access/caller.ts';
import { findAccount, whileHeld } from '../accounts/access.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import type { EntityFacts } from '../ports/platform-reads.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { sentName } from '../schema/aliases.ts';
import type { UpdateBudgetRequest, UpdateBudgetResponse } from '../schema/manage-edit.ts';
import { amountFaults, minimumFault } from './amounts.ts';
import { readOne } from './entities.ts';
import { given } from './given.ts';
import { type ManagePorts, openAccount } from './open-account.ts';
import { refuseFaults } from './refusal.ts';
import { traced } from './trace.ts';

/** Raising a budget by more than this factor looks like a slip of the pen and has to be confirmed. */
const GUARD = 10;

/** Changes the budget of a campaign or ad set. Two calls. */
export async function updateBudget(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateBudgetRequest,
  once: Once = unkeyed(ports.store),
): Promise<UpdateBudgetResponse> {
  const { entityType: type, entityId: id, dailyBudget, lifetimeBudget } = request;
  if (dailyBudget === undefined && lifetimeBudget === undefined)
    throw new SlipwayError('bad_request', 'The request names no budget.', {
      details: [{ path: 'dailyBudget', code: 'missing_field', message: 'Give dailyBudget or lifetimeBudget.' }],
    });
  return once.inSteps<UpdateBudgetResponse['previous'], UpdateBudgetResponse>(async (steps) => {
    const account = whileHeld(await openAccount(ports, caller.companyId, request, 'edit'), steps.isHeld);
    const { access, can } = account;
    if (steps.begun === undefined) await refuseAmounts(ports, caller, request, access.adAccountId);
    const now = await readOne(account, request, type, id, 'entityId');
    if (steps.begun === undefined) refuseFaults(checkBudget(request, now, access.currency));
    const previous = steps.begun ?? { dailyBudget: now.dailyBudget ?? null, lifetimeBudget: now.lifetimeBudget ?? null };
    const after = given({ dailyBudget, lifetimeBudget });
    const change = { action: `${type}.budget`, subject: id, adAccountId: access.adAccountId, before: previous, after };
    const at = {
      missing: sentName(request, 'entityId'),
      fields: { daily_budget: sentName(request, 'dailyBudget'), lifetime_budget: sentName(request, 'lifetimeBudget') },
    };
    // A platform counts changes, also those that change nothing.
    const isDone = steps.begun !== undefined && (dailyBudget ?? lifetimeBudget) === (now.dailyBudget ?? now.lifetimeBudget);
    if (!isDone)
      await traced(ports, caller, { change, at, progress: previous }, steps, () =>
        can.setBudget(access, type, id, given({ daily: dailyBudget, lifetime: lifetimeBudget })),
      );
    const answer: UpdateBudgetResponse = {
      success: true,
      entityId: id,
      entityType: type,
      dailyBudget: dailyBudget ?? null,
      lifetimeBudget: lifetimeBudget ?? null,
      previous,
      currency: access.currency,
    };
    await steps.conclude(answer, []);
    return answer;
  });
}

/** Throws what is wrong whatever the object is. */
async function refuseAmounts(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateBudgetRequest,
  adAccountId: string,
): Promise<void> {
  const { dailyBudget, lifetimeBudget } = request;
  const record = await findAccount(ports.store, caller.companyId, adAccountId);
  if (record !== undefined)
    refuseFaults([
      ...amountFaults(record.doc, request, ['dailyBudget', 'lifetimeBudget']),
      ...minimumFault(record.doc, sentName(request, 'dailyBudget'), dailyBudget),
      ...(dailyBudget !== undefined && lifetimeBudget !== undefined
        ? [
            {
              path: sentName(request, 'lifetimeBudget'),
              code: 'two_budgets',
              message: 'Give a daily or a lifetime budget, not both.',
            },
          ]
        : []),
    ]);
}

/** What shows once the object is known. Pure. */
function checkBudget(request: UpdateBudgetRequest, before: EntityFacts, currency: string): Fault[] {
  const field = request.dailyBudget !== undefined ? 'dailyBudget' : 'lifetimeBudget';
  const path = sentName(request, field);
  const wanted = request[field] ?? 0;
  if (before.status === 'DELETED' || before.status === 'ARCHIVED')
    return [
      { path: sentName(request, 'entityId'), code: 'gone', message: `This ${before.type} is ${before.status.toLowerCase()}.` },
    ];
  if (before.dailyBudget === undefined && before.lifetimeBudget === undefined) {
    const where =
      before.type === 'adset'
        ? 'The campaign holds the budget: change it there.'
        : 'The ad sets of this campaign hold the budgets: change them there.';
    return [{ path, code: 'budget_elsewhere', message: where }];
  }
  const current = before[field];
  if (current === undefined) {
    const has = field === 'dailyBudget' ? 'lifetime' : 'daily';
    return [{ path, code: 'other_budget', message: `This ${before.type} has a ${has} budget: give ${has}Budget.` }];
  }
  if (wanted > current * GUARD && request.confirm !== true) {
    const message = `This raises the budget from ${current} to ${wanted} ${currency}, more than ${GUARD} times. Send confirm: true if that is meant.`;
    return [{ path, code: 'confirm_required', message }];
  }
  return [];
}
