import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { type AdOperation, isAd, isUpload, type UploadOperation } from '../../kit/operations.ts';
import { typeOf } from '../read/campaigns.ts';
import { assetIds, isLive, type PlacedSet, setsOf } from '../read/creative-sets.ts';
import { msOf, unknownZoneMs } from '../wire/values.ts';
import { endCardOf } from './end-cards.ts';
import { contentName, filesNamed, videoName } from './files.ts';
import type { MediaPorts } from './media.ts';
import { keepPaused } from './paused.ts';

/**
 * A video carries batch and operation in its name, a picture its content. A creative set is found by name, campaign, files and
 * age; times have no zone, so the age allows for the widest one.
 */
export async function reconcileLaunch(
  ports: MediaPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  for (const [operation, ref] of await filesOf(ports, access, operations.filter(isUpload))) claims.take(operation, ref);
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
    claims.claim(operation, rows, (row) => isSetOf(operation, (row as unknown as { readonly set: PlacedSet }).set));
  const outcomes = claims.outcomes(operations);
  await pauseFound(ports, access, operations, outcomes, sets);
  return outcomes;
}

async function filesOf(
  ports: MediaPorts,
  access: Access,
  operations: readonly UploadOperation[],
): Promise<ReadonlyMap<UploadOperation, string | undefined>> {
  const names = new Map<UploadOperation, string>();
  for (const operation of operations) {
    if (operation.kind === 'video') names.set(operation, videoName(operation));
    else {
      const read = await loadMedia(ports.media, access.companyId, operation.media.url, ports.wire.fail);
      if ('loaded' in read) names.set(operation, contentName(read.loaded));
    }
  }
  const found = new Map<string, string>();
  for (const kind of ['image', 'video'] as const) {
    const wanted = [...names].filter(([operation]) => operation.kind === kind).map(([, name]) => name);
    for (const [name, id] of await filesNamed(ports.calls, access, kind, wanted)) found.set(name, id);
  }
  return new Map([...names].map(([operation, name]) => [operation, found.get(name)]));
}

function isSetOf(operation: AdOperation, { campaignId, row }: PlacedSet): boolean {
  if (row.name !== operation.name || campaignId !== operation.adSet.id) return false;
  const since = madeAfter(operation, unknownZoneMs);
  return (msOf(row.created_at) ?? since) >= since && showsSame(operation, assetIds(row));
}

/** Its files, and at most its end card, whose id may be unknown here. */
function showsSame(operation: AdOperation, shown: readonly string[]): boolean {
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
  operations: readonly LaunchOperation[],
  outcomes: readonly (Outcome | undefined)[],
  sets: readonly PlacedSet[],
): Promise<void> {
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
