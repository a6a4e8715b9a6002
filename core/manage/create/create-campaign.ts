import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { budgetsAlone, guardedAccount, passGate } from '../../guard/gate.ts';
import type { Demand } from '../../guard/judge.ts';
import { firstSeenToday } from '../../guard/seen.ts';
import type { CreatedCampaign, NewCampaign } from '../../ports/platform-create.ts';
import type { Once } from '../../records/once.ts';
import { sentName } from '../../schema/aliases.ts';
import type { CreateCampaignRequest, CreateCampaignResponse } from '../../schema/manage-create.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import { type Change, changeWrite } from '../edit/trace.ts';
import { given } from '../given.ts';
import { type ManagePorts, openAccount } from '../open-account.ts';
import { refuseFaults } from '../refusal.ts';
import { billedAccount } from './amounts.ts';
import { type CampaignSettings, settingsWrite } from './campaign-settings.ts';
import { checkCampaign } from './check-campaign.ts';
import { createOnce, type Recipe } from './create-once.ts';
import { newBudgets } from './new-budgets.ts';

/** Creates a campaign, paused unless asked otherwise. One call. */
export function createCampaign(
  ports: ManagePorts,
  caller: Actor,
  request: CreateCampaignRequest,
  once?: Once,
): Promise<CreateCampaignResponse> {
  return createOnce(ports, caller, (isHeld) => recipeOf(ports, caller, request, isHeld), once);
}

async function recipeOf(
  ports: ManagePorts,
  caller: Actor,
  request: CreateCampaignRequest,
  isHeld: () => boolean,
): Promise<Recipe<CreatedCampaign, CreateCampaignResponse>> {
  const { companyId } = caller;
  const opened = await openAccount(ports, companyId, request, 'create');
  const { can } = opened;
  const { access } = whileHeld(opened, isHeld);
  const { settings, input, warnings } = split(request);
  const change: Change = {
    action: 'campaign.create',
    subject: access.adAccountId,
    adAccountId: access.adAccountId,
    after: {
      name: input.name,
      objective: input.objective,
      status: input.status,
      ...given({ dailyBudget: input.dailyBudget, lifetimeBudget: input.lifetimeBudget }),
    },
  };
  return {
    what: `a campaign named "${input.name}"`,
    can,
    async prepare() {
      refuseFaults(checkCampaign(request, await billedAccount(ports, opened), ports.clock.now()));
      await passGate(ports, guardedAccount(opened), campaignDemand(request));
      return { change, at: { fields: wireFields(request) }, send: (mark) => can.campaign(access, input, mark) };
    },
    find: (mark) => can.findCampaign(access, { mark, name: input.name }),
    async finish({ id, name, objective, status, buyingType }) {
      await firstSeenToday(ports, guardedAccount(opened), { id, ...input });
      return {
        answer: {
          success: true,
          campaignId: id,
          campaign: { id, name, objective, status, buying_type: buyingType },
          ...(warnings.length > 0 && { warnings }),
        },
        writes: [
          changeWrite(ports, caller, { ...change, action: 'campaign.created', subject: id }),
          ...(Object.keys(settings).length === 0 ? [] : [settingsWrite(companyId, opened.key, id, settings)]),
        ],
      };
    },
  };
}

/** What a new campaign asks for in money. An empty one delivers nothing, whatever its status. */
export const campaignDemand = (request: CreateCampaignRequest): Demand => budgetsAlone(newBudgets('campaign', request));

/** What the campaign itself takes, and what has to wait for its ad sets. */
function split(request: CreateCampaignRequest): { input: NewCampaign; settings: CampaignSettings; warnings: Warning[] } {
  const { promotedObject, campaignBidAmount: bidAmount, isAutomatedCampaign: automated, bidStrategy } = request;
  const warnings: Warning[] = [];
  const onAdSets = (field: string, what: string): number =>
    warnings.push({
      path: sentName(request, field),
      code: 'kept_for_ad_sets',
      message: `The platform keeps ${what} on ad sets. It is remembered for the ad sets you create here in this campaign.`,
    });
  const conversion = promotedObject?.pixel_id !== undefined || promotedObject?.custom_conversion_id !== undefined;
  if (conversion) onAdSets('promotedObject', 'the conversion to optimise for');
  if (bidAmount !== undefined) onAdSets('campaignBidAmount', 'the bid');
  const hasBudget = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined;
  if (bidStrategy !== undefined && !hasBudget)
    warnings.push({
      path: sentName(request, 'bidStrategy'),
      code: 'ignored',
      message: 'A campaign without a budget has no bid strategy: give it with each ad set.',
    });
  const categories = (request.specialAdCategories ?? []).filter((category) => category !== 'NONE');
  return {
    warnings,
    settings: {
      ...(bidAmount !== undefined && { bidAmount }),
      ...(conversion && { promotedObject }),
      ...(automated && { automated }),
    },
    input: {
      name: request.name,
      objective: request.objective,
      status: request.status ?? 'PAUSED',
      specialAdCategories: categories,
      ...given({
        buyingType: request.buyingType,
        dailyBudget: request.dailyBudget,
        lifetimeBudget: request.lifetimeBudget,
        bidStrategy: hasBudget ? bidStrategy : undefined,
        spendCap: request.campaignSpendCap,
        adSetBudgetSharing: request.adSetBudgetSharing,
        isAppNetworkAttribution: request.isAppNetworkAttribution,
        promotedObject: conversion ? undefined : promotedObject,
        startTime: request.startTime,
        endTime: request.endTime,
      }),
    },
  };
}

const wireFields = (request: CreateCampaignRequest): { readonly [field: string]: string } => ({
  daily_budget: sentName(request, 'dailyBudget'),
  lifetime_budget: sentName(request, 'lifetimeBudget'),
  spend_cap: sentName(request, 'campaignSpendCap'),
  special_ad_categories: sentName(request, 'specialAdCategories'),
  objective: 'objective',
  promoted_object: sentName(request, 'promotedObject'),
  bid_strategy: sentName(request, 'bidStrategy'),
});
