import type { MediaSource } from '../../../../core/ports/media.ts';
import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { chunks } from '../../kit/json.ts';
import { type LaunchHandlers, outcomeOf, sendLaunch } from '../../kit/send-launch.ts';
import { type AdPorts, sendAds } from './ads.ts';
import { launchCost } from './cost.ts';
import { lookAtVideos, videosPerQuestion } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { uploadImage, uploadVideo } from './uploads.ts';

export interface LaunchPorts extends AdPorts {
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({ settleMs, answerMs, firstLookMs, media, ...ports }: LaunchPorts): LaunchCapability {
  const { wire } = ports;
  const handlers: LaunchHandlers = {
    image: async (access, _operation, file) => outcomeOf(await uploadImage(ports, access, file)),
    video: async (access, operation, file) => outcomeOf(await uploadVideo(ports, access, operation, file)),
    videoByAddress: async (access, operation) => outcomeOf(await uploadVideo(ports, access, operation)),
    ready: {
      groups: (operations) => chunks(operations, videosPerQuestion),
      send: (access, operations) => lookAtVideos(ports, access, operations),
    },
    ads: { send: (access, operations) => sendAds(ports, access, operations) },
  };
  return {
    creatives: 'inside-ad',
    // A call creates up to 20 ads of one ad group; a wave of 100 lets us group them.
    waveSize: 100,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
    cost: launchCost,
    send: (access, operations) => sendLaunch({ media, fail: wire.fail }, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) => `https://ads.tiktok.com/i18n/perf/creative?aadvid=${adAccountId}&keyword=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
