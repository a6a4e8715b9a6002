import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { type AdOperation, isAd, isUpload } from '../../kit/operations.ts';
import { chunks } from '../../kit/params.ts';
import { capacity } from '../read/accounts.ts';
import { videosPerQuestion } from './ready.ts';

/**
 * Every call is a request of its own. Two things can add to it: a bare identity id is looked up once in
 * ten minutes, and a thumbnail that was taken in before is looked for in the library.
 */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload).length;
  const looks = operations.filter(({ kind }) => kind === 'ready').length;
  const ads = operations.filter(isAd);
  const covers = new Set(ads.flatMap((operation) => thumbnailOf(operation) ?? [])).size;
  const count = uploads + Math.ceil(looks / videosPerQuestion) + looks + covers + packed(ads).length;
  return { calls: count, requests: count };
}

/** One call takes the ads of one ad group, as many as it holds. In the order in which they came. */
export function packed(operations: readonly AdOperation[]): readonly (readonly AdOperation[])[] {
  const byAdGroup = new Map<string, AdOperation[]>();
  for (const operation of operations) {
    const list = byAdGroup.get(operation.adSet.id);
    if (list === undefined) byAdGroup.set(operation.adSet.id, [operation]);
    else list.push(operation);
  }
  return [...byAdGroup.values()].flatMap((list) => chunks(list, capacity));
}

/** The picture the user wants shown before the video plays, where it is not the video's own. */
export function thumbnailOf({ ad, assets }: AdOperation): string | undefined {
  return assets[0]?.type === 'video' ? ad.media[0]?.thumbnail : undefined;
}
