import { createClaims, madeAfter } from '../../kit/claims.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { isAd, isReady, isUpload } from '../../kit/operations.ts';
import { type LaunchTimes, type Stage, sendStages, unmarkedLaunch } from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  UploadOperation,
} from '../../types.ts';
import { typeOf } from '../read/campaigns.ts';
import { assetIds, isLive, keepPaused, type PlacedSet, setsOf } from '../read/creative-sets.ts';
import { mostAtOnce } from '../wire/client.ts';
import { msOf, unknownZoneMs } from '../wire/values.ts';
import { lookAtVideos, type MediaPorts, mediaStage, uploadsOf } from './media.ts';
import { cardUrls, endCardOf, sendSets } from './sets.ts';
import { contentName, createUploadMemory, filesNamed, mostFiles, videoName } from './uploads.ts';

/**
 * Ad sets are campaigns, ads are creative sets: one for each campaign, so that each has its own
 * status.
 */
export function createLaunch(
  given: Omit<MediaPorts, 'memory'>,
  times: LaunchTimes,
): LaunchCapability {
  const ports: MediaPorts = { ...given, memory: createUploadMemory() };
  const { wire } = ports;
  const stages: readonly Stage[] = [
    mediaStage(ports) as unknown as Stage,
    {
      takes: isReady,
      send: (access, operations) => lookAtVideos(ports, access, operations.filter(isReady)),
    },
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
    managerUrl: ({ adAccountId }, adId) =>
      `https://ads.axon.ai/#account=${adAccountId}&creative-set=${adId}`,
  };
}

/**
 * Every call is a request. 40 files travel in one upload unless they are large, and one look asks
 * about its pictures; a creative set is a call; one look covers a hundred paused sets.
 */
const launchCost: LaunchCapability['cost'] = (operations) => {
  const files = operations.filter(isUpload);
  const uploads = Math.ceil(files.length / mostFiles);
  const pictures = files.some(({ kind }) => kind === 'image') ? uploads : 0;
  const { uploads: asked, others } = uploadsOf(operations.filter(isReady));
  const looks = asked.size + Math.ceil(others.length / mostAtOnce);
  const ads = operations.filter(isAd);
  const paused = ads.filter(({ ad }) => ad.paused).length;
  const unknown = new Set(
    ads.filter(({ adSet }) => !adSet.destinationType).map(({ adSet }) => adSet.id),
  ).size;
  const cards = cardUrls(ads).length > 0 ? 2 : 0;
  const sets =
    ads.length + Math.ceil(paused / mostAtOnce) + Math.ceil(unknown / mostAtOnce) + cards;
  const count = uploads + pictures + looks + sets;
  return { calls: count, requests: count };
};

/**
 * A video carries batch and operation in its name, a picture its content. A creative set is found
 * by name, campaign, files and age; times have no zone, so the age allows for the widest one.
 */
async function reconcileLaunch(
  ports: MediaPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  for (const [operation, ref] of await filesOf(ports, access, operations.filter(isUpload)))
    claims.take(operation, ref);
  const ads = operations.filter(isAd);
  const sets =
    ads.length === 0
      ? []
      : await setsOf(
          ports.calls,
          access,
          ads.map(({ adSet }) => adSet.id),
        );
  const rows = sets.map((set) => ({ ...set.row, id: set.id, set }));
  for (const operation of ads)
    claims.claim(operation, rows, (row) =>
      isSetOf(operation, (row as unknown as { readonly set: PlacedSet }).set),
    );
  const outcomes = claims.outcomes(operations);
  await pauseFound(ports, access, { operations, outcomes, sets });
  return outcomes;
}

async function filesOf(ports: MediaPorts, access: Access, operations: readonly UploadOperation[]) {
  const names = new Map<UploadOperation, string>();
  for (const operation of operations) {
    if (operation.kind === 'video') names.set(operation, videoName(operation));
    else {
      const read = await loadMedia(ports.media, access.companyId, {
        url: operation.media.url,
        fail: ports.wire.fail,
      });
      if ('loaded' in read) names.set(operation, contentName(read.loaded));
    }
  }
  const found = new Map<string, string>();
  for (const kind of ['image', 'video'] as const) {
    const wanted = [...names]
      .filter(([operation]) => operation.kind === kind)
      .map(([, name]) => name);
    for (const [name, id] of await filesNamed(ports.calls, access, kind, wanted))
      found.set(name, id);
  }
  return new Map([...names].map(([operation, name]) => [operation, found.get(name)]));
}

function isSetOf(operation: AdOperation, { campaignId, row }: PlacedSet) {
  if (row.name !== operation.name || campaignId !== operation.adSet.id) return false;
  const since = madeAfter(operation, unknownZoneMs);
  return (msOf(row.created_at) ?? since) >= since && showsSame(operation, assetIds(row));
}

/** Its files, and at most its end card, whose id may be unknown here. */
function showsSame(operation: AdOperation, shown: readonly string[]) {
  const wanted = operation.assets.map(({ ref }) => ref);
  const card = endCardOf(operation);
  const all = card !== undefined && 'id' in card ? [...wanted, card.id] : wanted;
  const room = card !== undefined && 'url' in card ? 1 : 0;
  return all.every((id) => shown.includes(id)) && shown.length <= all.length + room;
}

/** Sets found live are paused as new ones are. */
async function pauseFound(
  ports: MediaPorts,
  access: Access,
  {
    operations,
    outcomes,
    sets,
  }: {
    readonly operations: readonly LaunchOperation[];
    readonly outcomes: readonly (Outcome | undefined)[];
    readonly sets: readonly PlacedSet[];
  },
) {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const live = operations.flatMap((operation, position) => {
    const outcome = outcomes[position];
    const set = outcome?.state === 'done' ? byId.get(outcome.ref) : undefined;
    return operation.kind === 'ad' && operation.ad.paused && set !== undefined && isLive(set.row)
      ? [{ id: set.id, type: typeOf(set.row) }]
      : [];
  });
  if (live.length > 0) await keepPaused(ports, access, live);
}
