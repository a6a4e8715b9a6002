import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { failureOf } from '../../kit/edits.ts';
import { chunks, groupedBy, text } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import { isAd, isCreative, isReady, isUpload, isVideo } from '../../kit/operations.ts';
import {
  eachAlone,
  type LaunchHandlers,
  type LaunchTimes,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Api,
  CreativeOperation,
  Fail,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  Params,
  Row,
} from '../../types.ts';
import { adTypeOf, creativeTypeOf, ctaOf, fieldsOf, headlineOf } from '../fields.ts';
import { listRows } from '../read/rows.ts';
import { perRequest, writeAll } from '../wire/bulk.ts';
import type { Item } from '../wire/errors.ts';
import { msOf } from '../wire/values.ts';
import {
  awaitsUpload,
  createLibrary,
  creativeName,
  hasFailed,
  hasMark,
  videoName,
} from './library.ts';
import { lookAtVideo, madeTogether, type UploadPorts, uploadFile } from './uploads.ts';

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
        image: (_access, operation, file) =>
          uploadFile(ports, access, { library, operation, file }),
        video: (_access, operation, file) =>
          uploadFile(ports, access, { library, operation, file }),
        ready: {
          send: (_access, some) =>
            eachAlone(some, (operation) => lookAtVideo(ports, access, operation)),
        },
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
 * Every call is a request: one look at the account's files, one for up to fifty new files of known
 * content (each other file by itself), one to fill each, one for fifty creatives, one for fifty ads
 * of an ad squad. More than a thousand files take further looks, a file over 32 MB a call for each
 * piece.
 */
const launchCost: LaunchCapability['cost'] = (operations) => {
  const uploads = operations.filter(isUpload);
  const together = new Set(madeTogether(uploads).map(({ name }) => name)).size;
  const makes = Math.ceil(together / perRequest) + uploads.length - madeTogether(uploads).length;
  const looks = operations.filter(isReady).length;
  const creatives = Math.ceil(operations.filter(isCreative).length / perRequest);
  const count =
    (uploads.length === 0 ? 0 : 1 + makes + uploads.length) +
    looks +
    creatives +
    packed(operations.filter(isAd)).length;
  return { calls: count, requests: count };
};

/**
 * Videos and creatives carry batch and operation in their names. An ad is found by name, ad squad,
 * creative and age. Images are not looked for: sending one again finds it by its content.
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
    if (file !== undefined && !awaitsUpload(file) && !hasFailed(file))
      claims.take(operation, text(file.id));
  }
  const creatives = operations.filter(isCreative);
  const made =
    creatives.length === 0
      ? []
      : await api.calls.list(access, `adaccounts/${access.adAccountId}/creatives`);
  for (const operation of creatives)
    claims.claim(operation, made, (row) => hasMark(text(row.name), operation));
  const ads = operations.filter(isAd);
  for (const squad of new Set(ads.map(({ adSet }) => adSet.id))) {
    const rows = await adsOf(api, access, squad);
    for (const operation of ads.filter(({ adSet }) => adSet.id === squad))
      claims.claim(operation, rows, (row) => isAdOf(operation, row));
  }
  return claims.outcomes(operations);
}

/** With deleted ones. Oldest first. */
const adsOf = async (api: Api, access: Access, squad: string) =>
  [...(await listRows(api, access, 'ad', { under: `adsquads/${squad}`, deleted: true }))].reverse();

const isAdOf = (operation: AdOperation, row: Row) =>
  row.name === operation.name &&
  row.creative_id === operation.creativeId &&
  (msOf(row.created_at) ?? Number.MAX_SAFE_INTEGER) >= madeAfter(operation);

async function sendAds(api: Api, access: Access, operations: readonly AdOperation[]) {
  const outcomes = new Map<AdOperation, Outcome>();
  await mapBounded(packed(operations), 4, async (pack) => {
    const path = `adsquads/${pack[0]?.adSet.id ?? ''}/ads`;
    const send = (body: Params) => api.wire.call(access, { method: 'POST', path, body });
    const items = await writeAll(api, access, { plural: 'ads', send }, pack.map(adOf));
    for (const [position, operation] of pack.entries())
      outcomes.set(operation, outcomeOfItem(items[position], api.wire.fail));
  });
  return outcomes;
}

const adOf = ({ ad, name, adSet, creativeId }: AdOperation) => ({
  name,
  ad_squad_id: adSet.id,
  creative_id: creativeId,
  type: adTypeOf[creativeTypeOf(ad)],
  status: ad.paused ? 'PAUSED' : 'ACTIVE',
});

/** Ads of one ad squad, in order. */
const packed = (operations: readonly AdOperation[]): readonly (readonly AdOperation[])[] =>
  [...groupedBy(operations, ({ adSet }) => adSet.id).values()].flatMap((list) =>
    chunks(list, perRequest),
  );

function outcomeOfItem(item: Item | undefined, fail: Fail): Outcome {
  const ref = item?.ok ? text(item.row.id) : undefined;
  if (ref !== undefined) return { state: 'done', ref };
  if (item === undefined || item.ok)
    return { state: 'unknown', failure: fail('transient', 'The platform answered without an id.') };
  return { state: item.maybeDone ? 'unknown' : 'failed', failure: item.failure };
}

async function sendCreatives(
  api: Api,
  access: Access,
  operations: readonly CreativeOperation[],
): Promise<ReadonlyMap<CreativeOperation, Outcome>> {
  const path = `adaccounts/${access.adAccountId}/creatives`;
  const send = (body: Params) => api.wire.call(access, { method: 'POST', path, body });
  const objects = operations.map((operation) => creativeOf(access, operation));
  const items = await writeAll(api, access, { plural: 'creatives', send }, objects);
  return new Map(
    operations.map((operation, position) => {
      const outcome = outcomeOfItem(items[position], api.wire.fail);
      return [
        operation,
        outcome.state === 'done' ? { ...outcome, ...warningsOf(operation) } : outcome,
      ];
    }),
  );
}

/** The platform has no place for these. */
function warningsOf({ ad }: CreativeOperation): { readonly warnings?: readonly string[] } {
  if (ad.description === undefined && ad.adDescription === undefined) return {};
  return {
    warnings: ['The text of the ad was left out: ads of this platform show a headline alone.'],
  };
}

function creativeOf({ adAccountId }: Access, operation: CreativeOperation) {
  const { ad, assets } = operation;
  const { brandName, profileId } = fieldsOf(ad);
  const type = creativeTypeOf(ad);
  const cta = ctaOf(ad);
  return {
    ad_account_id: adAccountId,
    name: creativeName(ad.adName, operation),
    type,
    headline: headlineOf(ad),
    brand_name: brandName,
    profile_properties: { profile_id: profileId },
    top_snap_media_id: assets[0]?.ref,
    shareable: true,
    // A picture that leads nowhere has no button.
    ...(type === 'WEB_VIEW' && { web_view_properties: { url: landingPage(ad) } }),
    ...(type === 'WEB_VIEW' && cta !== undefined && { call_to_action: cta }),
  };
}
