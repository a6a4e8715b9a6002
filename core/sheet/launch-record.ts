import { kind } from '../ports/store.ts';

/**
 * One request to launch, as the spreadsheet remembers it. It is written before the request is sent, with the
 * very body: whatever happens to the execution or to the rows, the same request can be sent again under the
 * same key, and the service carries it out once.
 */
export interface SheetLaunch {
  /** The file the rows stand in: a copy of it has the record too, and none of its ads. Absent in records of earlier versions. */
  readonly spreadsheetId?: string;
  /** The sheet the rows stand in; survives renaming. */
  readonly sheetId: string;
  /** Whose key sends it. Keys of another company must not: to them it would be a new request. */
  readonly companyId: string;
  /** `sending` until the service has accepted it, `open` until every ad is settled. */
  readonly state: 'sending' | 'open' | 'done';
  readonly createdAt: number;
  /** Only while `sending`. */
  readonly body?: LaunchBody;
  /** By their index in the request. */
  readonly ads: readonly SentAd[];
  readonly batchId?: number;
  readonly acceptedAt?: number;
  readonly undo?: { readonly mode: 'pause' | 'delete'; readonly finished: boolean };
  /** Ads that failed may exist all the same: an undo looks for them. */
  readonly inDoubt?: true;
  /** None of its rows stood in the sheet any more, so its ads were left out here; the service has them. */
  readonly archived?: true;
  /** The file did not remember it and was told by the service; until its sheet was looked at, whose rows may be older than the launch. */
  readonly rebuilt?: true;
  /** Since when its sheet has none of its rows with these keys. Absent in records of earlier versions. */
  readonly gone?: { readonly [key: string]: number };
}

export interface LaunchBody {
  readonly name: string;
  /** Whether ads that were launched lately are launched a second time. Absent in records of earlier versions. */
  readonly again?: boolean;
  readonly ads: readonly { readonly [field: string]: unknown }[];
}

/** What was asked for by some rows, and what became of it. */
export interface SentAd {
  /** Key and fingerprint of each row. */
  readonly rows: readonly (readonly [key: string, fingerprint: string])[];
  readonly adSets: readonly string[];
  /** Ids of the ads made, by ad set. */
  readonly made?: { readonly [adSetId: string]: string };
  /** What went wrong and what to do, by ad set. */
  readonly failed?: { readonly [adSetId: string]: string };
  /** What an undo did with the ads made, by ad set. */
  readonly undone?: { readonly [adSetId: string]: 'paused' | 'deleted' };
  /** Why an undo could not do it, and what to do, by ad set: these ads are still there. */
  readonly stuck?: { readonly [adSetId: string]: string };
  readonly managerUrl?: string;
  readonly startedAs?: 'paused' | 'active';
}

/** The document's id is the idempotency key. */
export const sheetLaunchKind = kind<SheetLaunch>('sheet-launch', { state: 'string', createdAt: 'number' });

/** Everything the launches so far mean for one row. */
export interface RowHistory {
  /** Ads that exist because of this row, by ad set. */
  readonly made: ReadonlyMap<string, string>;
  /** Part of a launch, or of an undo, that is not settled yet. */
  readonly open: boolean;
  readonly launches: number;
  /** Why ads that were to be undone are still there, by ad set. */
  readonly stuck: ReadonlyMap<string, string>;
  readonly last: { readonly launch: SheetLaunch; readonly ad: SentAd };
}

/** Whether a launched row says something else than when it was launched last. Prints of earlier versions do not tell. */
export const isChangedSince = (rows: SentAd['rows'], history: ReadonlyMap<string, RowHistory>): boolean =>
  rows.some(([key, fingerprint]) => {
    const sent = sentPrint(history.get(key), key);
    return sent.includes('.') && sent !== fingerprint;
  });

/** What a row's fingerprint was when it was launched last. */
export const sentPrint = (past: RowHistory | undefined, key: string): string =>
  past?.last.ad.rows.find(([each]) => each === key)?.[1] ?? '';

export const keysOf = ({ ads }: SheetLaunch): string[] => ads.flatMap(({ rows }) => rows.map(([key]) => key));

/**
 * A launch after a look at its sheet, whose rows may have been older than the launch until then.
 *
 * @param now undefined where a row of the sheet is in doubt: it may be one that was not found
 */
export function lookedFor(launch: SheetLaunch, isThere: (key: string) => boolean, now: number | undefined): SheetLaunch {
  const { rebuilt, gone: before = {}, ...rest } = launch;
  const gone: { [key: string]: number } = {};
  for (const key of keysOf(launch)) {
    const since = before[key] ?? now;
    if (!isThere(key) && since !== undefined) gone[key] = since;
  }
  const isSame = rebuilt === undefined && Object.keys({ ...before, ...gone }).every((key) => before[key] === gone[key]);
  return isSame ? launch : { ...rest, ...(Object.keys(gone).length > 0 && { gone }) };
}

/** How long a launch is kept whole after its last row is gone: versions and undo reach back that far at most times. */
const KEPT_MS = 30 * 86_400_000;

/** A launch that is over and whose rows are gone, as it is kept from then on; undefined while it must be kept whole. */
export function archived(launch: SheetLaunch, now: number): SheetLaunch | undefined {
  const { gone = {}, ...rest } = launch;
  if (launch.archived || isUnsettled(launch) || launch.inDoubt || launch.batchId === undefined) return undefined;
  if (keysOf(launch).some((key) => now - (gone[key] ?? now) < KEPT_MS)) return undefined;
  return { ...rest, ads: [], archived: true };
}

/** Something is still to happen: to be sent, to be made, or to be undone. */
export const isUnsettled = ({ state, undo }: SheetLaunch): boolean => state !== 'done' || undo?.finished === false;

/** By row key. Launches are taken in the order they were made. */
export function historyOf(launches: readonly SheetLaunch[]): Map<string, RowHistory> {
  const rows = new Map<string, RowHistory>();
  for (const launch of [...launches].sort((a, b) => a.createdAt - b.createdAt))
    for (const ad of launch.ads) {
      const made = Object.entries(ad.made ?? {}).filter(([adSetId]) => ad.undone?.[adSetId] !== 'deleted');
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

/** The fingerprints every row had that was ever launched, by its key; the latest last. */
export function knownRows(launches: readonly SheetLaunch[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const { ads } of [...launches].sort((a, b) => a.createdAt - b.createdAt))
    for (const [key, fingerprint] of ads.flatMap(({ rows }) => rows))
      known.set(key, [...(known.get(key) ?? []).filter((each) => each !== fingerprint), fingerprint]);
  return known;
}
