import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import type { Secrets } from '../../../../core/ports/secrets.ts';
import { isAd, isReady } from '../../kit/operations.ts';
import { type Stage, sendStages } from '../../kit/send-launch.ts';
import { mostAtOnce } from '../wire/client.ts';
import { launchCost } from './cost.ts';
import { type MediaPorts, mediaStage } from './media.ts';
import { lookAtVideos } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { sendSets } from './sets.ts';
import { createUploadMemory } from './uploads.ts';

export interface LaunchPorts extends Omit<MediaPorts, 'memory'>, Pick<LaunchCapability, 'settleMs' | 'answerMs' | 'firstLookMs'> {
  readonly secrets: Secrets;
}

/** Ad sets are campaigns, ads are creative sets: one for each campaign, so that each has its own status. */
export function createLaunch({ settleMs, answerMs, firstLookMs, ...given }: LaunchPorts): LaunchCapability {
  const ports: MediaPorts = { ...given, memory: createUploadMemory() };
  const { wire } = ports;
  const stages: readonly Stage[] = [
    mediaStage(ports) as unknown as Stage,
    { takes: isReady, send: (access, operations) => lookAtVideos(ports, access, operations.filter(isReady)) },
    { takes: isAd, send: (access, operations) => sendSets(ports, access, operations.filter(isAd)) },
  ];
  return {
    creatives: 'inside-ad',
    // As many as one look at new sets can name.
    waveSize: mostAtOnce,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
    cost: launchCost,
    send: (access, operations) => sendStages(wire.fail, access, operations, stages),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) => `https://ads.axon.ai/#account=${adAccountId}&creative-set=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
