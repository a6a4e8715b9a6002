import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isAd, isCreative, isReady, isUpload } from '../../kit/operations.ts';
import { perRequest } from '../wire/bulk.ts';
import { packed } from './ads.ts';

/**
 * Every call is a request of its own: a look at the account's files, two for each file, fifty creatives in one, fifty ads
 * of an ad squad in one. More than a thousand files take a look each, a file of more than 32 MB a call for each piece.
 */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload).length;
  const looks = operations.filter(isReady).length;
  const creatives = Math.ceil(operations.filter(isCreative).length / perRequest);
  const count = (uploads === 0 ? 0 : 1 + 2 * uploads) + looks + creatives + packed(operations.filter(isAd)).length;
  return { calls: count, requests: count };
}
