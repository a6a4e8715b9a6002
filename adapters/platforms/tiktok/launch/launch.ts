import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { chunks } from '../../kit/json.ts';
import {
  type LaunchHandlers,
  type LaunchTimes,
  outcomeOf,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import { type AdPorts, sendAds } from './ads.ts';
import { launchCost } from './cost.ts';
import { lookAtVideos, videosPerQuestion } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { uploadImage, uploadVideo } from './uploads.ts';

export function createLaunch(ports: AdPorts & SendPorts, times: LaunchTimes): LaunchCapability {
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
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) => `https://ads.tiktok.com/i18n/perf/creative?aadvid=${adAccountId}&keyword=${adId}`,
  };
}
