import type { MediaSource } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { type LaunchHandlers, sendLaunch } from '../../kit/send-launch.ts';
import { numberOf } from '../urns.ts';
import { sendAds } from './ads.ts';
import { launchCost } from './cost.ts';
import { createImages } from './images.ts';
import { lookAtVideos } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { type UploadPorts, uploadVideo } from './uploads.ts';

export interface LaunchPorts extends UploadPorts {
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({ settleMs, answerMs, firstLookMs, media, ...ports }: LaunchPorts): LaunchCapability {
  const { wire } = ports;
  const images = createImages(ports);
  const handlers: LaunchHandlers = {
    image: (access: Access, { media: { type } }, file) => images.upload(access, type === 'document' ? type : 'image', file),
    video: (access, operation, file) => uploadVideo(ports, access, operation, file),
    ready: { send: (access, operations) => lookAtVideos(ports, access, operations) },
    ads: {
      groups: (operations) => operations.map((operation) => [operation]),
      width: 4,
      send: (access, operations) => sendAds(ports, access, operations),
    },
  };
  return {
    creatives: 'inside-ad',
    waveSize: 50,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
    cost: launchCost,
    send: (access, operations) => sendLaunch({ media, fail: wire.fail }, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) =>
      `https://www.linkedin.com/campaignmanager/accounts/${adAccountId}/creatives?creativeIds=${numberOf(adId)}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
