import { type Fault, SlipwayError } from '../../core/base/errors.ts';
import { nearest } from '../../core/base/nearest.ts';
import type { Near } from './answers.ts';
import type { McpSession } from './tool.ts';

export const entityKinds = ['campaign', 'ad_set', 'ad', 'page', 'batch', 'draft', 'media', 'template', 'plan'] as const;

type Row = { readonly [member: string]: unknown };

interface Which {
  readonly kind: (typeof entityKinds)[number];
  readonly accountId?: string | undefined;
  readonly parentId?: string | undefined;
}

const PAGE = 200;

/** Things of one kind, each with an `id` and a `name`. */
export async function listed(
  { api }: McpSession,
  { kind, accountId, parentId }: Which,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const account = (): string => {
    if (accountId !== undefined) return accountId;
    const message = `A list of kind ${kind} needs accountId. list_accounts names them.`;
    throw new SlipwayError('bad_request', message, { details: [{ path: 'accountId', code: 'missing_field', message }] });
  };
  const whole = (data: readonly object[], pagination: { readonly total: number }, id: string, name: string) => ({
    rows: data.map((row) => named(row as Row, id, name)),
    total: pagination.total,
  });
  switch (kind) {
    case 'campaign': {
      const { data, pagination } = await api.reports.campaigns({ accountId: account(), limit: PAGE });
      return whole(data, pagination, 'campaignId', 'campaignName');
    }
    case 'ad_set': {
      const { data, pagination } = await api.reports.adSets({
        accountId: account(),
        limit: PAGE,
        ...(parentId !== undefined && { campaignId: parentId }),
      });
      return whole(data, pagination, 'value', 'label');
    }
    case 'ad': {
      const { data } = await api.manage.listAds(parentId === undefined ? { accountId: account() } : { adSetId: parentId });
      return whole(data, { total: data.length }, 'id', 'name');
    }
    case 'page': {
      const { data, pagination } = await api.accounts.profiles({ accountId: account(), limit: PAGE });
      return whole(data, pagination, 'page', 'primaryName');
    }
    case 'batch': {
      const { data, pagination } = await api.batches.list({ limit: PAGE });
      return whole(data, pagination, 'adBatchId', 'name');
    }
    case 'draft': {
      const { data, pagination } = await api.drafts.list({ limit: 50 });
      return whole(
        data.map(({ ads: _, adSets: __, ...outline }) => outline),
        pagination,
        'draftId',
        'name',
      );
    }
    case 'media': {
      const { data, pagination } = await api.media.list({ limit: PAGE });
      return whole(data, pagination, 'id', 'originalName');
    }
    case 'template': {
      const { data, pagination } = await api.adCopyTemplates.list({ limit: PAGE });
      return whole(data, pagination, 'id', 'name');
    }
    case 'plan': {
      const { data, pagination } = await api.approvals.list({ limit: 50 });
      return whole(data, pagination, 'digest', 'digest');
    }
  }
}

/** Every row has its id and its name under the same members. */
const named = (row: Row, id: string, name: string): Row => ({ id: String(row[id] ?? ''), name: String(row[name] ?? ''), ...row });

/** Rows whose name or id contains the text; where there is none, those that come nearest. */
export function byName<R extends Row>(rows: readonly R[], text: string | undefined): readonly R[] {
  if (text === undefined || text === '') return rows;
  const wanted = text.toLowerCase();
  const contains = rows.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
  return contains.length > 0 ? contains : nearest(rows, wanted, NEAR);
}

const NEAR = 5;

/** What may have been meant by an id that is not there: the accounts or the things of the account that are named most like it. */
export async function meantBy(
  session: McpSession,
  { code, details }: { readonly code: string; readonly details: readonly Fault[] },
  given: unknown,
): Promise<readonly Near[]> {
  const told = details.flatMap(({ near = [] }) => near.map(({ id, name }) => ({ id, untrusted: { name } })));
  if (told.length > 0) return told;
  if (!['not_found', 'unprocessable_entity'].includes(code) || typeof given !== 'object' || given === null) return [];
  const all = given as { readonly [name: string]: unknown };
  const accountIds = [all.accountId, ...(Array.isArray(all.accountIds) ? all.accountIds : [])].filter(
    (id) => typeof id === 'string',
  );
  const { data } = await session.api.accounts.list({ limit: 200 });
  const unknown = accountIds.find((id) => !data.some((account) => account.id === id));
  const near = (rows: readonly Row[], text: string): Near[] =>
    nearest(rows, text, NEAR).map(({ id, name }) => ({ id: String(id), untrusted: { name: String(name) } }));
  if (unknown !== undefined) return near(data, String(unknown));
  const [accountId] = accountIds;
  const { kind, ids, id } = all;
  const wanted = typeof id === 'string' ? id : Array.isArray(ids) ? String(ids[0]) : undefined;
  if (wanted === undefined || typeof accountId !== 'string' || (kind !== 'campaign' && kind !== 'ad_set' && kind !== 'ad'))
    return [];
  return near((await listed(session, { kind, accountId })).rows, wanted);
}
