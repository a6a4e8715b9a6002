import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { notOffered } from '../../accounts/capabilities.ts';
import { rememberDeletedAds } from '../../accounts/deleted-ads.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { itemOutcomeOf } from '../../base/outcomes.ts';
import { breaks, itemError } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { AdListing } from '../../ports/platform-reads.ts';
import type { Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { DeleteRequest, ItemsResponse } from '../schema/edit.ts';
import { type ItemOutcome, idsOf, itemsAnswer, type Read, readBefore, whyNot } from './entities.ts';
import { type Change, changeWrite, refusedWrite } from './trace.ts';

/** For good. Two calls for each, three for ad sets and campaigns, whose ads are noted; what is deleted already counts as done. */
export async function deleteEntities(
  ports: ManagePorts,
  caller: Actor,
  request: DeleteRequest,
  once: Once = unkeyed(ports.store),
): Promise<ItemsResponse> {
  const ids = idsOf(request);
  if (request.confirm !== true) {
    const message = 'Deleting cannot be undone. Send confirm: true if that is meant.';
    throw breaks(sentName(request, 'confirm'), 'confirm_required', message);
  }
  return once.inSteps<object, ItemsResponse>(async (steps) => {
    const account = whileHeld(await openToChange(ports, caller, request, 'edit'), steps.isHeld);
    const { removes } = account.can;
    if (removes !== undefined && !removes.includes(request.entityType))
      throw notOffered(account.platform, `the deletion of ${words[request.entityType]}`, sentName(request, 'entityType'));
    const { results, refused } = await remove(ports, caller, { type: request.entityType, ids, account }, steps);
    const answer = itemsAnswer(ids.flatMap((id) => results.get(id) ?? []));
    await steps.conclude(answer, refused);
    return answer;
  });
}

const words: { readonly [T in EntityType]: string } = { campaign: 'campaigns', adset: 'ad sets', ad: 'ads' };

async function remove(
  ports: ManagePorts,
  caller: Actor,
  { type, ids, account }: { readonly type: EntityType; readonly ids: readonly string[]; readonly account: Opened<'edit'> },
  steps: Steps<object, ItemsResponse>,
): Promise<{ readonly results: ReadonlyMap<string, ItemOutcome>; readonly refused: readonly Write[] }> {
  const { adAccountId } = account.access;
  const before = await readBefore(account, type, ids);
  const results = new Map<string, ItemOutcome>();
  const open: { readonly read: Read; readonly change: Change }[] = [];
  for (const read of before) {
    const refused = whyNot(read, adAccountId);
    if (refused !== undefined) results.set(read.id, { entityId: read.id, success: false, ...refused });
    else if ('status' in read && read.status === 'DELETED')
      results.set(read.id, { entityId: read.id, success: true, status: 'DELETED' });
    else
      open.push({
        read,
        change: {
          action: `${type}.delete`,
          subject: read.id,
          adAccountId,
          ...('status' in read && { before: { status: read.status, name: read.name } }),
          after: { status: 'DELETED' },
        },
      });
  }

  if (open.length > 0)
    await steps.begin(
      {},
      open.map(({ change }) => changeWrite(ports, caller, change)),
    );
  const below = await adsBelow(
    account,
    open.map(({ read }) => read),
  );
  const removed =
    open.length === 0
      ? []
      : await account.can.remove(
          account.access,
          open.map(({ read }) => ({ type, id: read.id })),
        );
  const refused = open.flatMap(({ change }, position) => {
    const failure = removed[position]?.failure;
    return failure === undefined ? [] : [refusedWrite(ports, caller, change, failure)];
  });
  const gone = open.filter((_, position) => removed[position]?.failure === undefined).map(({ read }) => read);
  // Also those gone before: a deletion repeated after a crash lists what was deleted.
  const ads = [...before.filter(({ id }) => results.get(id)?.status === 'DELETED'), ...gone].flatMap(listingOf);
  ads.push(...gone.flatMap(({ id }) => below.get(id) ?? []));
  await rememberDeletedAds(ports, caller.companyId, account.key, ads);
  ports.adSets?.forget(caller.companyId, account.key);
  open.forEach(({ read }, position) => {
    const failure = removed[position]?.failure;
    const was = 'status' in read ? read.status : undefined;
    const status = failure === undefined ? 'DELETED' : was;
    results.set(read.id, {
      entityId: read.id,
      success: failure === undefined,
      outcome: itemOutcomeOf(failure),
      ...defined({ status }),
      ...(failure !== undefined && itemError(failure)),
    });
  });
  return { results, refused };
}

function listingOf(read: Read): readonly AdListing[] {
  if (!('status' in read) || read.type !== 'ad') return [];
  const { id, name, status, createdTime, thumbnailUrl, adSetId = '' } = read;
  return [{ id, name, status, effectiveStatus: status, createdTime, thumbnailUrl: thumbnailUrl ?? null, adSetId }];
}

/**
 * The ads in ad sets and campaigns that are about to be deleted, by parent: the platform may not list them afterwards. One
 * call for 200. Those that cannot be read are left out.
 */
async function adsBelow(
  { platform: { inspect }, access }: Opened<'edit'>,
  reads: readonly Read[],
): Promise<ReadonlyMap<string, readonly AdListing[]>> {
  const found = new Map<string, readonly AdListing[]>();
  if (inspect === undefined || inspect.listsDeleted) return found;
  for (const read of reads) {
    if (!('status' in read) || read.type === 'ad') continue;
    const parent = read.type === 'adset' ? { adSetId: read.id } : { campaignId: read.id };
    const ads: AdListing[] = [];
    try {
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const page = await inspect.ads(access, { ...parent, limit: 200, ...defined({ after }) });
        ads.push(...page.data);
        after = page.after;
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
    found.set(read.id, ads);
  }
  return found;
}
