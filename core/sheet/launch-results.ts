import type { UndoMode } from '../launch/journal/records.ts';
import { isNewId } from '../launch/structure/parents.ts';
import type { SentAd, SheetLaunch } from './launch-record.ts';

export interface Accepted {
  readonly adBatchId: number;
  readonly launchStatus: 'PAUSED' | 'ACTIVE' | 'MIXED';
}

export interface BatchProgress {
  readonly summaryStatus: 'in_progress' | 'success' | 'error' | null;
  readonly launchedAds: readonly {
    readonly index: number;
    readonly adSetId: string;
    readonly adId: string;
    readonly adsManagerUrl: string;
    readonly undone?: 'paused' | 'deleted' | undefined;
  }[];
  readonly failedAds: readonly {
    readonly index: number;
    readonly adSetId?: string | undefined;
    readonly message: string;
    readonly fix?: string | undefined;
    readonly mayExist?: true | undefined;
    readonly code?: string | undefined;
  }[];
  readonly made?: readonly { readonly empty?: true | undefined }[] | undefined;
  readonly undo?:
    | {
        readonly mode: UndoMode;
        readonly finishedAt?: string | undefined;
        readonly left: readonly {
          readonly type: string;
          readonly id: string;
          readonly message: string;
        }[];
      }
    | undefined;
}

/** The accepted launch, without the body, which need not be sent again. */
export function accept(
  launch: SheetLaunch,
  { adBatchId, launchStatus }: Accepted,
  now: number,
): SheetLaunch {
  const { body, waits: _, follows: __, ...rest } = launch;
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

export function settle(launch: SheetLaunch, progress: BatchProgress): SheetLaunch {
  const launchedBy = byIndex(progress.launchedAds);
  const failuresOf = byIndex(progress.failedAds);
  const ads = launch.ads.map(({ rows, adSets, startedAs }, index): SentAd => {
    const asked = { rows, adSets, ...(startedAs === undefined ? {} : { startedAs }) };
    const asAsked = <T extends { readonly adSetId?: string | undefined }>(ad: T): T => ({
      ...ad,
      ...askedAs(ad.adSetId, adSets),
    });
    const launched = (launchedBy.get(index) ?? []).map(asAsked);
    const failures = (failuresOf.get(index) ?? []).map(asAsked);
    const url = launched[0]?.adsManagerUrl;
    return {
      ...asked,
      ...(launched.length > 0 && {
        made: Object.fromEntries(launched.map(({ adSetId, adId }) => [adSetId, adId])),
      }),
      ...(failures.length > 0 && {
        failed: Object.fromEntries(failures.flatMap((each) => explained(each, asked.adSets))),
      }),
      ...undoneOf(launched, progress.undo),
      ...(url ? { managerUrl: url } : {}),
    };
  });
  const { undo } = progress;
  const { inDoubt: _, empty: __, ...rest } = launch;
  const empty = progress.made?.filter((each) => each.empty).length ?? 0;
  return {
    ...rest,
    ads,
    state: progress.summaryStatus === 'in_progress' ? 'open' : 'done',
    ...(undo === undefined
      ? {}
      : { undo: { mode: undo.mode, finished: undo.finishedAt !== undefined } }),
    ...(empty > 0 && { empty }),
    ...(progress.failedAds.some(isLookedFor) && { inDoubt: true }),
  };
}

/**
 * An ad set that a row describes is known by what stands for it, whether it was made or was there.
 */
function askedAs(
  adSetId: string | undefined,
  asked: readonly string[],
): { readonly adSetId?: string } {
  if (adSetId === undefined || asked.includes(adSetId)) return {};
  const described = asked.find(isNewId);
  return described === undefined ? {} : { adSetId: described };
}

/** Each ad of a row on its own. */
function undoneOf(
  launched: BatchProgress['launchedAds'],
  undo: BatchProgress['undo'],
): Pick<SentAd, 'undone' | 'stuck'> {
  const undone = launched.flatMap(({ adSetId, undone: to }) =>
    to === undefined ? [] : [[adSetId, to] as const],
  );
  const why = new Map(undo?.left.map(({ id, message }) => [id, message]));
  const [past, command] =
    undo?.mode === 'pause' ? ['paused', 'Pause all'] : ['deleted', 'Delete all'];
  const stuck = launched.flatMap(({ adSetId, adId }) => {
    const reason = why.get(adId);
    const text = `Ad ${adId} was not ${past}: ${reason} Choose “${command}” of this launch again, or do it in the ads manager.`;
    return reason === undefined ? [] : [[adSetId, text] as const];
  });
  return {
    ...(undone.length > 0 && { undone: Object.fromEntries(undone) }),
    ...(stuck.length > 0 && { stuck: Object.fromEntries(stuck) }),
  };
}

/**
 * A launch the service no longer knows. Its ads may exist: people must look before launching again.
 */
export function forgotten(launch: SheetLaunch): SheetLaunch {
  const text = `The service does not know batch ${launch.batchId} any more, so it cannot say what became of this row. Look in the ads manager before you launch it again.`;
  const same = (adSets: readonly string[]): { [adSetId: string]: string } =>
    Object.fromEntries(adSets.map((id) => [id, text]));
  const ads = launch.ads.map((ad): SentAd => {
    const open = ad.adSets.filter((id) => ad.made?.[id] === undefined);
    const undoing =
      launch.undo?.finished === false
        ? Object.keys(ad.made ?? {}).filter((id) => !ad.undone?.[id])
        : [];
    return {
      ...ad,
      ...(open.length > 0 && { failed: { ...same(open), ...ad.failed } }),
      ...(undoing.length > 0 && { stuck: { ...same(undoing), ...ad.stuck } }),
    };
  });
  return {
    ...launch,
    ads,
    state: 'done',
    ...(launch.undo === undefined ? {} : { undo: { ...launch.undo, finished: true } }),
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

const LOOK_FIRST =
  'Look in the ads manager before you launch this row again, or choose “Delete all” of this launch: it looks for it.';

/**
 * After a restore nothing tells what is in a campaign or ad set that may have been made since: the
 * failure says what to do.
 */
const isLookedFor = ({ mayExist, code }: BatchProgress['failedAds'][number]): boolean =>
  mayExist === true && code !== 'restored';

/** A failure without an ad set counts for all of them. */
function explained(
  failure: BatchProgress['failedAds'][number],
  adSets: readonly string[],
): [string, string][] {
  // A retry of the batch would look for the ad; launching the row again would not.
  const fix = isLookedFor(failure) ? LOOK_FIRST : failure.fix;
  const text = fix ? `${failure.message} ${fix}` : failure.message;
  return (failure.adSetId === undefined ? adSets : [failure.adSetId]).map((id) => [id, text]);
}
