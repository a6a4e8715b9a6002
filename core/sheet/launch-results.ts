import type { SentAd, SheetLaunch } from './launch-record.ts';

/** What the service answers when it accepts a launch, as far as a sheet needs it. */
export interface Accepted {
  readonly adBatchId: number;
  readonly launchStatus: 'PAUSED' | 'ACTIVE' | 'MIXED';
}

/** Where a batch stands, as far as a sheet needs it. */
export interface BatchProgress {
  readonly summaryStatus: 'in_progress' | 'success' | 'error' | null;
  readonly launchedAds: readonly {
    readonly index: number;
    readonly adSetId: string;
    readonly adId: string;
    readonly adsManagerUrl: string;
  }[];
  readonly failedAds: readonly {
    readonly index: number;
    readonly adSetId?: string | undefined;
    readonly message: string;
    readonly fix?: string | undefined;
  }[];
  readonly undo?:
    | {
        readonly mode: 'pause' | 'delete';
        readonly finishedAt?: number | undefined;
      }
    | undefined;
}

/** The record once the service has the launch: nothing needs to be sent again, so the body goes. */
export function accept(launch: SheetLaunch, { adBatchId, launchStatus }: Accepted, now: number): SheetLaunch {
  const { body, ...rest } = launch;
  return {
    ...rest,
    state: 'open',
    batchId: adBatchId,
    acceptedAt: now,
    ads: launch.ads.map((ad, index) => {
      const own = body?.ads[index]?.status;
      const start = launchStatus === 'MIXED' ? own : launchStatus;
      if (start === 'PAUSED') return { ...ad, startedAs: 'paused' };
      return start === 'ACTIVE' ? { ...ad, startedAs: 'active' } : ad;
    }),
  };
}

/** The record with what is known of every ad by now. */
export function settle(launch: SheetLaunch, progress: BatchProgress): SheetLaunch {
  const launchedBy = byIndex(progress.launchedAds);
  const failuresOf = byIndex(progress.failedAds);
  const ads = launch.ads.map(({ rows, adSets, startedAs }, index): SentAd => {
    const asked = { rows, adSets, ...(startedAs === undefined ? {} : { startedAs }) };
    const launched = launchedBy.get(index) ?? [];
    const failures = failuresOf.get(index) ?? [];
    const url = launched[0]?.adsManagerUrl;
    return {
      ...asked,
      ...(launched.length === 0 ? {} : { made: Object.fromEntries(launched.map(({ adSetId, adId }) => [adSetId, adId])) }),
      ...(failures.length === 0 ? {} : { failed: Object.fromEntries(failures.flatMap((each) => explained(each, asked.adSets))) }),
      ...(url ? { managerUrl: url } : {}),
    };
  });
  const { undo } = progress;
  return {
    ...launch,
    ads,
    state: progress.summaryStatus === 'in_progress' ? 'open' : 'done',
    ...(undo === undefined ? {} : { undo: { mode: undo.mode, finished: undo.finishedAt !== undefined } }),
  };
}

function byIndex<T extends { readonly index: number }>(items: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(item.index);
    if (group === undefined) groups.set(item.index, [item]);
    else group.push(item);
  }
  return groups;
}

/** A failure that names no ad set is of all that were asked for. */
function explained(failure: BatchProgress['failedAds'][number], adSets: readonly string[]): [string, string][] {
  const text = failure.fix ? `${failure.message} ${failure.fix}` : failure.message;
  return (failure.adSetId === undefined ? adSets : [failure.adSetId]).map((id) => [id, text]);
}
