import type { Actor } from '../../access/caller.ts';
import { listDeletedAds } from '../../accounts/deleted-ads.ts';
import { passesWorkspace } from '../../accounts/in-workspace.ts';
import { statusWordsOf } from '../../accounts/status-words.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { shownTime } from '../../base/time/days.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { AdListing } from '../../ports/platform-reads.ts';
import { type ManagePorts, type Opened, openAccount } from '../open-account.ts';
import type { ListAdsRequest, ListAdsResponse } from '../schema/inspect.ts';
import { openOwner, refuseElsewhere, sourcesOf } from './find-owner.ts';

/** One page. One call; one more to find the account of an ad set where there are several. */
export async function listAds(
  ports: ManagePorts,
  caller: Actor,
  request: ListAdsRequest,
): Promise<ListAdsResponse> {
  const { adSetId, accountId, status, limit = 50, after } = request;
  const { companyId } = caller;
  if (adSetId === undefined && accountId === undefined)
    throw new SlipwayError(
      'bad_request',
      'The request names neither an ad set nor an ad account.',
      {
        details: [
          { path: 'adSetId', code: 'missing_field', message: 'Give adSetId or accountId.' },
        ],
      },
    );
  const at = {
    missing: sentName(request, 'adSetId'),
    fields: { after: sentName(request, 'after') },
  };
  const query = { limit, ...defined({ adSetId, after }) };
  const opened =
    status === 'DELETED'
      ? await openDeleted(ports, companyId, request)
      : await withRequestErrors(at, () => open(ports, companyId, request));
  if (opened !== undefined && !(await passesWorkspace(ports.store, companyId, request, opened.key)))
    return answerOf([], {}, 'platform');
  if (opened === undefined || (status === 'DELETED' && !opened.can.listsDeleted)) {
    const account = accountId === undefined ? undefined : opened?.key;
    const page = await listDeletedAds(ports.store, companyId, {
      ...query,
      ...defined({ account }),
    }).catch((error: unknown) => {
      if (!(error instanceof SlipwayError) || error.code !== 'bad_request') throw error;
      const details = [{ path: at.fields.after, code: 'cursor', message: error.message }];
      throw new SlipwayError('unprocessable_entity', error.message, { details });
    });
    return answerOf(
      page.items.map(({ doc }) => doc),
      { after: page.next },
      'local',
    );
  }
  const { can, access } = opened;
  if (adSetId !== undefined)
    await refuseElsewhere(ports, opened, [{ type: 'adset', id: adSetId }], at.missing);
  const page = await withRequestErrors(at, () =>
    can.ads(access, { ...query, ...defined({ status }) }),
  );
  return answerOf(page.data, page, 'platform', opened.platform);
}

function open(
  ports: ManagePorts,
  companyId: string,
  request: ListAdsRequest,
): Promise<Opened<'inspect'>> {
  const { adSetId = '', accountId } = request;
  return accountId === undefined
    ? openOwner(ports, companyId, { type: 'adset', id: adSetId }, 'inspect')
    : openAccount(
        ports,
        companyId,
        { accountId, namedAt: sentName(request, 'accountId') },
        'inspect',
      );
}

/** Undefined where no platform would know, or none knows the ad set. */
async function openDeleted(
  ports: ManagePorts,
  companyId: string,
  request: ListAdsRequest,
): Promise<Opened<'inspect'> | undefined> {
  if (request.accountId !== undefined) return open(ports, companyId, request);
  if (!(await sourcesOf(ports, companyId)).some(({ inspect }) => inspect.listsDeleted))
    return undefined;
  try {
    return await open(ports, companyId, request);
  } catch (error) {
    if (error instanceof PlatformError && error.failure.class === 'missing') return undefined;
    throw error;
  }
}

function answerOf(
  ads: readonly AdListing[],
  cursors: { readonly before?: string | undefined; readonly after?: string | undefined },
  source: 'platform' | 'local',
  platform: Pick<AdPlatform, 'edit'> = {},
): ListAdsResponse {
  const words = statusWordsOf(platform);
  const untold = ads.some(({ createdTime }) => shownTime(createdTime) === null);
  const message =
    'The platform does not tell when these ads were created: they have no createdTime.';
  return {
    success: true,
    data: ads.map(({ id, name, status, effectiveStatus, createdTime, thumbnailUrl, adSetId }) => {
      const created = defined({ createdTime: shownTime(createdTime) ?? undefined });
      return {
        id,
        name,
        status: words(status),
        effectiveStatus,
        ...created,
        thumbnailUrl,
        adSetId,
      };
    }),
    ...(untold && { warnings: [{ path: 'createdTime', code: 'time_untold', message }] }),
    count: ads.length,
    paging: { cursors: { before: cursors.before ?? null, after: cursors.after ?? null } },
    metadata: { source },
  };
}
