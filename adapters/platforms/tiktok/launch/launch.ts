import { createClaims, madeAfter } from '../../kit/claims.ts';
import { chunks, compareIds, said, text } from '../../kit/json.ts';
import { isAd, isVideo } from '../../kit/operations.ts';
import {
  type LaunchHandlers,
  type LaunchTimes,
  outcomeOf,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  Row,
} from '../../types.ts';
import { smartTrait } from '../family.ts';
import { adsIn } from '../read/entities.ts';
import { idsPerFilter } from '../read/shapes.ts';
import { msOf, platformTime } from '../wire/values.ts';
import { launchCost, sendAds, showsSame } from './ads.ts';
import type { AdPorts } from './built.ts';
import { findVideo, lookAtVideos, uploadImage, uploadVideo, videosPerQuestion } from './uploads.ts';

export function createLaunch(ports: AdPorts & SendPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  const handlers: LaunchHandlers = {
    image: async (access, _operation, file) => outcomeOf(await uploadImage(ports, access, file)),
    video: async (access, operation, file) =>
      outcomeOf(await uploadVideo(ports, access, operation, file)),
    videoByAddress: async (access, operation) =>
      outcomeOf(await uploadVideo(ports, access, operation)),
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
    managerUrl: ({ adAccountId }, adId) =>
      `https://ads.tiktok.com/i18n/perf/creative?aadvid=${adAccountId}&keyword=${adId}`,
  };
}

const fields = ['ad_id', 'ad_name', 'adgroup_id', 'video_id', 'tiktok_item_id', 'create_time'];

/**
 * A video carries batch and operation in its name. An ad is found by name, ad group, content and
 * age. Images are not looked for: the platform refuses a second one of a name.
 */
async function reconcileLaunch(
  ports: AdPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken, 'ad_id');
  for (const operation of operations.filter(isVideo))
    claims.take(operation, await findVideo(ports.calls, access, operation));
  const ads = operations.filter(isAd);
  const rows = await adsOf(ports, access, ads);
  for (const operation of ads)
    claims.claim(operation, rows, (row) => isAdOf(operation, row, madeAfter(operation)));
  const outcomes = claims.outcomes(operations);
  operations.forEach((operation, position) => {
    if (operation.kind === 'ad' && outcomes[position] !== undefined)
      ports.line.found(operation.adSet.id);
  });
  return outcomes;
}

/** With deleted ones. Oldest first. */
async function adsOf(ports: AdPorts, access: Access, operations: readonly AdOperation[]) {
  if (operations.length === 0) return [];
  const earliest = Math.min(...operations.map((operation) => madeAfter(operation, smartSlackMs)));
  const rows: Row[] = [];
  for (const adgroup_ids of chunks(
    [...new Set(operations.map(({ adSet }) => adSet.id))],
    idsPerFilter,
  )) {
    const filtering = {
      adgroup_ids,
      primary_status: 'STATUS_ALL',
      ...(earliest > 0 && { creation_filter_start_time: platformTime(earliest) }),
    };
    // Plans of earlier versions do not tell the family: then both lists are read.
    const mayBe = () => operations.some(({ adSet }) => adSet.traits?.includes(smartTrait) ?? true);
    rows.push(...(await adsIn(ports, access, filtering, { fields, mayBe })));
  }
  return rows.sort((a, b) => compareIds(said(a.ad_id), said(b.ad_id)));
}

/** TikTok's lists of Smart+ ads are asked from a minute before the call. */
const smartSlackMs = 60_000;

const isAdOf = (operation: AdOperation, row: Row, since: number) =>
  row.ad_name === operation.name &&
  text(row.adgroup_id) === operation.adSet.id &&
  (msOf(row.create_time) ?? since) >= since - 1_000 &&
  showsSame(operation, row);
