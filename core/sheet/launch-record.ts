import type { UndoMode } from '../launch/journal/records.ts';
import { kind } from '../ports/store.ts';

/**
 * One launch request, as the spreadsheet remembers it, written with the very body before it is
 * sent: whatever happens to the execution or the rows, the same request can be sent again under the
 * same key, and the service carries it out once.
 */
export interface SheetLaunch {
  /**
   * The rows' file: a copy of the file has the record too, and none of its ads. Absent in records
   * of earlier versions.
   */
  readonly spreadsheetId?: string;
  /** Survives renaming. */
  readonly sheetId: string;
  /** Keys of another company must not send it: to them it would be a new request. */
  readonly companyId: string;
  /** `sending` until the service has accepted it, `open` until every ad is settled. */
  readonly state: 'sending' | 'open' | 'done';
  readonly createdAt: number;
  /** Only while `sending`. */
  readonly body?: LaunchBody;
  /**
   * While `sending`: the launches planned with it that come before and describe a campaign of its
   * ads, by their ids.
   */
  readonly follows?: readonly string[];
  /**
   * While `sending`: the batch of an earlier launch that was making what its ads go into. It is
   * sent again at its end.
   */
  readonly waits?: number;
  /** By their index in the request. */
  readonly ads: readonly SentAd[];
  readonly batchId?: number;
  readonly acceptedAt?: number;
  readonly undo?: { readonly mode: UndoMode; readonly finished: boolean };
  /** New campaigns and ad sets that none of the ads went into. */
  readonly empty?: number;
  /** Failed ads may exist all the same: an undo looks for them. */
  readonly inDoubt?: true;
  /** None of its rows is left in the sheet, so its ads were dropped here; the service has them. */
  readonly archived?: true;
  /**
   * The service reported it to a file that did not remember it; until its sheet was read, whose
   * rows may be older than the launch.
   */
  readonly rebuilt?: true;
  /** Since when its sheet lacks the rows with these keys. Absent in records of earlier versions. */
  readonly gone?: { readonly [key: string]: number };
}

export interface LaunchBody {
  readonly name: string;
  /** Whether recently launched ads are launched again. Absent in records of earlier versions. */
  readonly again?: boolean;
  readonly ads: readonly { readonly [field: string]: unknown }[];
}

/** What some rows asked for, and its outcome. */
export interface SentAd {
  /** Key and fingerprint of each row. */
  readonly rows: readonly (readonly [key: string, fingerprint: string])[];
  readonly adSets: readonly string[];
  /** Ids of the ads, by ad set. */
  readonly made?: { readonly [adSetId: string]: string };
  /** What went wrong and what to do, by ad set. */
  readonly failed?: { readonly [adSetId: string]: string };
  /** By ad set. */
  readonly undone?: { readonly [adSetId: string]: 'paused' | 'deleted' };
  /** Why an undo failed, and what to do, by ad set: these ads still exist. */
  readonly stuck?: { readonly [adSetId: string]: string };
  readonly managerUrl?: string;
  readonly startedAs?: 'paused' | 'active';
}

/** The id is the idempotency key. */
export const sheetLaunchKind = kind<SheetLaunch>('sheet-launch', {
  state: 'string',
  createdAt: 'number',
});

/** What all launches so far mean for one row. */
export interface RowHistory {
  /** Existing ads of this row, by ad set. */
  readonly made: ReadonlyMap<string, string>;
  /** In a launch or undo that is not settled yet. */
  readonly open: boolean;
  readonly launches: number;
  /** Why ads to be undone still exist, by ad set. */
  readonly stuck: ReadonlyMap<string, string>;
  readonly last: { readonly launch: SheetLaunch; readonly ad: SentAd };
}

/**
 * Whether a launched row has changed since its last launch. Fingerprints of earlier versions do not
 * tell.
 */
export const isChangedSince = (
  rows: SentAd['rows'],
  history: ReadonlyMap<string, RowHistory>,
): boolean =>
  rows.some(([key, fingerprint]) => {
    const sent = sentPrint(history.get(key), key);
    return sent.includes('.') && sent !== fingerprint;
  });

export const sentPrint = (past: RowHistory | undefined, key: string): string =>
  past?.last.ad.rows.find(([each]) => each === key)?.[1] ?? '';

export const keysOf = ({ ads }: SheetLaunch): string[] =>
  ads.flatMap(({ rows }) => rows.map(([key]) => key));

/**
 * A launch after a look at its sheet, whose rows may have been older than the launch until then.
 * `now` is undefined where a row is in doubt: it may be a missing one.
 */
export function lookedFor(
  launch: SheetLaunch,
  isThere: (key: string) => boolean,
  now: number | undefined,
): SheetLaunch {
  const { rebuilt, gone: before = {}, ...rest } = launch;
  const gone: { [key: string]: number } = {};
  for (const key of keysOf(launch)) {
    const since = before[key] ?? now;
    if (!isThere(key) && since !== undefined) gone[key] = since;
  }
  const isSame =
    rebuilt === undefined &&
    Object.keys({ ...before, ...gone }).every((key) => before[key] === gone[key]);
  return isSame ? launch : { ...rest, ...(Object.keys(gone).length > 0 && { gone }) };
}

/**
 * How long a launch is kept whole after its last row is gone: versions and undo rarely reach back
 * further.
 */
const KEPT_MS = 30 * 86_400_000;

/** A finished launch without rows, as kept from then on; undefined while it must be kept whole. */
export function archived(launch: SheetLaunch, now: number): SheetLaunch | undefined {
  const { gone = {}, ...rest } = launch;
  if (launch.archived || isUnsettled(launch) || launch.inDoubt || launch.batchId === undefined)
    return undefined;
  if (keysOf(launch).some((key) => now - (gone[key] ?? now) < KEPT_MS)) return undefined;
  return { ...rest, ads: [], archived: true };
}

/** Something is still to be sent, made or undone. */
export const isUnsettled = ({ state, undo }: SheetLaunch): boolean =>
  state !== 'done' || undo?.finished === false;

/** By row key. Launches count in the order they were made. */
export function historyOf(launches: readonly SheetLaunch[]): Map<string, RowHistory> {
  const rows = new Map<string, RowHistory>();
  for (const launch of [...launches].sort((a, b) => a.createdAt - b.createdAt))
    for (const ad of launch.ads) {
      const made = Object.entries(ad.made ?? {}).filter(
        ([adSetId]) => ad.undone?.[adSetId] !== 'deleted',
      );
      for (const [key] of ad.rows) {
        const before = rows.get(key);
        rows.set(key, {
          made: new Map([...(before?.made ?? []), ...made]),
          open: before?.open === true || isUnsettled(launch),
          launches: (before?.launches ?? 0) + 1,
          stuck: new Map([...(before?.stuck ?? []), ...Object.entries(ad.stuck ?? {})]),
          last: { launch, ad },
        });
      }
    }
  return rows;
}

/** The fingerprints of every launched row, by key; the latest last. */
export function knownRows(launches: readonly SheetLaunch[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const { ads } of [...launches].sort((a, b) => a.createdAt - b.createdAt))
    for (const [key, fingerprint] of ads.flatMap(({ rows }) => rows))
      known.set(key, [
        ...(known.get(key) ?? []).filter((each) => each !== fingerprint),
        fingerprint,
      ]);
  return known;
}
