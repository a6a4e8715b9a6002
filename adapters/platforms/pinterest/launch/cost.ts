import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isAd, isCreative, isReady, isVideo } from '../../kit/operations.ts';
import { itemsPerRequest } from '../wire/items.ts';
import { alike } from './pins.ts';

/** Pins carry pictures or their addresses. A video goes to a storage that counts no calls. */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const videos = operations.filter(isVideo).length;
  const looks = operations.filter(isReady).length;
  const pins = alike(operations.filter(isCreative)).length;
  const calls = videos + looks + pins + Math.ceil(operations.filter(isAd).length / itemsPerRequest);
  return { calls, requests: calls + videos };
}
