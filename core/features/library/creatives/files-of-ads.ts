import type { JournalEntry } from '../../../launch/journal/records.ts';
import type { Plan, PlannedOperation } from '../../../launch/plan/plan.ts';
import { adOf } from '../../../launch/plan/resolve.ts';
import type { LaunchMedia } from '../../../ports/launch-ad.ts';

export interface AdFiles {
  readonly account: string;
  readonly adId: string;
  readonly files: readonly string[];
}

/**
 * Every ad a batch has ever made, deleted ones included, whose files are all known by content.
 * Boosted posts have no files.
 */
export function filesOfAds(plan: Plan, entries: readonly JournalEntry[]): readonly AdFiles[] {
  const contents = new Map<string, string>();
  const made = new Map<string, Set<string>>();
  for (const { outcomes = {} } of entries)
    for (const [id, settled] of Object.entries(outcomes)) {
      if (settled.to !== 'done') continue;
      if (settled.sha256 !== undefined) contents.set(id, settled.sha256);
      made.set(id, (made.get(id) ?? new Set()).add(settled.ref));
    }
  const uploads = new Map(plan.operations.map((operation) => [operation.id, operation]));
  return plan.operations.flatMap((operation) => {
    const ads = operation.kind === 'ad' ? made.get(operation.id) : undefined;
    if (ads === undefined) return [];
    const sources = operation.assets ?? [];
    const files = sources.flatMap((source, position) => {
      const upload = uploads.get(source);
      const uploaded =
        upload &&
        [upload.id, ...upload.dependsOn]
          .map((id) => contents.get(id))
          .find((each) => each !== undefined);
      return uploaded ?? mediaOf(plan, operation, position)?.sha256 ?? [];
    });
    if (files.length === 0 || files.length < sources.length) return [];
    return [...ads].map((adId) => ({ account: operation.account, adId, files }));
  });
}

/**
 * The media behind an asset of an ad: all in their order, or the one that this ad of several shows.
 */
function mediaOf(
  plan: Plan,
  operation: PlannedOperation,
  position: number,
): LaunchMedia | undefined {
  const media = adOf(plan, operation).media.filter(({ url }) => url !== undefined);
  if (media.length === operation.assets?.length) return media[position];
  const item = Number(operation.id.split('.')[1] ?? 0);
  return media[item + position];
}
