import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { EditResult } from '../../../../core/ports/platform-changes.ts';
import { resultOf } from '../../kit/edits.ts';
import { numeric, type Row, rowsOf, text } from '../../kit/json.ts';
import { callerOf } from '../../kit/requests.ts';
import { type Customer, customersOf, managersAbove } from '../read/accounts.ts';
import { type BudgetHolder, budgetHolder } from '../read/budgets.ts';
import type { Api } from '../wire/client.ts';
import { failuresByIndex } from '../wire/errors.ts';
import { idsIn, select } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import { figureFields, figuresOf, type ListKind, lists } from './lists.ts';

export interface ListQuery {
  readonly campaignId?: string | undefined;
  readonly adGroupId?: string | undefined;
  /** Days of the figures wanted. */
  readonly figures?: { readonly from: string; readonly to: string } | undefined;
}

export type ListedRow = { readonly id: string; readonly [field: string]: unknown };

interface QueryPage {
  readonly rows: readonly Row[];
  readonly nextPageToken?: string;
  /** As the platform says. */
  readonly consumption?: number;
}

export interface GoogleOwn {
  customers(
    access: Access,
  ): Promise<readonly (Customer & { readonly managers: readonly string[] })[]>;
  list(access: Access, kind: ListKind, query: ListQuery): Promise<readonly ListedRow[]>;
  budget(access: Access, campaignId: string): Promise<BudgetHolder | undefined>;
  /** By `{ad group}~{criterion}`. */
  setKeywords(
    access: Access,
    ids: readonly string[],
    status: 'ACTIVE' | 'PAUSED',
  ): Promise<readonly EditResult[]>;
  /** The query was checked. */
  query(access: Access, query: string, pageToken?: string): Promise<QueryPage>;
}

export function createOwn(api: Api): GoogleOwn {
  return {
    async customers({ companyId, credentials, connectionId }) {
      const caller = callerOf(companyId, credentials, connectionId);
      const customers = await customersOf(api, caller);
      const above = await managersAbove(api, caller, customers);
      return customers.map((each) => ({ ...each, managers: above.get(each.id) ?? [] }));
    },
    list: (access, kind, query) => readList(api, access, kind, query),
    budget: (access, campaignId) => budgetHolder(api, access, campaignId),
    setKeywords: (access, ids, status) => setKeywords(api, access, ids, status),
    async query(access, query, pageToken) {
      const body = { query, ...(pageToken !== undefined && { pageToken }) };
      const answer = await api.calls.read(
        access,
        `customers/${access.adAccountId}/googleAds:search`,
        body,
        { method: 'POST' },
      );
      const [next, consumption] = [
        text(answer.nextPageToken),
        numeric(answer.queryResourceConsumption),
      ];
      return {
        rows: rowsOf(answer.results),
        ...(next !== undefined && next !== '' && { nextPageToken: next }),
        ...(consumption !== undefined && { consumption }),
      };
    },
  };
}

async function readList(
  api: Api,
  access: Access,
  kind: ListKind,
  query: ListQuery,
): Promise<readonly ListedRow[]> {
  const { from, fields, conditions, order, shown } = lists[kind];
  const { campaignId, adGroupId, figures } = query;
  const wanted = [
    ...conditions,
    ...(campaignId === undefined ? [] : [idsIn('campaign.id', [campaignId])]),
    ...(adGroupId === undefined ? [] : [idsIn('ad_group.id', [adGroupId])]),
    ...(figures === undefined
      ? []
      : [`segments.date BETWEEN '${figures.from}' AND '${figures.to}'`]),
  ];
  const all = [...fields, ...(figures === undefined ? [] : figureFields)];
  const rows = await api.search(access, select(all, from, wanted, `ORDER BY ${order}`));
  return rows.map((row) => ({
    ...shown(row, access.timezone),
    ...(figures !== undefined && { figures: figuresOf(row) }),
  }));
}

async function setKeywords(
  api: Api,
  access: Access,
  ids: readonly string[],
  status: 'ACTIVE' | 'PAUSED',
): Promise<readonly EditResult[]> {
  const named = (id: string): boolean => /^\d{1,20}~\d{1,20}$/.test(id);
  const good = [...new Set(ids.filter(named))];
  const operations = good.map((id) => ({
    update: {
      resourceName: `customers/${access.adAccountId}/adGroupCriteria/${id}`,
      status: statusWords[status],
    },
    updateMask: 'status',
  }));
  const answer =
    good.length === 0
      ? undefined
      : await api.mutate(
          access,
          'adGroupCriteria',
          { operations, partialFailure: true },
          { harmlessTwice: true },
        );
  if (answer !== undefined && !answer.ok) throw new PlatformError(answer.failure);
  const refused =
    answer === undefined ? undefined : failuresByIndex(answer.body, api.wire.newTraceId());
  return ids.map((id) =>
    resultOf({ id }, named(id) ? refused?.get(good.indexOf(id))?.failure : api.wire.missing(id)),
  );
}
