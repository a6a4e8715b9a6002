import type * as v from 'valibot';
import { forgetList } from '../../../../core/accounts/kept-list.ts';
import { explained, SlipwayError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import { refuseOtherWorkspace } from '../../../../core/gate/workspace.ts';
import { campaignCopies, duplicateCampaign } from '../../../../core/manage/duplicate/duplicate-campaign.ts';
import { previewDuplicate } from '../../../../core/manage/duplicate/prepare.ts';
import { previewBudget, updateBudget } from '../../../../core/manage/edit/update-budget.ts';
import { previewStatus, updateStatus } from '../../../../core/manage/edit/update-status.ts';
import { duplicateCampaignResponse } from '../../../../core/manage/schema/duplicate.ts';
import { type ItemsResponse, updateStatusResponse } from '../../../../core/manage/schema/edit.ts';
import { operation } from '../../../../core/operations/operation.ts';
import type { ServicePorts } from '../../../../core/operations/ports.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import * as shapes from '../own/schemas.ts';
import { campaignList } from './lists.ts';
import { errors, opened, topic } from './opened.ts';

/** Forgets the kept list of campaigns. */
async function changed<T>(ports: ServicePorts, access: Access, change: () => Promise<T>): Promise<T> {
  const answer = await change();
  await forgetList(ports, access.companyId, campaignList(access));
  return answer;
}

/** Undefined for keywords, which no other platform has. */
function sharedStatus({ accountId, entityType, entityId, entityIds, status }: v.InferOutput<typeof shapes.statusRequest>) {
  if (entityType === 'keyword') return undefined;
  const type = entityType === 'adGroup' ? ('adset' as const) : entityType;
  const ids = entityIds ?? (entityId === undefined ? [] : [entityId]);
  return { businessId: accountId, entityType: type, entityIds: ids, newStatus: status };
}

const sharedBudget = ({ accountId, campaignId, ...rest }: v.InferOutput<typeof shapes.budgetRequest>) => {
  const { dailyBudget, lifetimeBudget, confirm } = rest;
  return { businessId: accountId, entityType: 'campaign' as const, entityId: campaignId, dailyBudget, lifetimeBudget, confirm };
};

export const changeOperations = [
  operation({
    name: 'searchAds.updateStatus',
    place: { method: 'POST', path: '/v1/search-ads/status', aliases: ['/v1/google-ads/status'] },
    topic,
    summary: 'Pause or resume campaigns, ad groups, ads or keywords',
    description: 'A keyword is named `{ad group}~{criterion}`, as the list of keywords does.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.statusRequest,
    output: updateStatusResponse,
    errors,
    async preview(ports, caller, { input }) {
      await opened(ports, caller, input);
      const request = sharedStatus(input);
      if (request !== undefined) return previewStatus(ports, caller, request);
      // A keyword spends its campaign's budget, which stays.
      return { guards: [], moneyAtStake: [], startsDelivering: input.status === 'ACTIVE' };
    },
    async run(ports, caller, { input, once }) {
      const { entityId, entityIds, status } = input;
      const { access, own, key } = await opened(ports, caller, input);
      const request = sharedStatus(input);
      if (request !== undefined) return changed(ports, access, () => updateStatus(ports, caller, request, once));
      const ids = entityIds ?? (entityId === undefined ? [] : [entityId]);
      await refuseOtherWorkspace(ports, caller, [key], sentName(input, 'accountId'));
      if (ids.length === 0) {
        const message = 'Give entityId or entityIds.';
        throw new SlipwayError('bad_request', message, { details: [{ path: 'entityId', code: 'missing_field', message }] });
      }
      return once.inOneCommit<ItemsResponse>(async (conclude) => {
        const results = (await own.setKeywords(access, ids, status)).map(({ id, failure }) => ({
          entityId: id,
          success: failure === undefined,
          status: failure === undefined ? status : null,
          ...(failure !== undefined && { error: explained(failure) }),
        }));
        const successCount = results.filter(({ success }) => success).length;
        const answer = { success: successCount > 0, results, successCount, failCount: results.length - successCount };
        await conclude([], answer);
        return answer;
      });
    },
  }),
  operation({
    name: 'searchAds.updateBudget',
    place: { method: 'POST', path: '/v1/search-ads/budget', aliases: ['/v1/google-ads/budget'] },
    topic,
    summary: 'Change the budget of a campaign',
    description:
      'A shared budget changes for all campaigns that spend from it: without `confirm: true` the refusal names them, with it `sharedWith` does. The limits of the company (GET /v1/guardrails) hold all the same.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.budgetRequest,
    output: shapes.budgetResponse,
    errors,
    async preview(ports, caller, { input }) {
      await opened(ports, caller, input);
      return previewBudget(ports, caller, sharedBudget(input));
    },
    async run(ports, caller, { input, once }) {
      const { campaignId, confirm } = input;
      const { access, own } = await opened(ports, caller, input);
      const sharers = (await own.budget(access, campaignId))?.sharers ?? [];
      const sharedWith = sharers.length < 2 ? [] : [...sharers];
      if (sharedWith.length > 0 && confirm !== true) {
        const names = sharedWith.map(({ id, name }) => `${name} (${id})`).join(', ');
        const message = `This budget is shared by ${sharedWith.length} campaigns: ${names}. Send confirm: true if it is to change for all of them.`;
        throw new SlipwayError('unprocessable_entity', message, {
          details: [{ path: 'confirm', code: 'confirm_required', message }],
        });
      }
      const answer = await changed(ports, access, () => updateBudget(ports, caller, sharedBudget(input), once));
      return { ...answer, sharedWith };
    },
  }),
  operation({
    name: 'searchAds.duplicateCampaign',
    place: { method: 'POST', path: '/v1/search-ads/duplicate-campaign', aliases: ['/v1/google-ads/duplicate-campaign'] },
    topic,
    summary: 'Copy a campaign with budget, targeting, ad groups or asset groups, ads and assets, 1 to 10 times',
    description:
      'Each copy is made in one request that is carried out whole or not at all, paused, with a budget of its own. Copied are search campaigns with responsive search ads and Performance Max campaigns without a product feed: with keywords, places, languages, times, devices, audiences, placements, topics, exclusions and shared lists; a portfolio strategy is used by the copy too. What would be lost is named, and nothing is made.',
    scope: 'manage',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.duplicateRequest,
    output: duplicateCampaignResponse,
    errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
    async preview(ports, caller, { input }) {
      await opened(ports, caller, input);
      return previewDuplicate(ports, caller, input, campaignCopies(input));
    },
    async run(ports, caller, { input, once }) {
      const { access } = await opened(ports, caller, input);
      return changed(ports, access, () => duplicateCampaign(ports, caller, input, once));
    },
  }),
] as const;
