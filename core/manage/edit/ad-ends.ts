import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Opened } from '../open-account.ts';
import type { Read } from './entities.ts';

/** By the object's own end, by the end of the ad set that holds this ad alone, or by us. */
export type EndWay =
  | { readonly by: 'platform' }
  | { readonly by: 'adset'; readonly adSetId: string }
  | { readonly by: 'schedule' };

/**
 * What is no ad has an end of its own. An ad without one ends with its ad set, where that ends
 * nothing else; otherwise we pause it when the time comes. Up to three calls for each such ad.
 */
export async function endWays(
  account: Opened<'edit'>,
  reads: readonly Read[],
  endTime: number,
  typeOf: (read: Read) => string | undefined,
): Promise<ReadonlyMap<string, EndWay>> {
  const ways = new Map<string, EndWay>();
  for (const read of reads)
    ways.set(
      read.id,
      typeOf(read) === 'ad' && !endsByItself(account, read)
        ? await wayOfAd(account, read, endTime)
        : { by: 'platform' },
    );
  return ways;
}

const endsByItself = ({ can }: Opened<'edit'>, read: Read) =>
  can.setEnd !== undefined &&
  can.endsAds?.('objective' in read ? read.objective : undefined) === true;

async function wayOfAd(
  { platform, access, can }: Opened<'edit'>,
  read: Read,
  endTime: number,
): Promise<EndWay> {
  const adSetId = 'adSetId' in read ? read.adSetId : undefined;
  const { inspect } = platform;
  if (adSetId === undefined || inspect === undefined || can.setEnd === undefined)
    return { by: 'schedule' };
  const { data, after } = await inspect.ads(access, { adSetId, limit: 50 });
  const others = data.filter(
    ({ id, status }) => id !== read.id && status !== 'DELETED' && status !== 'ARCHIVED',
  );
  if (others.length > 0 || after !== undefined) return { by: 'schedule' };
  const [adSet] = await inspect.entities(access, [{ type: 'adset', id: adSetId }]);
  if (adSet === undefined || !('status' in adSet) || !mayEndWith(adSet, endTime))
    return { by: 'schedule' };
  if (adSet.dailyBudget !== undefined) return { by: 'adset', adSetId };
  const [campaign] = await inspect.entities(access, [
    { type: 'campaign', id: adSet.campaignId ?? '' },
  ]);
  const isShared =
    campaign === undefined || !('status' in campaign) || campaign.lifetimeBudget !== undefined;
  return isShared ? { by: 'schedule' } : { by: 'adset', adSetId };
}

/**
 * A new end must not prolong the ad set, nor spread a lifetime budget, its own or its campaign's,
 * over other days.
 */
const mayEndWith = ({ endTime, lifetimeBudget }: EntityFacts, wanted: number) =>
  lifetimeBudget === undefined && (endTime === undefined || endTime >= wanted);
