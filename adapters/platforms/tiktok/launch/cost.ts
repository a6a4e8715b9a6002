import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { chunks, groupedBy } from '../../kit/json.ts';
import { type AdOperation, isAd, isUpload } from '../../kit/operations.ts';
import { capacity } from '../read/accounts.ts';
import { videosPerQuestion } from './ready.ts';

export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload).length;
  const looks = operations.filter(({ kind }) => kind === 'ready').length;
  const ads = operations.filter(isAd);
  const covers = new Set(ads.flatMap((operation) => thumbnailOf(operation) ?? [])).size;
  const count = uploads + Math.ceil(looks / videosPerQuestion) + looks + covers + packed(ads).length;
  return { calls: count, requests: count };
}

/** A call takes ads of one ad group. Keeps their order. */
export const packed = (operations: readonly AdOperation[]): readonly (readonly AdOperation[])[] =>
  [...groupedBy(operations, ({ adSet }) => adSet.id).values()].flatMap((list) => chunks(list, capacity));

/** The user's own thumbnail. */
export function thumbnailOf({ ad, assets }: AdOperation): string | undefined {
  return assets[0]?.type === 'video' ? ad.media[0]?.thumbnail : undefined;
}
