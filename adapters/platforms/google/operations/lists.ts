import type { Caller } from '../../../../core/access/caller.ts';
import { keptList } from '../../../../core/accounts/kept-list.ts';
import { adAccountIdOf } from '../../../../core/base/account-key.ts';
import { SlipwayError } from '../../../../core/base/errors.ts';
import { listAnswer, type PageQuery } from '../../../../core/base/schema/envelope.ts';
import { operation } from '../../../../core/operations/operation.ts';
import type { ServicePorts } from '../../../../core/operations/ports.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { definition } from '../definition.ts';
import type { ListKind } from '../own/lists.ts';
import type { ListedRow, ListQuery } from '../own/own.ts';
import * as shapes from '../own/schemas.ts';
import { metadataOf, ofConnections, open, reading } from './opened.ts';

const listHint = 'With `startDate` and `endDate` each row has its figures of these days.';

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
    throw new SlipwayError('unprocessable_entity', message, {
      details: [{ path, code: 'date_range', message }],
    });
  }
  return {
    campaignId,
    adGroupId,
    ...(startDate !== undefined &&
      endDate !== undefined && { figures: { from: startDate, to: endDate } }),
  };
}

/** The schema types the rows. */
async function list<R>(ports: ServicePorts, caller: Caller, kind: ListKind, input: ListInput) {
  const { access, own } = await open(ports, caller, input);
  const rows = await own.list(access, kind, wantedOf(input));
  return { ...answered<R>(rows, input), metadata: metadataOf(access) };
}

const answered = <R>(rows: readonly ListedRow[], input: PageQuery) =>
  listAnswer(rows as unknown as readonly R[], input, 100);

type Rows<S extends { readonly entries: { readonly data: { readonly item: unknown } } }> =
  S extends {
    readonly entries: { readonly data: { readonly item: { readonly '~types'?: infer T } } };
  }
    ? NonNullable<T> extends { readonly output: infer O }
      ? O
      : never
    : never;

export const listOperations = [
  operation({
    ...reading,
    name: 'searchAds.accounts',
    place: { method: 'GET', path: '/v1/search-ads/accounts', aliases: ['/v1/google-ads/accounts'] },
    summary: 'Accounts of Google Ads that the connections reach, managers too',
    input: shapes.accountsRequest,
    output: shapes.accountsResponse,
    run: (ports, caller, { input }) => accounts(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'searchAds.campaigns',
    place: {
      method: 'GET',
      path: '/v1/search-ads/campaigns',
      aliases: ['/v1/google-ads/campaigns'],
    },
    summary: 'Campaigns with channel, budget, bidding and dates',
    description: `Read at most ten minutes ago, as \`metadata.cachedAt\` says, or now with \`refresh=true\`. ${listHint}`,
    input: shapes.campaignsRequest,
    output: shapes.campaignsResponse,
    run: (ports, caller, { input }) => campaigns(ports, caller, input),
  }),
  operation({
    ...reading,
    name: 'searchAds.adGroups',
    place: {
      method: 'GET',
      path: '/v1/search-ads/ad-groups',
      aliases: ['/v1/google-ads/ad-groups'],
    },
    summary: 'Ad groups',
    description: listHint,
    input: shapes.adGroupsRequest,
    output: shapes.adGroupsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.adGroupsResponse>>(ports, caller, 'adGroups', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.ads',
    place: { method: 'GET', path: '/v1/search-ads/ads', aliases: ['/v1/google-ads/ads'] },
    summary: 'Ads with their texts and what the policy found',
    description: listHint,
    input: shapes.adsRequest,
    output: shapes.adsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.adsResponse>>(ports, caller, 'ads', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.keywords',
    place: { method: 'GET', path: '/v1/search-ads/keywords', aliases: ['/v1/google-ads/keywords'] },
    summary: 'Keywords with match type, quality score and status',
    description: listHint,
    input: shapes.keywordsRequest,
    output: shapes.keywordsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.keywordsResponse>>(ports, caller, 'keywords', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.searchTerms',
    place: {
      method: 'GET',
      path: '/v1/search-ads/search-terms',
      aliases: ['/v1/google-ads/search-terms'],
    },
    summary: 'What people searched for when they saw the ads, with figures',
    input: shapes.searchTermsRequest,
    output: shapes.searchTermsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.searchTermsResponse>>(ports, caller, 'searchTerms', input),
  }),
  operation({
    ...reading,
    name: 'searchAds.conversionActions',
    place: {
      method: 'GET',
      path: '/v1/search-ads/conversion-actions',
      aliases: ['/v1/google-ads/conversion-actions'],
    },
    summary: 'What counts as a conversion in the account',
    input: shapes.conversionActionsRequest,
    output: shapes.conversionActionsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.conversionActionsResponse>>(
        ports,
        caller,
        'conversionActions',
        input,
      ),
  }),
  operation({
    ...reading,
    name: 'searchAds.assetGroups',
    place: {
      method: 'GET',
      path: '/v1/search-ads/asset-groups',
      aliases: ['/v1/google-ads/asset-groups'],
    },
    summary: 'Asset groups of Performance Max campaigns',
    description: listHint,
    input: shapes.assetGroupsRequest,
    output: shapes.assetGroupsResponse,
    run: (ports, caller, { input }) =>
      list<Rows<typeof shapes.assetGroupsResponse>>(ports, caller, 'assetGroups', input),
  }),
] as const;

const keptMs = 600_000;
export const campaignList = ({ adAccountId }: Pick<Access, 'adAccountId'>): string =>
  `${definition.id}:${adAccountId}:campaigns`;

async function campaigns(
  ports: ServicePorts,
  caller: Caller,
  input: ListInput & { readonly refresh?: boolean | undefined },
) {
  const { access, own } = await open(ports, caller, input);
  const wanted = wantedOf(input);
  const read = () => own.list(access, 'campaigns', wanted);
  const age = { maxAgeMs: keptMs, refresh: input.refresh === true };
  const { rows, readAt } =
    wanted.figures === undefined
      ? await keptList(ports, caller.companyId, { id: campaignList(access), ...age, read })
      : { rows: await read(), readAt: undefined };
  return {
    ...answered<Rows<typeof shapes.campaignsResponse>>(rows, input),
    metadata: {
      ...metadataOf(access),
      cachedAt: readAt === undefined ? null : new Date(readAt).toISOString(),
    },
  };
}

async function accounts(ports: ServicePorts, { companyId }: Caller, input: PageQuery) {
  const rows = await ofConnections(
    ports,
    companyId,
    async ({ own, access }, connectionId, registered) => {
      const ids = new Set(registered.map(adAccountIdOf));
      return (await own.customers(access)).map((each) => ({
        ...each,
        connectionId,
        registered: ids.has(each.id),
      }));
    },
  );
  return listAnswer(rows, input, 100);
}
