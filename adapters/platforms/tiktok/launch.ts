import type { LaunchCapability } from '../../../core/ports/platform-launch.ts';
import { launchCost } from './launch-cost.ts';
import { reconcileLaunch } from './launch-reconcile.ts';
import { type SendPorts, sendLaunch } from './launch-send.ts';

export interface LaunchPorts extends SendPorts {
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({ settleMs, answerMs, firstLookMs, ...ports }: LaunchPorts): LaunchCapability {
  return {
    creatives: 'inside-ad',
    // One request creates up to 20 ads of one ad group; a wave of 100 lets us group them.
    waveSize: 100,
    settleMs,
    answerMs,
    leavesMarks: false,
    platformNow: () => ports.api.platformNow(),
    firstLookMs,
    creativeKey: (ad) => ad.type,
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) => `https://ads.tiktok.com/i18n/perf/creative?aadvid=${adAccountId}&keyword=${adId}`,
    usage: (adAccountId) => ports.api.usage(adAccountId),
  };
}
