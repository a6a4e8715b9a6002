import type * as v from 'valibot';
import { forgetList } from '../../../../core/accounts/kept-list.ts';
import { explained, SlipwayError } from '../../../../core/base/errors.ts';
import { changedCounts } from '../../../../core/base/item-counts.ts';
import { itemOutcomeOf } from '../../../../core/base/outcomes.ts';
import { sentName, underNames } from '../../../../core/base/schema/aliases.ts';
import { refuseOtherWorkspace } from '../../../../core/gate/workspace.ts';
import { duplicateCampaignResponse } from '../../../../core/manage/schema/duplicate.ts';
import { type ItemsResponse, updateStatusResponse } from '../../../../core/manage/schema/edit.ts';
import { operation } from '../../../../core/operations/operation.ts';
import {
  answering,
  type Deed,
  deedParts,
  deeds,
  free,
  type OpenedOwn,
} from '../../../../core/operations/own-operations.ts';
import type { GoogleOwn } from '../own/own.ts';
import * as shapes from '../own/schemas.ts';
import { campaignList } from './lists.ts';
import { change, errors, topic } from './opened.ts';

/** Forgets the kept list of campaigns. */
const changed = <T>({ access }: Opened, deed: Deed<T>): Deed<T> =>
  answering(deed, async (answer, ports) => {
    await forgetList(ports, access.companyId, campaignList(access));
    return answer;
  });

type Opened = OpenedOwn<GoogleOwn>;
type StatusRequest = v.InferOutput<typeof shapes.statusRequest>;

function statusDeed(input: StatusRequest, opened: Opened): Deed<ItemsResponse> {
  const { accountId: businessId, entityType, entityId, entityIds: all, status: newStatus } = input;
  const entityIds = all ?? (entityId === undefined ? [] : [entityId]);
  if (entityType === 'keyword') return keywordDeed(input, opened, entityIds);
  const type = entityType === 'adGroup' ? ('adset' as const) : entityType;
  return changed(opened, deeds.status({ businessId, entityType: type, entityIds, newStatus }));
}

/** No other platform has keywords. One spends its campaign's budget, which stays. */
const keywordDeed = (
  input: StatusRequest,
  { access, own, key }: Opened,
  ids: readonly string[],
): Deed<ItemsResponse> => ({
  preview: () => free(input.status === 'ACTIVE'),
  async run(ports, caller, once) {
    const { status } = input;
    await refuseOtherWorkspace(ports, caller, [key], sentName(input, 'accountId'));
    if (ids.length === 0) {
      const message = 'Give entityId or entityIds.';
      throw new SlipwayError('bad_request', message, {
        details: [{ path: 'entityId', code: 'missing_field', message }],
      });
    }
    return once.inOneCommit<ItemsResponse>(async (conclude) => {
      const results = (await own.setKeywords(access, ids, status)).map(({ id, failure }) => ({
        entityId: id,
        success: failure === undefined,
        outcome: itemOutcomeOf(failure),
        status: failure === undefined ? status : null,
        ...(failure !== undefined && { error: explained(failure) }),
      }));
      const answer = { results, ...changedCounts(results) };
      await conclude([], answer);
      return answer;
    });
  },
});

function budgetDeed(input: v.InferOutput<typeof shapes.budgetRequest>, opened: Opened) {
  const {
    accountId: businessId,
    campaignId: entityId,
    dailyBudget,
    lifetimeBudget,
    confirm,
  } = input;
  const request = {
    businessId,
    entityType: 'campaign',
    entityId,
    dailyBudget,
    lifetimeBudget,
    confirm,
  } as const;
  const deed = deeds.budget(underNames(request, input, { entityId: 'campaignId' }));
  return {
    preview: deed.preview,
    async run(ports, caller, once) {
      const { own, access } = opened;
      const sharers = (await own.budget(access, entityId))?.sharers ?? [];
      const sharedWith = sharers.length < 2 ? [] : [...sharers];
      if (sharedWith.length > 0 && confirm !== true) {
        const names = sharedWith.map(({ id, name }) => `${name} (${id})`).join(', ');
        const message = `This budget is shared by ${sharedWith.length} campaigns: ${names}. Send confirm: true if it is to change for all of them.`;
        throw new SlipwayError('unprocessable_entity', message, {
          details: [{ path: 'confirm', code: 'confirm_required', message }],
        });
      }
      return { ...(await changed(opened, deed).run(ports, caller, once)), sharedWith };
    },
  } satisfies Deed<unknown>;
}

export const changeOperations = [
  operation({
    name: 'searchAds.updateStatus',
    place: { method: 'POST', path: '/v1/search-ads/status', aliases: ['/v1/google-ads/status'] },
    topic,
    summary: 'Pause or resume campaigns, ad groups, ads or keywords',
    description: 'A keyword is named `{ad group}~{criterion}`, as the list of keywords does.',
    scope: 'manage',
    reach: 'workspace',
    input: shapes.statusRequest,
    output: updateStatusResponse,
    errors,
    ...change(statusDeed),
    parts: deedParts.items,
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
    input: shapes.budgetRequest,
    output: shapes.budgetResponse,
    errors,
    ...change(budgetDeed),
  }),
  operation({
    name: 'searchAds.duplicateCampaign',
    place: {
      method: 'POST',
      path: '/v1/search-ads/duplicate-campaign',
      aliases: ['/v1/google-ads/duplicate-campaign'],
    },
    topic,
    summary:
      'Copy a campaign with budget, targeting, ad groups or asset groups, ads and assets, 1 to 10 times',
    description:
      'Each copy is made in one request that is carried out whole or not at all, paused, with a budget of its own. Copied are search campaigns with responsive search ads and Performance Max campaigns without a product feed: with keywords, places, languages, times, devices, audiences, placements, topics, exclusions and shared lists; a portfolio strategy is used by the copy too. What would be lost is named, and nothing is made.',
    scope: 'manage',
    reach: 'workspace',
    input: shapes.duplicateRequest,
    output: duplicateCampaignResponse,
    errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
    ...change((input: v.InferOutput<typeof shapes.duplicateRequest>, opened) =>
      changed(opened, deeds.copyCampaign(input)),
    ),
    parts: deedParts.copies,
  }),
] as const;
