import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { FENCED } from '../../kit/repeat.ts';
import { type LaunchHandlers, sendLaunch } from '../../kit/send-launch.ts';
import { sendAds } from './ads.ts';
import { launchCost } from './cost.ts';
import { type PinPorts, sendPins } from './pins.ts';
import { reconcileLaunch } from './reconcile.ts';
import { removePins } from './removal.ts';
import { lookAtVideos, uploadVideo } from './videos.ts';

export interface LaunchPorts extends PinPorts {
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({ settleMs, answerMs, firstLookMs, ...ports }: LaunchPorts): LaunchCapability {
  const { wire, media } = ports;
  const handlers: LaunchHandlers = {
    // Only checks that the picture can be read.
    image: async ({ isLeaseHeld }, _operation, { sha256 }) =>
      isLeaseHeld?.() === false ? { state: 'failed', failure: wire.fail('throttled', FENCED) } : { state: 'done', ref: sha256 },
    video: (access, _operation, file) => uploadVideo(ports, access, file),
    ready: { send: (access, operations) => lookAtVideos(ports, access, operations) },
    creative: { send: (access, operations) => sendPins(ports, access, operations) },
    ads: { send: (access, operations) => sendAds(ports, access, operations) },
  };
  return {
    creatives: 'shared',
    // A request creates up to 30 ads.
    waveSize: 120,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
    cost: launchCost,
    send: (access, operations) => sendLaunch({ media, fail: wire.fail }, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    removeCreatives: (access, removal) => removePins(ports, access, removal),
    managerUrl: ({ adAccountId }, adId) => `https://ads.pinterest.com/advertiser/${adAccountId}/reporting/ads/?adIds=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
