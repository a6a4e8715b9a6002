import type { HeldObject } from '../../adapters/sandbox/stage.ts';
import type { BatchStatus } from '../../core/launch/show/status.ts';
import type { Expected } from './workload.ts';

export interface Counted {
  /** Ads x ad sets that were asked for. */
  readonly expected: number;
  readonly created: number;
  /** Ads the platform holds beyond the one that was asked for. */
  readonly duplicates: number;
  /** Ads that were asked for, do not exist, and were not reported as failed either. */
  readonly lost: number;
  /** Ads reported as failed. */
  readonly failed: number;
}

/**
 * Holds the platforms' own list of ads against what was asked for; our records are heard only about
 * failures.
 */
export function countAds(
  held: readonly HeldObject[],
  expected: readonly Expected[],
  reported: readonly BatchStatus[],
): Counted {
  const key = (name: string, adSetId: string): string => `${adSetId} ${name}`;
  const existing = new Map<string, number>();
  for (const { name = '', parentId = '' } of held)
    if (name.startsWith('chaos '))
      existing.set(key(name, parentId), (existing.get(key(name, parentId)) ?? 0) + 1);
  const failed = new Set(
    reported.flatMap(({ failedAds }) =>
      failedAds.map(({ adName, adSetId }) => key(adName, adSetId ?? '')),
    ),
  );
  const wanted = new Set(expected.map(({ name, adSetId }) => key(name, adSetId)));
  let created = 0;
  let duplicates = 0;
  for (const [each, count] of existing) {
    created += count;
    duplicates += wanted.has(each) ? count - 1 : count;
  }
  const lost = [...wanted].filter((each) => !existing.has(each) && !failed.has(each)).length;
  return { expected: wanted.size, created, duplicates, lost, failed: failed.size };
}
