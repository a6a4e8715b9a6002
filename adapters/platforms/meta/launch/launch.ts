import type { MediaSource } from '../../../../core/ports/media.ts';
import type { LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { creativeKey } from '../creative/creative.ts';
import { batchSize } from '../wire/batch.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';
import { removeCreatives } from './creative-removal.ts';
import { launchCost } from './entries.ts';
import { reconcileLaunch } from './reconcile.ts';
import { sendLaunch } from './send.ts';
import { validateLaunch } from './validate.ts';

interface LaunchPorts {
  readonly graph: Graph;
  readonly calls: Calls;
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({ graph, calls, media, settleMs, answerMs, firstLookMs }: LaunchPorts): LaunchCapability {
  return {
    creatives: 'shared',
    waveSize: batchSize,
    settleMs,
    answerMs,
    leavesMarks: true,
    firstLookMs,
    creativeKey,
    cost: launchCost,
    send: (access, operations) => sendLaunch({ graph, media }, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(calls, access, operations, taken),
    removeCreatives: (access, request) => removeCreatives(calls, access, request),
    validate: (access, operations) => validateLaunch(calls, access, operations, graph.fail),
    managerUrl: ({ adAccountId }, adId) =>
      `https://adsmanager.facebook.com/adsmanager/manage/ads?act=${adAccountId.replace(/^act_/, '')}&selected_ad_ids=${adId}`,
    usage: (adAccountId) => graph.usage(adAccountId),
  };
}
