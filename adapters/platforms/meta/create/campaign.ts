import { defined } from '../../../../core/base/defined.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import type { Creation, NewBudget } from '../../../../core/ports/platform-create.ts';
import type { Calls } from '../wire/calls.ts';
import { createCampaign, findCampaign, type NewCampaign } from './campaigns.ts';
import { checkCampaign } from './check-campaign.ts';
import type { CampaignSettings } from './optimization-goal.ts';
import type { CampaignRequest } from './schema.ts';

export const campaignCreation = (calls: Calls): Creation => ({
  check: (request, account, now) => checkCampaign(request as CampaignRequest, account, now),
  budgets: (request) => budgetsOf(request),
  notes(request) {
    const { warnings, settings } = split(request as CampaignRequest);
    return { warnings, keep: { ...settings } };
  },
  async prepare(access, request) {
    const { input } = split(request as CampaignRequest);
    return { faults: [], send: (mark) => createCampaign(calls, access, input, mark) };
  },
  find: (access, { name }, mark) => findCampaign(calls, access, { mark, name }),
});

export const budgetsOf = (request: {
  readonly dailyBudget?: number | undefined;
  readonly lifetimeBudget?: number | undefined;
}): NewBudget[] =>
  (['daily', 'lifetime'] as const).flatMap((kind) => {
    const amount = request[`${kind}Budget`];
    return amount === undefined ? [] : [{ kind, amount, path: sentName(request, `${kind}Budget`) }];
  });

/** `settings` wait for the campaign's ad sets. */
function split(request: CampaignRequest): { input: NewCampaign; settings: CampaignSettings; warnings: Warning[] } {
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
      ...defined({ bidAmount }),
      ...(conversion && { promotedObject }),
      ...(automated && { automated }),
    },
    input: {
      name: request.name,
      objective: request.objective,
      status: request.status ?? 'PAUSED',
      specialAdCategories: categories,
      ...defined({
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
