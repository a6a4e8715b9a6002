import type { Actor } from '../access/caller.ts';
import { findAccount } from '../accounts/access.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import type { EntityFacts } from '../ports/platform-reads.ts';
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
): Promise<UpdateBudgetResponse> {
  const { entityType: type, entityId: id, dailyBudget, lifetimeBudget } = request;
  if (dailyBudget === undefined && lifetimeBudget === undefined)
    throw new SlipwayError('bad_request', 'The request names no budget.', {
      details: [{ path: 'dailyBudget', code: 'missing_field', message: 'Give dailyBudget or lifetimeBudget.' }],
    });
  const account = await openAccount(ports, caller.companyId, request, 'edit');
  const record = await findAccount(ports.store, caller.companyId, account.access.adAccountId);
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

  const before = await readOne(account, request, type, id, 'entityId');
  refuseFaults(checkBudget(request, before, account.access.currency));
  const previous = { dailyBudget: before.dailyBudget ?? null, lifetimeBudget: before.lifetimeBudget ?? null };
  const change = {
    action: `${type}.budget`,
    subject: id,
    adAccountId: account.access.adAccountId,
    before: previous,
    after: given({ dailyBudget, lifetimeBudget }),
  };
  const at = {
    missing: sentName(request, 'entityId'),
    fields: { daily_budget: sentName(request, 'dailyBudget'), lifetime_budget: sentName(request, 'lifetimeBudget') },
  };
  await traced(ports, caller, change, at, () =>
    account.can.setBudget(account.access, type, id, given({ daily: dailyBudget, lifetime: lifetimeBudget })),
  );
  return {
    success: true,
    entityId: id,
    entityType: type,
    dailyBudget: dailyBudget ?? null,
    lifetimeBudget: lifetimeBudget ?? null,
    previous,
    currency: account.access.currency,
  };
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
