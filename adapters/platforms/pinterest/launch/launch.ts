import { PlatformError } from '../../../../core/base/errors.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { chunks, compareIds, said, text } from '../../kit/json.ts';
import { isAd, isCreative, isReady, isVideo } from '../../kit/operations.ts';
import { FENCED } from '../../kit/repeat.ts';
import {
  eachAlone,
  type LaunchHandlers,
  type LaunchTimes,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Calls,
  CreativeOperation,
  CreativeRemoval,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  Row,
} from '../../types.ts';
import { boardField, boostedPin } from '../check.ts';
import { batchMark, looksLike, markOf, uncertain } from '../mark.ts';
import { idsPerFilter, listRows } from '../read/entities.ts';
import { pinsOfBoard, readPins } from '../read/pins.ts';
import { itemsPerRequest } from '../wire/items.ts';
import { allStatuses, msOfSeconds } from '../wire/values.ts';
import { sendAds } from './ads.ts';
import { alike, markFor, type PinPorts, sendPins } from './pins.ts';
import { lookAtVideo, uploadVideo } from './videos.ts';

export function createLaunch(ports: PinPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  const handlers: LaunchHandlers = {
    // Only checks that the picture can be read.
    image: async ({ isLeaseHeld }, _operation, { sha256 }) =>
      isLeaseHeld?.() === false
        ? { state: 'failed', failure: wire.fail('throttled', FENCED) }
        : { state: 'done', ref: sha256 },
    video: (access, _operation, file) => uploadVideo(ports, access, file),
    ready: {
      send: (access, operations) =>
        eachAlone(operations, (operation) => lookAtVideo(ports, access, operation)),
    },
    creative: { send: (access, operations) => sendPins(ports, access, operations) },
    ads: { send: (access, operations) => sendAds(ports, access, operations) },
  };
  return {
    creatives: 'shared',
    waveSize: 120,
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    removeCreatives: (access, removal) => removePins(ports, access, removal),
    managerUrl: ({ adAccountId }, adId) =>
      `https://ads.pinterest.com/advertiser/${adAccountId}/reporting/ads/?adIds=${adId}`,
  };
}

/** Pins carry pictures or their addresses. A video goes to a storage that counts no calls. */
const launchCost: LaunchCapability['cost'] = (operations) => {
  const videos = operations.filter(isVideo).length;
  const looks = operations.filter(isReady).length;
  const pins = alike(operations.filter(isCreative)).length;
  const calls = videos + looks + pins + Math.ceil(operations.filter(isAd).length / itemsPerRequest);
  return { calls, requests: calls + videos };
};

type Removal = Parameters<NonNullable<LaunchCapability['removeCreatives']>>[1];

/** Ads that may be shown, now or later. */
const shownStatuses = ['ACTIVE', 'PAUSED', 'DRAFT'];

/** Only those that no ad shows any more. */
async function removePins(
  { calls, wire, secrets }: PinPorts,
  access: Access,
  removal: Removal,
): Promise<readonly CreativeRemoval[]> {
  const { ids, batch, gone, posts } = removal;
  if (ids.length === 0) return [];
  try {
    const pins = await readPins(calls, access, ids);
    const ads = await listRows(calls, access, 'ad', { entity_statuses: shownStatuses });
    const own = await batchMark(secrets, batch);
    // A pin without a link carries no mark: those that the batch did not boost are its own.
    const boosted = posts && new Set(posts.map((id) => id.split('_').pop()));
    const shown = new Set(
      ads.filter((ad) => !gone.includes(said(ad.id))).map((ad) => text(ad.pin_id)),
    );
    const results: CreativeRemoval[] = [];
    for (const id of ids) results.push(await remove(id));
    return results;

    async function remove(id: string): Promise<CreativeRemoval> {
      const pin = pins.get(id);
      if (pin === undefined) return { state: 'removed' };
      const isOwn =
        text(pin.link) === undefined ? boosted?.has(id) === false : markOf(pin)?.startsWith(own);
      if (!isOwn)
        return {
          state: 'kept',
          why: 'The link of the pin lacks the mark of this batch: it was there before, or was changed.',
        };
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

/** A pin carries a mark. An ad is found by name, ad group, pin and age. */
async function reconcileLaunch(
  ports: PinPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  const rows = await adsOf(ports.calls, access, ads);
  for (const operation of ads)
    claims.claim(operation, rows, (row) => isAdOf(operation, row, madeAfter(operation)));
  const pins = await pinsFor(ports, access, operations.filter(isCreative), taken);
  return claims.outcomes(operations).map((found, position) => {
    const operation = operations[position];
    // Several ads may show one pin.
    return operation !== undefined && isCreative(operation) ? pins.get(operation) : found;
  });
}

/** With archived ones. Oldest first. */
async function adsOf(calls: Calls, access: Access, operations: readonly AdOperation[]) {
  const rows: Row[] = [];
  for (const some of chunks([...new Set(operations.map(({ adSet }) => adSet.id))], idsPerFilter))
    rows.push(
      ...(await listRows(calls, access, 'ad', {
        ad_group_ids: some,
        entity_statuses: allStatuses,
      })),
    );
  return rows.sort((a, b) => compareIds(said(a.id), said(b.id)));
}

const isAdOf = ({ name, adSet, creativeId }: AdOperation, row: Row, since: number) =>
  row.name === name &&
  text(row.ad_group_id) === adSet.id &&
  text(row.pin_id) === creativeId &&
  (msOfSeconds(row.created_time) ?? since) >= since - 1_000;

async function pinsFor(
  { calls, secrets, wire }: PinPorts,
  access: Access,
  operations: readonly CreativeOperation[],
  taken: readonly string[],
) {
  const found = new Map<CreativeOperation, Outcome>();
  const byBoard = new Map<string, Promise<readonly Row[]>>();
  for (const operation of operations) {
    const { ad } = operation;
    // A boosted pin was there before.
    if (ad.type === 'postBoost') {
      found.set(operation, { state: 'done', ref: boostedPin(ad) ?? '' });
      continue;
    }
    const board = ad.platformFields?.[boardField] ?? '';
    const pins = byBoard.get(board) ?? pinsOfBoard(calls, access, board);
    byBoard.set(board, pins);
    const mark = await markFor(secrets, operation);
    const ref = text((await pins).find((pin) => markOf(pin) === mark)?.id);
    const like = (await pins).find(
      (pin) => !taken.includes(said(pin.id)) && looksLike(pin, ad, madeAfter(operation)),
    );
    if (ref !== undefined) found.set(operation, { state: 'done', ref });
    else if (like !== undefined)
      found.set(operation, { state: 'failed', failure: uncertain(wire.fail, said(like.id)) });
  }
  return found;
}
