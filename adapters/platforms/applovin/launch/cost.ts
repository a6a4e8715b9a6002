import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isAd, isReady, isUpload } from '../../kit/operations.ts';
import { mostAtOnce } from '../wire/client.ts';
import { cardUrls } from './end-cards.ts';
import { uploadsOf } from './ready.ts';
import { mostFiles } from './uploads.ts';

/**
 * Every call is a request. 40 files travel in one upload unless they are large, and one look asks about its pictures; a creative
 * set is a call; one look covers a hundred paused sets.
 */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const files = operations.filter(isUpload);
  const uploads = Math.ceil(files.length / mostFiles);
  const pictures = files.some(({ kind }) => kind === 'image') ? uploads : 0;
  const { uploads: asked, others } = uploadsOf(operations.filter(isReady));
  const looks = asked.size + Math.ceil(others.length / mostAtOnce);
  const ads = operations.filter(isAd);
  const paused = ads.filter(({ ad }) => ad.paused).length;
  const unknown = new Set(ads.filter(({ adSet }) => !adSet.destinationType).map(({ adSet }) => adSet.id)).size;
  const cards = cardUrls(ads).length > 0 ? 2 : 0;
  const sets = ads.length + Math.ceil(paused / mostAtOnce) + Math.ceil(unknown / mostAtOnce) + cards;
  const count = uploads + pictures + looks + sets;
  return { calls: count, requests: count };
}
