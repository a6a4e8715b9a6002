import type { LaunchCapability, LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isAd, isReady, isUpload } from '../../kit/operations.ts';
import { type LaunchTimes, type Stage, sendStages, unmarkedLaunch } from '../../kit/send-launch.ts';
import { mostAtOnce } from '../wire/client.ts';
import { cardUrls } from './end-cards.ts';
import { type MediaPorts, mediaStage } from './media.ts';
import { lookAtVideos, uploadsOf } from './ready.ts';
import { reconcileLaunch } from './reconcile.ts';
import { sendSets } from './sets.ts';
import { createUploadMemory, mostFiles } from './uploads.ts';

/** Ad sets are campaigns, ads are creative sets: one for each campaign, so that each has its own status. */
export function createLaunch(given: Omit<MediaPorts, 'memory'>, times: LaunchTimes): LaunchCapability {
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
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    send: (access, operations) => sendStages(wire.fail, access, operations, stages),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) => `https://ads.axon.ai/#account=${adAccountId}&creative-set=${adId}`,
  };
}

/**
 * Every call is a request. 40 files travel in one upload unless they are large, and one look asks about its pictures; a creative
 * set is a call; one look covers a hundred paused sets.
 */
function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
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
