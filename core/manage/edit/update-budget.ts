import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import { type Preview, previewOf, untilOf } from '../../gate/preview.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { amountFaults, billedAccount, minimumFault } from '../amounts.ts';
import { changeOnce } from '../change/change.ts';
import type { Changing } from '../change/changing.ts';
import { costWarnings } from '../costs.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { UpdateBudgetRequest, UpdateBudgetResponse } from '../schema/edit.ts';
import { keepChanged } from '../undo/kept.ts';
import { lookByFacts, namedIn, readOne } from './entities.ts';
import { budgetField, judgeRise } from './rise.ts';

type Previous = UpdateBudgetResponse['previous'];

/** Two calls; one more for the first rise of a day where rises are limited. */
export async function updateBudget(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateBudgetRequest,
  once?: Once,
): Promise<UpdateBudgetResponse> {
  return changeOnce(ports, caller, () => budgeting(ports, caller, request), once);
}

export async function budgeting(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateBudgetRequest,
): Promise<Changing<Previous, UpdateBudgetResponse, Opened<'edit'>>> {
  refuseNone(request);
  const { entityType: type, entityId: id, dailyBudget, lifetimeBudget, confirm } = request;
  const opened = await openToChange(ports, caller, request, 'edit');
  const setBudget = offeredMember(
    opened.platform,
    'edit',
    'setBudget',
    sentName(request, 'accountId'),
  );
  const pathOf = (field: string) => sentName(request, field);
  const read = (account: Opened<'edit'>) =>
    readOne(account, request, { type, id, field: 'entityId' });
  let now: EntityFacts | undefined;
  return {
    account: opened,
    inTurn: true,
    at: {
      missing: pathOf('entityId'),
      fields: { dailyBudget: pathOf('dailyBudget'), lifetimeBudget: pathOf('lifetimeBudget') },
    },
    async draw(account, former) {
      if (former === undefined) await refuseAmounts(ports, account, request);
      now = await read(account);
      const own = former ?? {
        dailyBudget: now.dailyBudget ?? null,
        lifetimeBudget: now.lifetimeBudget ?? null,
      };
      const after = defined({ dailyBudget, lifetimeBudget });
      return {
        steps: [{ id, type, name: now.name, action: `${type}.budget`, before: own, after }],
        own,
      };
    },
    async judge(account, _plan, isFirst) {
      now ??= await read(account);
      refuseFaults(checkHolder(request, now));
      const { judgement, unconfirmed } = await judgeRise(ports, caller, account, {
        request,
        before: now,
      });
      refuseExceeded(judgement.verdicts);
      if (isFirst) refuseFaults(unconfirmed);
      return judgement;
    },
    async send({ access }) {
      await setBudget(
        access,
        type,
        id,
        defined({ daily: dailyBudget, lifetime: lifetimeBudget, confirmed: confirm }),
      );
      return [{ id }];
    },
    look: lookByFacts,
    async answer({ steps, own: previous }) {
      const { undo, writes } = keepChanged(
        ports,
        caller.companyId,
        { account: opened.key, of: 'budget' },
        steps,
      );
      const amounts = { dailyBudget: dailyBudget ?? null, lifetimeBudget: lifetimeBudget ?? null };
      const { currency } = opened.access;
      return {
        answer: {
          success: true,
          entityId: id,
          entityType: type,
          ...amounts,
          previous,
          currency,
          ...undo,
        },
        writes,
      };
    },
  };
}

export async function previewBudget(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateBudgetRequest,
): Promise<Preview> {
  refuseNone(request);
  const account = await openToChange(ports, caller, request, 'edit');
  await refuseAmounts(ports, account, request);
  const now = await readOne(account, request, {
    type: request.entityType,
    id: request.entityId,
    field: 'entityId',
  });
  refuseFaults(checkHolder(request, now));
  const { judgement } = await judgeRise(ports, caller, account, { request, before: now });
  const field = budgetField(request);
  const { currency } = account.access;
  const kind = field === 'dailyBudget' ? 'daily budget' : 'lifetime budget';
  const fromTo = `from ${now[field] ?? 0} ${currency} to ${request[field]} ${currency}`;
  const warnings =
    request[field] === now[field]
      ? []
      : costWarnings(account.platform.definition.launch?.checks, [
          { change: 'budget', path: sentName(request, field), learning: 'unknown' },
        ]);
  return {
    ...previewOf(judgement),
    ...untilOf([now]),
    summary: `Change a ${kind} ${fromTo}`,
    ...namedIn(account, [now], {
      does: (object) => `Change the ${kind} of ${object} ${fromTo}`,
      look: (request[field] ?? 0) > (now[field] ?? 0) ? 'whole' : 'own',
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function refuseNone({ dailyBudget, lifetimeBudget }: UpdateBudgetRequest): void {
  if (dailyBudget !== undefined || lifetimeBudget !== undefined) return;
  throw new SlipwayError('bad_request', 'The request names no budget.', {
    details: [
      {
        path: 'dailyBudget',
        code: 'missing_field',
        message: 'Give dailyBudget or lifetimeBudget.',
      },
    ],
  });
}

async function refuseAmounts(
  ports: ManagePorts,
  account: Opened<'edit'>,
  request: UpdateBudgetRequest,
): Promise<void> {
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
      {
        path: sentName(request, 'entityId'),
        code: 'gone',
        message: `This ${before.type} is ${before.status.toLowerCase()}.`,
      },
    ];
  if (before.dailyBudget === undefined && before.lifetimeBudget === undefined) {
    const where =
      before.type === 'adset'
        ? 'The campaign holds the budget: change it there.'
        : 'The ad sets of this campaign hold the budgets: change them there.';
    return [{ path, code: 'budget_elsewhere', message: where }];
  }
  if (before.fixedBudget !== undefined)
    return [{ path, code: 'budget_elsewhere', message: before.fixedBudget }];
  if (before[field] !== undefined) return [];
  const has = field === 'dailyBudget' ? 'lifetime' : 'daily';
  return [
    {
      path,
      code: 'other_budget',
      message: `This ${before.type} has a ${has} budget: give ${has}Budget.`,
    },
  ];
}
