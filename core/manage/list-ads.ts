import { SlipwayError } from '../errors.ts';
import { sentName } from '../schema/aliases.ts';
import type { ListAdsRequest, ListAdsResponse } from '../schema/manage-inspect.ts';
import { listDeletedAds } from './deleted-ads.ts';
import { type ManageCaller, type ManagePorts, openAccount, openAccountOf } from './open-account.ts';
import { asking } from './refusal.ts';

/** One page of an ad set's or an account's ads. One call; one more to find the account of an ad set where there are several. */
export async function listAds(ports: ManagePorts, caller: ManageCaller, request: ListAdsRequest): Promise<ListAdsResponse> {
  const { adSetId, accountId, status, limit = 50, after } = request;
  const { companyId } = caller;
  if (adSetId === undefined && accountId === undefined)
    throw new SlipwayError('bad_request', 'The request names neither an ad set nor an ad account.', {
      details: [{ path: 'adSetId', code: 'missing_field', message: 'Give adSetId or accountId.' }],
    });
  const missing = sentName(request, 'adSetId');
  const query = { limit, ...(adSetId !== undefined && { adSetId }), ...(after !== undefined && { after }) };
  if (status === 'DELETED') {
    const adAccountId =
      accountId === undefined
        ? undefined
        : (await openAccount(ports, companyId, { accountId }, 'inspect', sentName(request, 'accountId'))).access.adAccountId;
    const page = await listDeletedAds(ports.store, companyId, { ...query, ...(adAccountId !== undefined && { adAccountId }) });
    const data = page.items.map(({ doc: { adAccountId: _account, adSetId: _adSet, deletedAt: _at, ...ad } }) => ad);
    return answerOf(data, { after: page.next }, 'local');
  }
  const { access, can } = await asking({ missing }, () =>
    accountId === undefined
      ? openAccountOf(ports, companyId, adSetId ?? '', 'inspect')
      : openAccount(ports, companyId, { accountId }, 'inspect', sentName(request, 'accountId')),
  );
  const page = await asking({ missing }, () => can.ads(access, { ...query, ...(status !== undefined && { status }) }));
  return answerOf(page.data, page, 'platform');
}

function answerOf(
  data: ListAdsResponse['data'] | readonly ListAdsResponse['data'][number][],
  cursors: { readonly before?: string | undefined; readonly after?: string | undefined },
  source: 'platform' | 'local',
): ListAdsResponse {
  return {
    success: true,
    data: [...data],
    count: data.length,
    paging: { cursors: { before: cursors.before ?? null, after: cursors.after ?? null } },
    metadata: { source },
  };
}
