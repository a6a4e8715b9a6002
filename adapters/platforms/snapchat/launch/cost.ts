import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isAd, isCreative, isReady, isUpload } from '../../kit/operations.ts';
import { perRequest } from '../wire/bulk.ts';
import { packed } from './ads.ts';
import { madeTogether } from './uploads.ts';

/**
 * Every call is a request: one look at the account's files, one for up to fifty new files of known content (each other file by
 * itself), one to fill each, one for fifty creatives, one for fifty ads of an ad squad. More than a thousand files take further
 * looks, a file over 32 MB a call for each piece.
 */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload);
  const together = new Set(madeTogether(uploads).map(({ name }) => name)).size;
  const makes = Math.ceil(together / perRequest) + uploads.length - madeTogether(uploads).length;
  const looks = operations.filter(isReady).length;
  const creatives = Math.ceil(operations.filter(isCreative).length / perRequest);
  const count =
    (uploads.length === 0 ? 0 : 1 + makes + uploads.length) + looks + creatives + packed(operations.filter(isAd)).length;
  return { calls: count, requests: count };
}
