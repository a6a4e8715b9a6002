import type { MediaSource } from '../../../../core/ports/media.ts';
import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { failureOf } from '../../kit/edits.ts';
import { isUpload } from '../../kit/operations.ts';
import { type LaunchHandlers, sendLaunch } from '../../kit/send-launch.ts';
import { sendAds } from './ads.ts';
import { launchCost } from './cost.ts';
import { sendCreatives } from './creatives.ts';
import { createLibrary } from './library.ts';
import { lookAtVideos } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { madeTogether, type UploadPorts, uploadFile } from './uploads.ts';

export interface LaunchPorts extends UploadPorts {
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch(ports: LaunchPorts): LaunchCapability {
  const { wire, media, settleMs, answerMs, firstLookMs } = ports;
  return {
    creatives: 'shared',
    // A request takes up to 50 creatives, or ads of one ad squad; a wave of 200 lets us group them.
    waveSize: 200,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
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
      return sendLaunch({ media, fail: wire.fail }, handlers, access, operations);
    },
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    // The place of an ad in the manager is not published: the account opens.
    managerUrl: ({ adAccountId }, adId) => `https://ads.snapchat.com/${adAccountId}#ad=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
