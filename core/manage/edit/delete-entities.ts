import type { Actor } from '../../access/caller.ts';
import { notOffered } from '../../accounts/capabilities.ts';
import { rememberDeletedAds } from '../../accounts/deleted-ads.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EditCapability, EditResult } from '../../ports/platform-changes.ts';
import type { AdListing } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { ChangeStep, Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { DeleteRequest, ItemsResponse } from '../schema/edit.ts';
import {
  type ItemOutcome,
  type Items,
  idsIn,
  idsOf,
  inOrder,
  itemOf,
  itemsAnswer,
  type Read,
  rememberReads,
  whyNot,
} from './entities.ts';

/**
 * For good. Two calls for each, three for ad sets and campaigns, whose ads are noted; what is
 * deleted already counts as done.
 */
export async function deleteEntities(
  ports: ManagePorts,
  caller: Actor,
  request: DeleteRequest,
  once?: Once,
): Promise<ItemsResponse> {
  const ids = idsOf(request);
  if (request.confirm !== true) {
    const message = 'Deleting cannot be undone. Send confirm: true if that is meant.';
    throw breaks(sentName(request, 'confirm'), 'confirm_required', message);
  }
  const open = async () => {
    const { entityType: type } = request;
    const account = await openToChange(ports, caller, request, 'edit');
    const { removes } = account.can;
    if (removes !== undefined && !removes.includes(type))
      throw notOffered(
        account.platform,
        `the deletion of ${words[type]}`,
        sentName(request, 'entityType'),
      );
    return deleting(
      ports,
      caller,
      account,
      ids.map((id) => ({ id, type })),
    );
  };
  return changeOnce(ports, caller, open, once);
}

/** In this order: what is below first. */
export function deleting(
  ports: ManagePorts,
  caller: Actor,
  opened: Opened<'edit'>,
  objects: readonly { readonly type: EntityType; readonly id: string }[],
): Changing<Items, ItemsResponse, Opened<'edit'>> {
  const readEach = rememberReads(objects);
  /** What is gone: the platform may not list it any more. */
  const gone: AdListing[] = [];
  return {
    account: opened,
    inTurn: false,
    async draw(account) {
      const settled: ItemOutcome[] = [];
      const steps: ChangeStep[] = [];
      const reads = await readEach(account, idsIn(objects));
      objects.forEach(({ id, type }, position) => {
        const read = reads[position];
        const refused = read && whyNot(read, account.access.adAccountId);
        const known = read !== undefined && 'status' in read ? read : undefined;
        if (refused !== undefined) settled.push({ entityId: id, success: false, ...refused });
        else if (known?.status === 'DELETED') {
          gone.push(...listingOf(known));
          settled.push({ entityId: id, success: true, status: 'DELETED' });
        } else {
          const before = known && {
            name: known.name,
            before: { status: known.status, name: known.name },
          };
          steps.push({
            id,
            type,
            ...before,
            action: `${type}.delete`,
            after: { status: 'DELETED' },
          });
        }
      });
      return { steps, own: { settled } };
    },
    async send(account, { steps }) {
      const reads = await readEach(account, idsIn(steps));
      const below = await adsBelow(account, reads);
      const removed: EditResult[] = [];
      for (const type of ['ad', 'adset', 'campaign'] as const) {
        const some = steps.flatMap((step) => (step.type === type ? [{ type, id: step.id }] : []));
        if (some.length > 0) removed.push(...(await removal(account, some, removed.length > 0)));
      }
      const left = new Map(removed.map((result) => [result.id, result]));
      for (const read of reads)
        if (left.get(read.id)?.failure === undefined)
          gone.push(...listingOf(read), ...(below.get(read.id) ?? []));
      return steps.map(({ id }) => left.get(id) ?? { id });
    },
    async look(account, { steps }) {
      const reads = await rememberReads(objects)(account, idsIn(steps));
      for (const read of reads)
        if ('status' in read && read.status === 'DELETED') gone.push(...listingOf(read));
      return reads.map((read) => {
        if ('failure' in read) return read.failure.class === 'missing' ? 'after' : read.failure;
        return 'status' in read && read.status === 'DELETED' ? 'after' : 'before';
      });
    },
    async answer({ steps, own: { settled } }, changed) {
      const ads = new Map(gone.map((ad) => [ad.id, ad]));
      await rememberDeletedAds(ports, caller.companyId, opened.key, [...ads.values()]);
      ports.adSets?.forget(caller.companyId, opened.key);
      const results = steps.map((step): ItemOutcome => {
        const failure = changed.get(step.id)?.failure;
        const status = failure === undefined ? 'DELETED' : step.before?.status;
        return { ...itemOf(step, failure), ...(typeof status === 'string' && { status }) };
      });
      return { answer: itemsAnswer(inOrder(idsIn(objects), [...settled, ...results])) };
    },
  };
}

/**
 * After the first deletion a failure belongs to its own objects: the answer has to name what was
 * deleted before.
 */
async function removal(
  { can, access }: Opened<'edit'>,
  objects: Parameters<EditCapability['remove']>[1],
  isBegun: boolean,
): Promise<readonly EditResult[]> {
  try {
    return await can.remove(access, objects);
  } catch (error) {
    if (!isBegun || !(error instanceof PlatformError)) throw error;
    return objects.map(({ id }) => ({ id, failure: error.failure }));
  }
}

const words: { readonly [T in EntityType]: string } = {
  campaign: 'campaigns',
  adset: 'ad sets',
  ad: 'ads',
};

function listingOf(read: Read): readonly AdListing[] {
  if (!('status' in read) || read.type !== 'ad') return [];
  const { id, name, status, createdTime, thumbnailUrl, adSetId = '' } = read;
  return [
    {
      id,
      name,
      status,
      effectiveStatus: status,
      createdTime,
      thumbnailUrl: thumbnailUrl ?? null,
      adSetId,
    },
  ];
}

/**
 * The ads in ad sets and campaigns that are about to be deleted, by parent: the platform may not
 * list them afterwards. One call for 200. Those that cannot be read are left out.
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
