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
        readonly finishedAt?: string | undefined;
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

/** The record of a launch the service no longer knows. Ads may exist all the same, so whoever launches again must look first. */
export function forgotten(launch: SheetLaunch): SheetLaunch {
  const text = `The service does not know batch ${launch.batchId} any more, so it cannot say what became of this row. Look in the ads manager before you launch it again.`;
  const ads = launch.ads.map((ad): SentAd => {
    const open = ad.adSets.filter((id) => ad.made?.[id] === undefined);
    return open.length === 0 ? ad : { ...ad, failed: { ...Object.fromEntries(open.map((id) => [id, text])), ...ad.failed } };
  });
  return { ...launch, ads, state: 'done', ...(launch.undo === undefined ? {} : { undo: { ...launch.undo, finished: true } }) };
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
