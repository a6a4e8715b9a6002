import type { Caller } from '../../../core/access/caller.ts';
import { accessFound } from '../../../core/accounts/access.ts';
import { adAccountIdOf } from '../../../core/accounts/account-key.ts';
import { foundAccount } from '../../../core/accounts/find-account.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { explained, SlipwayError } from '../../../core/errors.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { findNamed } from '../../../core/manage/open-account.ts';
import { operation } from '../../../core/operations/operation.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import { allOf } from '../../../core/records/list.ts';
import { listAnswer, type PageQuery } from '../../../core/schema/envelope.ts';
import { duplicateCampaignResponse } from '../../../core/schema/manage-duplicate.ts';
import { type ItemsResponse, updateStatusResponse } from '../../../core/schema/manage-edit.ts';
import { definition } from './definition.ts';
import type { ListKind } from './own/lists.ts';
import type { GoogleOwn, ListedRow, ListQuery } from './own/own.ts';
import { checkQuery } from './own/query.ts';
import { queryFile } from './own/query-file.ts';
import * as shapes from './own/schemas.ts';

const topic = 'Manage';
/** The account may not be here; the platform may refuse or be away. */
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const reading = { topic, scope: 'read', effects: 'reads', errors } as const;
const listHint = 'With `startDate` and `endDate` each row has its figures of these days.';

interface Opened {
  readonly access: Access;
  readonly own: GoogleOwn;
}

/** An account of this platform with what only it can do. Throws `not_found` for one of another platform too. */
async function opened(
  ports: ServicePorts,
  { companyId }: Caller,
  { accountId }: { readonly accountId: string },
): Promise<Opened> {
  const found = await findNamed(ports, companyId, accountId, 'accountId');
  if (found.platform !== definition.id) {
    const message = `This ad account is none of ${definition.label}.`;
    throw new SlipwayError('not_found', message, { details: [{ path: 'accountId', code: 'unknown_ad_account', message }] });
  }
  const { access, platform } = await accessFound(ports, companyId, found);
  // `open` of this platform gives it.
  return { access, own: platform.own as GoogleOwn };
}

interface ListInput extends PageQuery {
  readonly accountId: string;
  readonly campaignId?: string | undefined;
  readonly adGroupId?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

function wantedOf({ campaignId, adGroupId, startDate, endDate }: ListInput): ListQuery {
  if (
    (startDate === undefined) !== (endDate === undefined) ||
    (startDate !== undefined && endDate !== undefined && startDate > endDate)
  ) {
    const message = 'Give startDate and endDate, the first not after the second.';
    const path = startDate === undefined ? 'startDate' : 'endDate';
    throw new SlipwayError('unprocessable_entity', message, { details: [{ path, code: 'date_range', message }] });
  }
  return {
    campaignId,
    adGroupId,
    ...(startDate !== undefined && endDate !== undefined && { figures: { from: startDate, to: endDate } }),
  };
}

const metadataOf = ({ adAccountId, currency, timezone }: Access) => ({ accountId: adAccountId, currency, timezone });

/** A list of the platform. The type of its rows is the schema's. */
async function list<R>(ports: ServicePorts, caller: Caller, kind: ListKind, input: ListInput) {
  const { access, own } = await opened(ports, caller, input);
  const rows = await own.list(access, kind, wantedOf(input));
  return { ...answered<R>(rows, input), metadata: metadataOf(access) };
}

const answered = <R>(rows: readonly ListedRow[], input: PageQuery) => listAnswer(rows as unknown as readonly R[], input, 100);

type Rows<S extends { readonly entries: { readonly data: { readonly item: unknown } } }> = S extends {
  readonly entries: { readonly data: { readonly item: { readonly '~types'?: infer T } } };
}
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : never
  : never;

export const operations = [
  operation({
    ...reading,
    name: 'searchAds.accounts',
    summary: 'Accounts of Google Ads that the connections reach, managers too',
    input: shapes.accountsRequest,
    output: shapes.accountsResponse,
    run: (ports, caller, { input }) => accounts(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'searchAds.campaigns',
    summary: 'Campaigns with channel, budget, bidding and dates',
    description: `Read at most ten minutes ago, as \`metadata.cachedAt\` says, or now with \`refresh=true\`. ${listHint}`,
    input: shapes.campaignsRequest,
    output: shapes.campaignsResponse,
    run: (ports, caller, { input }) => campaigns(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'searchAds.adGroups',
    summary: 'Ad groups',
    description: listHint,
    input: shapes.adGroupsRequest,
    output: shapes.adGroupsResponse,
    run: (ports, caller, { input }) => list<Rows<typeof shapes.adGroupsResponse>>(ports, caller, 'adGroups', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.ads',
    summary: 'Ads with their texts and what the policy found',
    description: listHint,
    input: shapes.adsRequest,
    output: shapes.adsResponse,
    run: (ports, caller, { input }) => list<Rows<typeof shapes.adsResponse>>(ports, caller, 'ads', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.keywords',
    summary: 'Keywords with match type, quality score and status',
    description: listHint,
    input: shapes.keywordsRequest,
    output: shapes.keywordsResponse,
    run: (ports, caller, { input }) => list<Rows<typeof shapes.keywordsResponse>>(ports, caller, 'keywords', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.searchTerms',
    summary: 'What people searched for when they saw the ads, with figures',
    input: shapes.searchTermsRequest,
    output: shapes.searchTermsResponse,
    run: (ports, caller, { input }) => list<Rows<typeof shapes.searchTermsResponse>>(ports, caller, 'searchTerms', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.conversionActions',
    summary: 'What counts as a conversion in the account',
    input: shapes.conversionActionsRequest,
    output: shapes.conversionActionsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.conversionActionsResponse>>(ports, caller, 'conversionActions', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.assetGroups',
    summary: 'Asset groups of Performance Max campaigns',
    description: listHint,
    input: shapes.assetGroupsRequest,
    output: shapes.assetGroupsResponse,
    run: (ports, caller, { input }) => list<Rows<typeof shapes.assetGroupsResponse>>(ports, caller, 'assetGroups', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.query',
    summary: 'A page of a query in GAQL',
    description:
      'Only SELECT. Rows come as the platform writes them, up to 10,000 on a page; `metadata.consumption` is what the platform says the query cost. A faulty query is refused with its place in `query`.',
    input: shapes.queryRequest,
    output: shapes.queryResponse,
    async run(ports, caller, { input }) {
      checkQuery(input.query);
      const { access, own } = await opened(ports, caller, input);
      const { rows, nextPageToken = null, consumption = null } = await own.query(access, input.query, input.pageToken);
      return {
        ...{ success: true as const, data: rows, nextPageToken },
        metadata: { accountId: access.adAccountId, rows: rows.length, consumption },
      };
    },
  }),
  operation({
    ...reading,
    name: 'searchAds.queryFile',
    summary: 'All rows of a query in GAQL as a file',
    description:
      'NDJSON, or CSV with `format=csv`: page by page as the platform answers, so that memory does not grow with the rows.',
    input: shapes.queryFileRequest,
    output: 'application/x-ndjson',
    async run(ports, caller, { input }) {
      checkQuery(input.query);
      const { access, own } = await opened(ports, caller, input);
      return queryFile(own, access, input.query, input.format === 'csv' ? 'csv' : 'ndjson');
    },
  }),
  operation({
    name: 'searchAds.updateStatus',
    topic,
    summary: 'Pause or resume campaigns, ad groups, ads or keywords',
    description: 'A keyword is named `{ad group}~{criterion}`, as the list of keywords does.',
    scope: 'manage',
    effects: 'writes',
    input: shapes.statusRequest,
    output: updateStatusResponse,
    errors,
    async run(ports, caller, { input, once }) {
      const { accountId, entityType, entityId, entityIds, status } = input;
      const { access, own } = await opened(ports, caller, input);
      const ids = entityIds ?? (entityId === undefined ? [] : [entityId]);
      if (entityType !== 'keyword') {
        const type = entityType === 'adGroup' ? 'adset' : entityType;
        return updateStatus(ports, caller, { businessId: accountId, entityType: type, entityIds: ids, newStatus: status }, once);
      }
      if (ids.length === 0) {
        const message = 'Give entityId or entityIds.';
        throw new SlipwayError('bad_request', message, { details: [{ path: 'entityId', code: 'missing_field', message }] });
      }
      return once.inOneCommit<ItemsResponse>(async (conclude) => {
        const results = (await own.setKeywords(access, ids, status)).map(({ id, failure }) => ({
          ...{ entityId: id, success: failure === undefined, status: failure === undefined ? status : null },
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
    topic,
    summary: 'Change the budget of a campaign',
    description:
      'A shared budget changes for all campaigns that spend from it: without `confirm: true` the refusal names them, with it `sharedWith` does. The limits of the company (GET /v1/guardrails) hold all the same.',
    scope: 'manage',
    effects: 'writes',
    input: shapes.budgetRequest,
    output: shapes.budgetResponse,
    errors,
    async run(ports, caller, { input, once }) {
      const { accountId, campaignId, dailyBudget, lifetimeBudget, confirm } = input;
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
      const request = {
        businessId: accountId,
        entityType: 'campaign' as const,
        entityId: campaignId,
        dailyBudget,
        lifetimeBudget,
        confirm,
      };
      return { ...(await updateBudget(ports, caller, request, once)), sharedWith };
    },
  }),
  operation({
    name: 'searchAds.duplicateCampaign',
    topic,
    summary: 'Copy a search campaign with budget, ad groups, ads, keywords, negative keywords and assets, 1 to 10 times',
    description:
      'Each copy is made in one request that is carried out whole or not at all, paused, with a budget of its own. Only search campaigns with responsive search ads are copied.',
    scope: 'manage',
    effects: 'writes',
    input: shapes.duplicateRequest,
    output: duplicateCampaignResponse,
    errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
    async run(ports, caller, { input, once }) {
      await opened(ports, caller, input);
      return duplicateCampaign(ports, caller, input, once);
    },
  }),
] as const;

async function campaigns(ports: ServicePorts, caller: Caller, input: ListInput & { readonly refresh?: boolean | undefined }) {
  const { access, own } = await opened(ports, caller, input);
  const wanted = wantedOf(input);
  const { rows, cachedAt } =
    wanted.figures === undefined
      ? await own.structure(access, input.refresh === true)
      : { rows: await own.list(access, 'campaigns', wanted), cachedAt: undefined };
  return {
    ...answered<Rows<typeof shapes.campaignsResponse>>(rows, input),
    metadata: { ...metadataOf(access), cachedAt: cachedAt === undefined ? null : new Date(cachedAt).toISOString() },
  };
}

/** One question for each connection, through any of its accounts. */
async function accounts(ports: ServicePorts, { companyId }: Caller, input: PageQuery) {
  const registered = (await allOf(ports.store, adAccountKind, companyId))
    .filter(({ doc }) => doc.platform === definition.id)
    .map(foundAccount);
  const ids = new Set(registered.map(({ key }) => adAccountIdOf(key)));
  const byConnection = new Map(registered.map((each) => [each.connectionId, each]));
  const rows = [];
  for (const [connectionId, account] of byConnection) {
    const { access, platform } = await accessFound(ports, companyId, account);
    // `open` of this platform gives it.
    for (const customer of await (platform.own as GoogleOwn).customers(access))
      rows.push({ ...customer, connectionId, registered: ids.has(customer.id) });
  }
  return listAnswer(rows, input, 100);
}
