import { type Fault, SlipwayError } from '../../core/base/errors.ts';
import { nearest } from '../../core/base/nearest.ts';
import type { Near } from './answers.ts';
import { type Row, type Rows, rowsOf } from './feature.ts';
import { featureEntities } from './features/registry.ts';
import type { McpSession } from './tool.ts';

interface Which {
  readonly kind: string;
  readonly accountId?: string | undefined;
  readonly parentId?: string | undefined;
}

const PAGE = 200;

/** Lists of the kinds that every service has. */
const lists: { readonly [kind: string]: (session: McpSession, which: Which) => Promise<Rows> } = {
  campaign: async ({ api }, which) =>
    rowsOf(
      await api.reports.campaigns({ accountId: accountIn(which), limit: PAGE }),
      'campaignId',
      'campaignName',
    ),
  async ad_set({ api }, which) {
    const of = which.parentId === undefined ? {} : { campaignId: which.parentId };
    return rowsOf(
      await api.reports.adSets({ accountId: accountIn(which), limit: PAGE, ...of }),
      'value',
      'label',
    );
  },
  async ad({ api }, which) {
    const { parentId } = which;
    const { data } = await api.manage.listAds(
      parentId === undefined ? { accountId: accountIn(which) } : { adSetId: parentId },
    );
    return rowsOf({ data, pagination: { total: data.length } }, 'id', 'name');
  },
  page: async ({ api }, which) =>
    rowsOf(
      await api.accounts.profiles({ accountId: accountIn(which), limit: PAGE }),
      'page',
      'primaryName',
    ),
  batch: async ({ api }) => rowsOf(await api.batches.list({ limit: PAGE }), 'adBatchId', 'name'),
  media: async ({ api }) => rowsOf(await api.media.list({ limit: PAGE }), 'id', 'originalName'),
  plan: async ({ api }) => rowsOf(await api.approvals.list({ limit: 50 }), 'digest', 'digest'),
  ...Object.fromEntries(
    featureEntities.flatMap(({ kind, list }) =>
      list === undefined ? [] : [[kind, list] as const],
    ),
  ),
};

const reads: { readonly [kind: string]: (api: McpSession['api'], id: string) => Promise<object> } =
  {
    ad: (api, id) => api.manage.adDebugData({ adIds: [id] }),
    batch: (api, id) => api.batches.status({ id }),
    plan: (api, digest) => api.approvals.get({ digest }),
    media: (api, id) => api.media.get({ id }),
    duplication: (api, id) => api.manage.duplicateStatus({ id }),
    ...Object.fromEntries(
      featureEntities.flatMap(({ kind, read }) =>
        read === undefined ? [] : [[kind, read] as const],
      ),
    ),
  };

export const listedKinds = Object.keys(lists);
export const readKinds = Object.keys(reads);

function accountIn({ kind, accountId }: Which): string {
  if (accountId !== undefined) return accountId;
  const message = `A list of kind ${kind} needs accountId. list_accounts names them.`;
  throw new SlipwayError('bad_request', message, {
    details: [{ path: 'accountId', code: 'missing_field', message }],
  });
}

/**
 * Things of one kind, each with an `id` and a `name`. Schemas of tools let no other kind through.
 */
export const listed = async (session: McpSession, which: Which): Promise<Rows> =>
  (await lists[which.kind]?.(session, which)) ?? { rows: [], total: 0 };

/** Everything about one thing. */
export const inFull = async ({ api }: McpSession, kind: string, id: string): Promise<object> =>
  (await reads[kind]?.(api, id)) ?? {};

/** Rows whose name or id contains the text; where there is none, those that come nearest. */
export function byName<R extends Row>(rows: readonly R[], text: string | undefined): readonly R[] {
  if (text === undefined || text === '') return rows;
  const wanted = text.toLowerCase();
  const contains = rows.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
  return contains.length > 0 ? contains : nearest(rows, wanted, NEAR);
}

const NEAR = 5;

/**
 * What may have been meant by an id that is not there: the accounts or the things of the account
 * that are named most like it.
 */
export async function meantBy(
  session: McpSession,
  { code, details }: { readonly code: string; readonly details: readonly Fault[] },
  given: unknown,
): Promise<readonly Near[]> {
  const told = details.flatMap(({ near = [] }) =>
    near.map(({ id, name }) => ({ id, untrusted: { name } })),
  );
  if (told.length > 0) return told;
  if (
    !['not_found', 'unprocessable_entity'].includes(code) ||
    typeof given !== 'object' ||
    given === null
  )
    return [];
  const all = given as { readonly [name: string]: unknown };
  const accountIds = [
    all.accountId,
    ...(Array.isArray(all.accountIds) ? all.accountIds : []),
  ].filter((id) => typeof id === 'string');
  const { data } = await session.api.accounts.list({ limit: 200 });
  const unknown = accountIds.find((id) => !data.some((account) => account.id === id));
  const near = (rows: readonly Row[], text: string): Near[] =>
    nearest(rows, text, NEAR).map(({ id, name }) => ({
      id: String(id),
      untrusted: { name: String(name) },
    }));
  if (unknown !== undefined) return near(data, String(unknown));
  const [accountId] = accountIds;
  const { kind, ids, id } = all;
  const wanted = typeof id === 'string' ? id : Array.isArray(ids) ? String(ids[0]) : undefined;
  if (
    wanted === undefined ||
    typeof accountId !== 'string' ||
    (kind !== 'campaign' && kind !== 'ad_set' && kind !== 'ad')
  )
    return [];
  return near((await listed(session, { kind, accountId })).rows, wanted);
}
