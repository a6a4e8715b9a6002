import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CreativeRemoval, LaunchCapability, LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import { said, text } from '../../kit/json.ts';
import { isAd, isCreative, isReady, isVideo } from '../../kit/operations.ts';
import { FENCED } from '../../kit/repeat.ts';
import { type LaunchHandlers, type LaunchTimes, sendLaunch, unmarkedLaunch } from '../../kit/send-launch.ts';
import { listRows } from '../read/entities.ts';
import { readPins } from '../read/pins.ts';
import { itemsPerRequest } from '../wire/items.ts';
import { sendAds } from './ads.ts';
import { alike, batchNote, type PinPorts, sendPins } from './pins.ts';
import { reconcileLaunch } from './reconcile.ts';
import { lookAtVideos, uploadVideo } from './videos.ts';

export function createLaunch(ports: PinPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
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
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    removeCreatives: (access, removal) => removePins(ports, access, removal),
    managerUrl: ({ adAccountId }, adId) => `https://ads.pinterest.com/advertiser/${adAccountId}/reporting/ads/?adIds=${adId}`,
  };
}

/** Pins carry pictures or their addresses. A video goes to a storage that counts no calls. */
function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const videos = operations.filter(isVideo).length;
  const looks = operations.filter(isReady).length;
  const pins = alike(operations.filter(isCreative)).length;
  const calls = videos + looks + pins + Math.ceil(operations.filter(isAd).length / itemsPerRequest);
  return { calls, requests: calls + videos };
}

type Removal = Parameters<NonNullable<LaunchCapability['removeCreatives']>>[1];

/** Ads that may be shown, now or later. */
const shownStatuses = ['ACTIVE', 'PAUSED', 'DRAFT'];

/** Only those that no ad shows any more. */
async function removePins({ calls, wire }: Api, access: Access, removal: Removal): Promise<readonly CreativeRemoval[]> {
  const { ids, batch, gone } = removal;
  if (ids.length === 0) return [];
  try {
    const pins = await readPins(calls, access, ids);
    const ads = await listRows(calls, access, 'ad', { entity_statuses: shownStatuses });
    const shown = new Set(ads.filter((ad) => !gone.includes(said(ad.id))).map((ad) => text(ad.pin_id)));
    const results: CreativeRemoval[] = [];
    for (const id of ids) results.push(await remove(id));
    return results;

    async function remove(id: string): Promise<CreativeRemoval> {
      const pin = pins.get(id);
      if (pin === undefined) return { state: 'removed' };
      if (!text(pin.note)?.startsWith(batchNote(batch)))
        return { state: 'kept', why: 'The pin does not carry the note of this batch: it was there before, or was changed.' };
      if (shown.has(id)) return { state: 'kept', why: 'An ad still shows the pin.' };
      const query = { ad_account_id: access.adAccountId };
      const answer = await wire.call(access, { method: 'DELETE', path: `pins/${id}`, query });
      if (answer.ok || answer.failure.class === 'missing') return { state: 'removed' };
      return { state: 'failed', failure: answer.failure };
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    return ids.map(() => ({ state: 'failed', failure }));
  }
}
