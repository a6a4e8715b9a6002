import type * as v from 'valibot';
import type { Actor } from '../../../core/access/caller.ts';
import { whileHeld } from '../../../core/accounts/access.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { refuseFaults, withRequestErrors } from '../../../core/base/refusal.ts';
import { sentName } from '../../../core/base/schema/aliases.ts';
import { noteChange } from '../../../core/gate/changes.ts';
import { refuseExceeded, throughGate } from '../../../core/gate/gate.ts';
import { oneAtATime } from '../../../core/gate/one-at-a-time.ts';
import { type Preview, previewOf } from '../../../core/gate/preview.ts';
import { judgeRise } from '../../../core/manage/edit/rise.ts';
import { traced } from '../../../core/manage/edit/trace.ts';
import { type ManagePorts, type Opened, openToChange } from '../../../core/manage/open-account.ts';
import type { Once } from '../../../core/records/once.ts';
import { type CampaignAmounts, onThis, ownOf } from './own.ts';
import type { countryAmountsRequest, countryAmountsResponse } from './schema.ts';

type Request = v.InferOutput<typeof countryAmountsRequest>;
type Response = v.InferOutput<typeof countryAmountsResponse>;
type Previous = Omit<CampaignAmounts, 'facts'>;

/** The gate judges the sum of the budgets. */
export async function setCountryAmounts(ports: ManagePorts, caller: Actor, sent: Request, once: Once): Promise<Response> {
  const request = await asked(ports, caller, sent);
  const { campaignId, dailyBudgets, goals } = request;
  return once.inSteps<Previous, Response>(async (steps) => {
    const opened = await openToChange(ports, caller, request, 'edit');
    return oneAtATime(ports, { companyId: caller.companyId, key: opened.key }, async (isHeld) => {
      const account = whileHeld(opened, () => steps.isHeld() && isHeld());
      const { access } = account;
      const own = ownOf(account.platform);
      const at = { missing: sentName(request, 'campaignId') };
      const { facts, ...now } = await withRequestErrors(at, () => own.amounts(access, campaignId));
      const judged = await judgeAmounts(ports, caller, { ...request, account, facts });
      refuseExceeded(judged?.judgement.verdicts ?? []);
      if (steps.begun === undefined) refuseFaults(judged?.unconfirmed ?? []);
      const previous = steps.begun ?? now;
      const after = { dailyBudgets: dailyBudgets ?? null, goals: goals ?? null };
      const before = { dailyBudgets: previous.dailyBudgets, goals: previous.goals };
      const change = { action: 'campaign.budget', subject: campaignId, adAccountId: access.adAccountId, before, after };
      await throughGate(ports, [judged?.judgement], () =>
        traced(ports, caller, { change, at, progress: previous, steps }, () =>
          own.setAmounts(access, campaignId, { dailyBudgets, goals }),
        ).finally(() => noteChange(ports, access.companyId, account.key)),
      );
      const answer: Response = {
        success: true,
        campaignId,
        currency: access.currency,
        ...now,
        ...(dailyBudgets && { dailyBudget: null, dailyBudgets }),
        ...(goals && { goal: null, goals }),
        previous,
      };
      await steps.conclude(answer, []);
      return answer;
    });
  });
}

/** One call. */
export async function previewCountryAmounts(ports: ManagePorts, caller: Actor, sent: Request): Promise<Preview> {
  const request = await asked(ports, caller, sent);
  const account = await openToChange(ports, caller, request, 'edit');
  const at = { missing: sentName(request, 'campaignId') };
  const { facts, ...now } = await withRequestErrors(at, () =>
    ownOf(account.platform).amounts(account.access, request.campaignId),
  );
  return previewOf((await judgeAmounts(ports, caller, { ...request, account, facts }))?.judgement, now);
}

/** Undefined without budgets: goals alone start and raise nothing. */
async function judgeAmounts(
  ports: ManagePorts,
  caller: Actor,
  {
    account,
    accountId: businessId,
    campaignId: entityId,
    dailyBudgets,
    confirm,
    facts,
  }: Request & { readonly account: Opened<'edit'>; readonly facts: CampaignAmounts['facts'] },
): Promise<Awaited<ReturnType<typeof judgeRise>> | undefined> {
  if (dailyBudgets === undefined) return undefined;
  const wanted = { businessId, entityType: 'campaign', entityId, confirm, dailyBudget: sumOf(dailyBudgets) } as const;
  return judgeRise(ports, caller, account, { request: wanted, before: facts });
}

/** Throws where neither budgets nor goals are named. */
async function asked(ports: ManagePorts, caller: Actor, sent: Request): Promise<Request> {
  if (sent.dailyBudgets === undefined && sent.goals === undefined) throw nothingAsked();
  return onThis(ports, caller, sent);
}

const sumOf = (amounts: { readonly [country: string]: number }): number =>
  Object.values(amounts).reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;

function nothingAsked(): SlipwayError {
  const message = 'Give dailyBudgets or goals, by country.';
  return new SlipwayError('bad_request', 'The request names no amount.', {
    details: [{ path: 'dailyBudgets', code: 'missing_field', message }],
  });
}
