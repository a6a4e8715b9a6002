import { sentName } from '../../../../core/base/schema/aliases.ts';
import { amountFaults, minimumFault } from '../../../../core/manage/amounts.ts';
import { windowFaults } from '../../kit/updates.ts';
import type { BilledAccount, Fault } from '../../types.ts';
import type { CampaignRequest } from './schema.ts';

/** The platform automates these. */
const automatable = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION', 'OUTCOME_LEADS'];

/** The platform states the least spend cap in US dollars. */
const LEAST_CAP_USD = 100;

/** Before the platform is asked. Pure. */
export function checkCampaign(
  request: CampaignRequest,
  account: BilledAccount,
  now: number,
): Fault[] {
  const {
    dailyBudget,
    lifetimeBudget,
    campaignBudgetOptimization: optimized,
    campaignBudgetType: budgetType,
  } = request;
  const at = (field: string) => sentName(request, field);
  const faults: Fault[] = [
    ...amountFaults(account, request, [
      'dailyBudget',
      'lifetimeBudget',
      'campaignBidAmount',
      'campaignSpendCap',
    ]),
    ...minimumFault(account, at('dailyBudget'), dailyBudget),
  ];
  const hasBudget = dailyBudget !== undefined || lifetimeBudget !== undefined;
  const add = (path: string, code: string, message: string) => faults.push({ path, code, message });

  if (dailyBudget !== undefined && lifetimeBudget !== undefined)
    add(at('lifetimeBudget'), 'two_budgets', 'Give a daily or a lifetime budget, not both.');
  if (optimized === false && hasBudget)
    add(
      at('campaignBudgetOptimization'),
      'contradiction',
      'With campaignBudgetOptimization false the budgets belong to the ad sets.',
    );
  if (optimized === true && !hasBudget)
    add(
      at('campaignBudgetOptimization'),
      'budget_required',
      'A campaign that shares out its budget needs one: give dailyBudget or lifetimeBudget.',
    );
  if (budgetType === 'daily' && lifetimeBudget !== undefined)
    add(
      at('campaignBudgetType'),
      'contradiction',
      'campaignBudgetType says daily, but the budget given is lifetimeBudget.',
    );
  if (budgetType === 'lifetime' && dailyBudget !== undefined)
    add(
      at('campaignBudgetType'),
      'contradiction',
      'campaignBudgetType says lifetime, but the budget given is dailyBudget.',
    );
  if (request.adSetBudgetSharing === true && hasBudget)
    add(
      at('adSetBudgetSharing'),
      'contradiction',
      'Ad sets share their budgets only where the campaign has none.',
    );
  if (request.isAutomatedCampaign && !hasBudget)
    add(
      at('isAutomatedCampaign'),
      'budget_required',
      'An automated campaign needs a budget of its own: give dailyBudget or lifetimeBudget.',
    );
  if (request.isAutomatedCampaign && !automatable.includes(request.objective))
    add(
      at('objective'),
      'not_automatable',
      `Automated campaigns exist for ${automatable.join(', ')}.`,
    );
  if (
    request.campaignSpendCap !== undefined &&
    account.currency === 'USD' &&
    request.campaignSpendCap < LEAST_CAP_USD
  )
    add(
      at('campaignSpendCap'),
      'spend_cap_too_low',
      `A spend cap is at least ${LEAST_CAP_USD} USD.`,
    );
  if (request.isAppNetworkAttribution && request.objective !== 'OUTCOME_APP_PROMOTION')
    add(
      at('isAppNetworkAttribution'),
      'contradiction',
      'This attribution exists for OUTCOME_APP_PROMOTION alone.',
    );
  faults.push(...windowFaults(request, now));
  return faults;
}
