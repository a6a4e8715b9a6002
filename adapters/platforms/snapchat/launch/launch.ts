import type { LaunchCapability, LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { failureOf } from '../../kit/edits.ts';
import { isAd, isCreative, isReady, isUpload } from '../../kit/operations.ts';
import { type LaunchHandlers, type LaunchTimes, type SendPorts, sendLaunch, unmarkedLaunch } from '../../kit/send-launch.ts';
import { perRequest } from '../wire/bulk.ts';
import { packed, sendAds } from './ads.ts';
import { sendCreatives } from './creatives.ts';
import { createLibrary } from './library.ts';
import { reconcileLaunch } from './reconcile.ts';
import { lookAtVideos, madeTogether, type UploadPorts, uploadFile } from './uploads.ts';

export function createLaunch(ports: UploadPorts & SendPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  return {
    creatives: 'shared',
    // A request takes up to 50 creatives, or ads of one ad squad; a wave of 200 lets us group them.
    waveSize: 200,
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    async send(access, operations) {
      const library = createLibrary(ports, access);
      const together = madeTogether(operations.filter(isUpload));
      // Where the files cannot be listed, each upload says so.
      if (together.length > 1) await failureOf(() => library.make(together));
      const handlers: LaunchHandlers = {
        image: (_access, operation, file) => uploadFile(ports, access, library, operation, file),
        video: (_access, operation, file) => uploadFile(ports, access, library, operation, file),
        ready: { send: (_access, some) => lookAtVideos(ports, access, some) },
        creative: { send: (_access, some) => sendCreatives(ports, access, some) },
        ads: { send: (_access, some) => sendAds(ports, access, some) },
      };
      return sendLaunch(ports, handlers, access, operations);
    },
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    // The place of an ad in the manager is not published: the account opens.
    managerUrl: ({ adAccountId }, adId) => `https://ads.snapchat.com/${adAccountId}#ad=${adId}`,
  };
}

/**
 * Every call is a request: one look at the account's files, one for up to fifty new files of known content (each other file by
 * itself), one to fill each, one for fifty creatives, one for fifty ads of an ad squad. More than a thousand files take further
 * looks, a file over 32 MB a call for each piece.
 */
function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload);
  const together = new Set(madeTogether(uploads).map(({ name }) => name)).size;
  const makes = Math.ceil(together / perRequest) + uploads.length - madeTogether(uploads).length;
  const looks = operations.filter(isReady).length;
  const creatives = Math.ceil(operations.filter(isCreative).length / perRequest);
  const count =
    (uploads.length === 0 ? 0 : 1 + makes + uploads.length) + looks + creatives + packed(operations.filter(isAd)).length;
  return { calls: count, requests: count };
}
