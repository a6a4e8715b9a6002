import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchCost, LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { failureOf } from '../../kit/edits.ts';
import { type Row, text } from '../../kit/json.ts';
import { type AdOperation, isAd, isCreative, isReady, isUpload, isVideo } from '../../kit/operations.ts';
import { type LaunchHandlers, type LaunchTimes, type SendPorts, sendLaunch, unmarkedLaunch } from '../../kit/send-launch.ts';
import { listRows } from '../read/rows.ts';
import { perRequest } from '../wire/bulk.ts';
import { msOf } from '../wire/values.ts';
import { packed, sendAds, sendCreatives } from './ads.ts';
import { awaitsUpload, createLibrary, hasFailed } from './library.ts';
import { hasMark, videoName } from './names.ts';
import { lookAtVideos, madeTogether, type UploadPorts, uploadFile } from './uploads.ts';

export function createLaunch(ports: UploadPorts & SendPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  return {
    creatives: 'shared',
    // A request takes up to 50 creatives, or ads of one ad squad; a wave of 200 lets us group them.
    waveSize: 200,
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    async send(access, operations) {
      const library = createLibrary(ports, access);
      const together = madeTogether(operations.filter(isUpload));
      // Where the files cannot be listed, each upload says so.
      if (together.length > 1) await failureOf(() => library.make(together));
      const handlers: LaunchHandlers = {
        image: (_access, operation, file) => uploadFile(ports, access, { library, operation, file }),
        video: (_access, operation, file) => uploadFile(ports, access, { library, operation, file }),
        ready: { send: (_access, some) => lookAtVideos(ports, access, some) },
        creative: { send: (_access, some) => sendCreatives(ports, access, some) },
        ads: { send: (_access, some) => sendAds(ports, access, some) },
      };
      return sendLaunch(ports, handlers, access, operations);
    },
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    // The place of an ad in the manager is not published: the account opens.
    managerUrl: ({ adAccountId }, adId) => `https://ads.snapchat.com/${adAccountId}#ad=${adId}`,
  };
}

/**
 * Every call is a request: one look at the account's files, one for up to fifty new files of known content (each other file by
 * itself), one to fill each, one for fifty creatives, one for fifty ads of an ad squad. More than a thousand files take further
 * looks, a file over 32 MB a call for each piece.
 */
function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const uploads = operations.filter(isUpload);
  const together = new Set(madeTogether(uploads).map(({ name }) => name)).size;
  const makes = Math.ceil(together / perRequest) + uploads.length - madeTogether(uploads).length;
  const looks = operations.filter(isReady).length;
  const creatives = Math.ceil(operations.filter(isCreative).length / perRequest);
  const count =
    (uploads.length === 0 ? 0 : 1 + makes + uploads.length) + looks + creatives + packed(operations.filter(isAd)).length;
  return { calls: count, requests: count };
}

/**
 * Videos and creatives carry batch and operation in their names. An ad is found by name, ad squad, creative and age. Images are
 * not looked for: sending one again finds it by its content.
 */
async function reconcileLaunch(
  api: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const library = createLibrary(api, access);
  for (const operation of operations.filter(isVideo)) {
    const file = await library.named(videoName(operation));
    // A file without content is filled when it is sent again.
    if (file !== undefined && !awaitsUpload(file) && !hasFailed(file)) claims.take(operation, text(file.id));
  }
  const creatives = operations.filter(isCreative);
  const made = creatives.length === 0 ? [] : await api.calls.list(access, `adaccounts/${access.adAccountId}/creatives`);
  for (const operation of creatives) claims.claim(operation, made, (row) => hasMark(text(row.name), operation));
  const ads = operations.filter(isAd);
  for (const squad of new Set(ads.map(({ adSet }) => adSet.id))) {
    const rows = await adsOf(api, access, squad);
    for (const operation of ads.filter(({ adSet }) => adSet.id === squad))
      claims.claim(operation, rows, (row) => isAdOf(operation, row));
  }
  return claims.outcomes(operations);
}

/** With deleted ones. Oldest first. */
const adsOf = async (api: Api, access: Access, squad: string): Promise<readonly Row[]> =>
  [...(await listRows(api, access, 'ad', { under: `adsquads/${squad}`, deleted: true }))].reverse();

const isAdOf = (operation: AdOperation, row: Row): boolean =>
  row.name === operation.name &&
  row.creative_id === operation.creativeId &&
  (msOf(row.created_at) ?? Number.MAX_SAFE_INTEGER) >= madeAfter(operation);
