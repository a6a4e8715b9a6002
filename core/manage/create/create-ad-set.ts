import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { PlatformError } from '../../errors.ts';
import { budgetsAlone, guardedAccount, passGate } from '../../guard/gate.ts';
import type { Demand } from '../../guard/judge.ts';
import { firstSeenToday } from '../../guard/seen.ts';
import type { Budgets } from '../../ports/platform-accounts.ts';
import type { BudgetSchedule, CreatedAdSet, NewAdSet, Targeting } from '../../ports/platform-create.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { sentName } from '../../schema/aliases.ts';
import type { CreateAdSetRequest, CreateAdSetResponse } from '../../schema/manage-create.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import { type Change, changeWrite } from '../edit/trace.ts';
import { given } from '../given.ts';
import { targetingOf } from '../location.ts';
import { type ManagePorts, type Opened, openAccount } from '../open-account.ts';
import { refuseFaults, withRequestErrors } from '../refusal.ts';
import { billedAccount } from './amounts.ts';
import { type CampaignSettings, readCampaignSettings } from './campaign-settings.ts';
import { checkAdSet, checkAgainstCampaign } from './check-ad-set.ts';
import { createOnce, type Recipe } from './create-once.ts';
import { newBudgets } from './new-budgets.ts';

/** Creates an ad set, paused unless asked otherwise. Two calls, one more for each budget schedule. */
export function createAdSet(
  ports: ManagePorts,
  caller: Actor,
  request: CreateAdSetRequest,
  once?: Once,
): Promise<CreateAdSetResponse> {
  return createOnce(ports, caller, (isHeld) => recipeOf(ports, caller, request, isHeld), once);
}

async function recipeOf(
  ports: ManagePorts,
  caller: Actor,
  request: CreateAdSetRequest,
  isHeld: () => boolean,
): Promise<Recipe<CreatedAdSet, CreateAdSetResponse>> {
  const { companyId } = caller;
  const account = await openAccount(ports, companyId, request, 'create');
  const { can } = account;
  const { access } = whileHeld(account, isHeld);
  const missing = sentName(request, 'campaignId');
  const settings = await readCampaignSettings(ports.store, companyId, account.key, request.campaignId);
  const settled = {
    ...given({
      bidAmount: request.bidAmount ?? settings.bidAmount,
      promotedObject: request.promotedObject ?? settings.promotedObject,
    }),
  };
  const warnings: Warning[] = [];
  const targeting = wantedTargeting(request, settings, warnings);
  const change: Change = {
    action: 'adset.create',
    subject: request.campaignId,
    adAccountId: access.adAccountId,
    after: {
      name: request.name,
      status: request.status ?? 'PAUSED',
      ...ownBudgets(request),
    },
  };
  return {
    what: `an ad set named "${request.name}"`,
    can,
    async prepare() {
      refuseFaults(checkAdSet(request, await billedAccount(ports, account), ports.clock.now()));
      const campaign = await readCampaign(account, request.campaignId, missing);
      refuseFaults(checkAgainstCampaign(request, campaign, access, settled));
      await passGate(ports, guardedAccount(account), adSetDemand(request));
      const input = newAdSet(request, campaign, targeting, settled);
      return { change, at: { missing, fields: wireFields(request) }, send: (mark) => can.adSet(access, input, mark) };
    },
    find: (mark) => can.findAdSet(access, { mark, name: request.name, targeting }),
    async finish(created, isNew) {
      const { id, name, campaignId, status, optimizationGoal } = created;
      await firstSeenToday(ports, guardedAccount(account), { id, ...ownBudgets(request) });
      const refused = await can.schedule(access, { id, isNew }, schedulesOf(request));
      const changed = [...created.warnings, ...refused].map((message) => ({ path: '', code: 'changed_by_platform', message }));
      ports.adSets?.forget(companyId, account.key);
      const all = [...warnings, ...changed];
      return {
        answer: {
          success: true,
          adSetId: id,
          adSet: { id, name, campaign_id: campaignId, status, optimization_goal: optimizationGoal },
          ...(all.length > 0 && { warnings: all }),
        },
        writes: [changeWrite(ports, caller, { ...change, action: 'adset.created', subject: id })],
      };
    },
  };
}

/** What a new ad set asks for in money. An empty one delivers nothing, whatever its status. */
export const adSetDemand = (request: CreateAdSetRequest): Demand => budgetsAlone(newBudgets('adset', request));

const ownBudgets = ({ dailyBudget, lifetimeBudget }: CreateAdSetRequest): Budgets => given({ dailyBudget, lifetimeBudget });

async function readCampaign({ platform, access }: Opened<'create'>, id: string, missing: string): Promise<EntityFacts> {
  const [campaign] = (await platform.inspect?.entities(access, [{ type: 'campaign', id }])) ?? [];
  if (campaign === undefined) throw new Error(`${platform.definition.id} creates ad sets but cannot read campaigns.`);
  if ('failure' in campaign) return withRequestErrors({ missing }, () => Promise.reject(new PlatformError(campaign.failure)));
  return campaign;
}

function wantedTargeting(request: CreateAdSetRequest, settings: CampaignSettings, warnings: Warning[]): Targeting {
  const { targeting, defaulted } = targetingOf(request.targeting, request.location);
  if (defaulted)
    warnings.push({
      path: sentName(request, 'location'),
      code: 'default_location',
      message: 'No location was given, so the ad set targets the United States.',
    });
  if (!settings.automated || targeting.targeting_automation !== undefined) return targeting;
  return { ...targeting, targeting_automation: { advantage_audience: 1 } };
}

function newAdSet(
  request: CreateAdSetRequest,
  campaign: EntityFacts,
  targeting: Targeting,
  settled: Pick<NewAdSet, 'bidAmount' | 'promotedObject'>,
): NewAdSet {
  const { accountId: _account, workspaceId: _workspace, location: _location, budgetSchedules: _later, status, ...rest } = request;
  return {
    ...given(rest),
    campaignId: request.campaignId,
    campaign: {
      objective: campaign.objective ?? '',
      hasBudget: campaign.dailyBudget !== undefined || campaign.lifetimeBudget !== undefined,
    },
    name: request.name,
    status: status ?? 'PAUSED',
    targeting,
    ...settled,
  };
}

const schedulesOf = ({ budgetSchedules = [] }: CreateAdSetRequest): readonly BudgetSchedule[] =>
  budgetSchedules.map(({ budgetValue, budgetValueType = 'ABSOLUTE', timeStart, timeEnd }) => ({
    budgetValue,
    budgetValueType,
    startTime: timeStart,
    endTime: timeEnd,
  }));

function wireFields(request: CreateAdSetRequest): { readonly [field: string]: string } {
  const names = {
    daily_budget: 'dailyBudget',
    lifetime_budget: 'lifetimeBudget',
    end_time: 'endTime',
    start_time: 'startTime',
    bid_amount: 'bidAmount',
    bid_strategy: 'bidStrategy',
    optimization_goal: 'optimizationGoal',
    billing_event: 'billingEvent',
    destination_type: 'destinationType',
    promoted_object: 'promotedObject',
    dsa_payor: 'dsaPayor',
    dsa_beneficiary: 'dsaBeneficiary',
    targeting: 'targeting',
    attribution_spec: 'attributionSpec',
    pacing_type: 'pacingType',
    existing_customer_budget_percentage: 'existingCustomerBudgetPercentage',
    placement_soft_opt_out: 'placementSoftOptOut',
    value_rule_set_id: 'valueRuleSetId',
    value_rules_applied: 'valueRulesApplied',
    daily_min_spend_target: 'dailyMinSpendTarget',
    daily_spend_cap: 'dailySpendCap',
    lifetime_min_spend_target: 'lifetimeMinSpendTarget',
    lifetime_spend_cap: 'lifetimeSpendCap',
  };
  return Object.fromEntries(Object.entries(names).map(([wire, field]) => [wire, sentName(request, field)]));
}
