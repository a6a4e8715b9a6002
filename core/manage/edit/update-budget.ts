import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { sameValue } from '../../base/money.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { noteChange } from '../../gate/changes.ts';
import { refuseExceeded, throughGate } from '../../gate/gate.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import { type Preview, previewOf, untilOf } from '../../gate/preview.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { amountFaults, billedAccount, minimumFault } from '../amounts.ts';
import { learningWarnings } from '../learning.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { UpdateBudgetRequest, UpdateBudgetResponse } from '../schema/edit.ts';
import { keepObjects } from '../undo/kept.ts';
import { namedIn, readOne, type Watch } from './entities.ts';
import { budgetField, judgeRise } from './rise.ts';
import { traced } from './trace.ts';

type Previous = UpdateBudgetResponse['previous'];

/** `watch`: for a change decided earlier. */
export interface WatchedPorts extends ManagePorts {
  readonly watch?: Watch;
}

/** Two calls; one more for the first rise of a day where rises are limited. */
export async function updateBudget(
  ports: WatchedPorts,
  caller: Actor,
  request: UpdateBudgetRequest,
  once: Once = unkeyed(ports.store),
): Promise<UpdateBudgetResponse> {
  refuseNone(request);
  return once.inSteps<Previous, UpdateBudgetResponse>(async (steps) => {
    const opened = await openToChange(ports, caller, request, 'edit');
    if (steps.begun === undefined) await refuseAmounts(ports, opened, request);
    return oneAtATime(ports, { companyId: caller.companyId, key: opened.key }, (isHeld) =>
      changeBudget(ports, caller, request, { account: whileHeld(opened, () => steps.isHeld() && isHeld()), steps }),
    );
  });
}

export async function previewBudget(ports: ManagePorts, caller: Actor, request: UpdateBudgetRequest): Promise<Preview> {
  refuseNone(request);
  const account = await openToChange(ports, caller, request, 'edit');
  await refuseAmounts(ports, account, request);
  const now = await readOne(account, request, { type: request.entityType, id: request.entityId, field: 'entityId' });
  refuseFaults(checkHolder(request, now));
  const { judgement } = await judgeRise(ports, caller, account, { request, before: now });
  const field = budgetField(request);
  const warnings =
    request[field] === now[field]
      ? []
      : learningWarnings(account.platform.definition.launch?.checks, [{ change: 'budget', path: sentName(request, field) }]);
  return {
    ...previewOf(judgement),
    ...untilOf([now]),
    summary: budgetSentence(request, now, account.access.currency),
    ...namedIn(account, [now], { look: (request[field] ?? 0) > (now[field] ?? 0) ? 'whole' : 'own' }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** `Change a daily budget from 50 EUR to 80 EUR`: amounts come before names, which others may have written. */
function budgetSentence(request: UpdateBudgetRequest, now: EntityFacts, currency: string): string {
  const field = budgetField(request);
  const kind = field === 'dailyBudget' ? 'daily' : 'lifetime';
  return `Change a ${kind} budget from ${now[field] ?? 0} ${currency} to ${request[field]} ${currency}`;
}

async function changeBudget(
  ports: WatchedPorts,
  caller: Actor,
  request: UpdateBudgetRequest,
  { account, steps }: { readonly account: Opened<'edit'>; readonly steps: Steps<Previous, UpdateBudgetResponse> },
): Promise<UpdateBudgetResponse> {
  const { entityType: type, entityId: id, dailyBudget, lifetimeBudget } = request;
  const { access, platform } = account;
  const setBudget = offeredMember(platform, 'edit', 'setBudget', sentName(request, 'accountId'));
  const now = await readOne(account, request, { type, id, field: 'entityId' });
  ports.watch?.seen?.(now);
  // Platforms count changes, also those that change nothing.
  const isDone = steps.begun !== undefined && (dailyBudget ?? lifetimeBudget) === (now.dailyBudget ?? now.lifetimeBudget);
  const previous = steps.begun ?? { dailyBudget: now.dailyBudget ?? null, lifetimeBudget: now.lifetimeBudget ?? null };
  const after = defined({ dailyBudget, lifetimeBudget });
  const change = { action: `${type}.budget`, subject: id, adAccountId: access.adAccountId, before: previous, after };
  const at = {
    missing: sentName(request, 'entityId'),
    fields: { dailyBudget: sentName(request, 'dailyBudget'), lifetimeBudget: sentName(request, 'lifetimeBudget') },
  };
  if (!isDone) {
    refuseFaults(checkHolder(request, now));
    const { judgement, unconfirmed } = await judgeRise(ports, caller, account, { request, before: now });
    refuseExceeded(judgement.verdicts);
    if (steps.begun === undefined) refuseFaults(unconfirmed);
    await throughGate(ports, [judgement], () =>
      traced(ports, caller, { change, at, progress: previous, steps }, () =>
        setBudget(access, type, id, defined({ daily: dailyBudget, lifetime: lifetimeBudget, confirmed: request.confirm })),
      ).finally(() => noteChange(ports, access.companyId, account.key)),
    );
  }
  const field = budgetField(request);
  const setBack = { field, before: previous[field], after: request[field] ?? null };
  const isKept = ports.watch === undefined && !sameValue(setBack.before, setBack.after);
  const { updateId, writes } = keepObjects(ports, caller.companyId, {
    account: account.key,
    of: 'budget',
    objects: isKept ? [{ type, id, name: now.name, changes: [setBack] }] : [],
  });
  const answer: UpdateBudgetResponse = {
    success: true,
    entityId: id,
    entityType: type,
    dailyBudget: dailyBudget ?? null,
    lifetimeBudget: lifetimeBudget ?? null,
    previous,
    currency: access.currency,
    ...defined({ updateId }),
  };
  await steps.conclude(answer, writes);
  return answer;
}

function refuseNone({ dailyBudget, lifetimeBudget }: UpdateBudgetRequest): void {
  if (dailyBudget !== undefined || lifetimeBudget !== undefined) return;
  throw new SlipwayError('bad_request', 'The request names no budget.', {
    details: [{ path: 'dailyBudget', code: 'missing_field', message: 'Give dailyBudget or lifetimeBudget.' }],
  });
}

async function refuseAmounts(ports: ManagePorts, account: Opened<'edit'>, request: UpdateBudgetRequest): Promise<void> {
  const { dailyBudget, lifetimeBudget } = request;
  const billed = await billedAccount(ports, account);
  const message = 'Give a daily or a lifetime budget, not both.';
  const two = { path: sentName(request, 'lifetimeBudget'), code: 'two_budgets', message };
  refuseFaults([
    ...amountFaults(billed, request, ['dailyBudget', 'lifetimeBudget']),
    ...minimumFault(billed, sentName(request, 'dailyBudget'), dailyBudget),
    ...(dailyBudget !== undefined && lifetimeBudget !== undefined ? [two] : []),
  ]);
}

function checkHolder(request: UpdateBudgetRequest, before: EntityFacts): Fault[] {
  const field = budgetField(request);
  const path = sentName(request, field);
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
  if (before[field] !== undefined) return [];
  const has = field === 'dailyBudget' ? 'lifetime' : 'daily';
  return [{ path, code: 'other_budget', message: `This ${before.type} has a ${has} budget: give ${has}Budget.` }];
}
