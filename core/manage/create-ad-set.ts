import { findAccount } from '../accounts/access.ts';
import type { AdSetReader } from '../accounts/ad-sets.ts';
import { PlatformError } from '../errors.ts';
import type { NewAdSet, Targeting } from '../ports/platform-changes.ts';
import type { EntityFacts } from '../ports/platform-reads.ts';
import { sentName } from '../schema/aliases.ts';
import type { CreateAdSetRequest, CreateAdSetResponse } from '../schema/manage-create.ts';
import type { Warning } from '../schema/unknown-fields.ts';
import { type CampaignSettings, readCampaignSettings } from './campaign-settings.ts';
import { checkAdSet, checkAgainstCampaign } from './check-ad-set.ts';
import { given } from './given.ts';
import { targetingOf } from './location.ts';
import { type ManageCaller, type ManagePorts, openAccount } from './open-account.ts';
import { asking, refuseFaults } from './refusal.ts';
import { type Change, changeWrite, traced } from './trace.ts';

export interface CreateAdSetPorts extends ManagePorts {
  /** Told that an account has a new ad set, so that a launch right after knows it. */
  readonly adSets?: Pick<AdSetReader, 'forget'>;
}

/** Creates an ad set, paused unless asked otherwise. Two calls, one more for each budget schedule. */
export async function createAdSet(
  ports: CreateAdSetPorts,
  caller: ManageCaller,
  request: CreateAdSetRequest,
): Promise<CreateAdSetResponse> {
  const { companyId } = caller;
  const { access, can, platform } = await openAccount(ports, companyId, request, 'create');
  const account = await findAccount(ports.store, companyId, access.adAccountId);
  if (account !== undefined) refuseFaults(checkAdSet(request, account.doc, ports.clock.now()));

  const missing = sentName(request, 'campaignId');
  const [campaign] = (await platform.inspect?.entities(access, [{ type: 'campaign', id: request.campaignId }])) ?? [];
  if (campaign === undefined) throw new Error(`${platform.id} creates ad sets but cannot read campaigns.`);
  if ('failure' in campaign) return asking({ missing }, () => Promise.reject(new PlatformError(campaign.failure)));

  const settings = await readCampaignSettings(ports.store, companyId, request.campaignId);
  const bidAmount = request.bidAmount ?? settings.bidAmount;
  const promotedObject = request.promotedObject ?? settings.promotedObject;
  refuseFaults(checkAgainstCampaign(request, campaign, access, { ...given({ bidAmount, promotedObject }) }));

  const warnings: Warning[] = [];
  const targeting = wantedTargeting(request, settings, warnings);
  const input = newAdSet(request, campaign, targeting, given({ bidAmount, promotedObject }));
  const change: Change = {
    action: 'adset.create',
    subject: request.campaignId,
    adAccountId: access.adAccountId,
    after: {
      name: input.name,
      status: input.status,
      ...given({ dailyBudget: input.dailyBudget, lifetimeBudget: input.lifetimeBudget }),
    },
  };
  const created = await traced(ports, caller, change, { missing, fields: wireFields(request) }, () => can.adSet(access, input));
  await ports.store.commit([changeWrite(ports, caller, { ...change, action: 'adset.created', subject: created.id })]);
  ports.adSets?.forget(companyId, access.adAccountId);
  warnings.push(...created.warnings.map((message) => ({ path: '', code: 'changed_by_platform', message })));
  const { id, name, campaignId, status, optimizationGoal } = created;
  return {
    success: true,
    adSetId: id,
    adSet: { id, name, campaign_id: campaignId, status, optimization_goal: optimizationGoal },
    ...(warnings.length > 0 && { warnings }),
  };
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
  const { accountId: _account, workspaceId: _workspace, location: _location, budgetSchedules, status, ...rest } = request;
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
    ...(budgetSchedules !== undefined && {
      budgetSchedules: budgetSchedules.map(({ budgetValue, budgetValueType = 'ABSOLUTE', timeStart, timeEnd }) => ({
        budgetValue,
        budgetValueType,
        startTime: timeStart,
        endTime: timeEnd,
      })),
    }),
  };
}

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
  };
  return Object.fromEntries(Object.entries(names).map(([wire, field]) => [wire, sentName(request, field)]));
}
