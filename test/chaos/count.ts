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

/** An ad as the platform itself holds it. */
export interface PlatformAd {
  readonly id: string;
  readonly name: string;
  readonly adset_id: string;
  readonly status?: string;
}

/** Holds the platform's own list against what was asked for; our records are heard only about failures. */
export function countAds(
  platform: readonly PlatformAd[],
  expected: readonly Expected[],
  reported: readonly BatchStatus[],
): Counted {
  const key = (name: string, adSetId: string): string => `${adSetId} ${name}`;
  const existing = new Map<string, number>();
  for (const { name, adset_id, status } of platform)
    if (name.startsWith('chaos ') && status !== 'DELETED')
      existing.set(key(name, adset_id), (existing.get(key(name, adset_id)) ?? 0) + 1);
  const failed = new Set(reported.flatMap(({ failedAds }) => failedAds.map(({ adName, adSetId }) => key(adName, adSetId ?? ''))));
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
