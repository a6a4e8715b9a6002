import type { Turn } from '../../core/sheet/choose-ads.ts';
import { isChangedSince } from '../../core/sheet/launch-record.ts';
import { a1 } from '../../core/sheet/locate.ts';
import type { App } from '../base/app.ts';
import { accountsNamed, keyOf } from '../base/platforms.ts';
import { say } from '../base/say.ts';
import { openService } from '../base/service.ts';
import { connectionOf } from '../base/settings.ts';
import { learnFiles } from '../drive/hand-over.ts';
import {
  currentLaunchSheet,
  headerRemarks,
  type LaunchSheet,
  systemText,
} from '../sheet/launch-sheet.ts';
import { lacksLists, unlistedAccounts, unreadAccounts } from '../sheet/lists.ts';
import { prepareRows } from '../sheet/prepare-rows.ts';
import { updateLists } from '../sheet/update-lists.ts';
import { archivedBatches, archiveLaunches } from './archive.ts';
import type { LookedAt } from './looked-at.ts';
import { sentence } from './marks.ts';
import { freeRows, lookAndShow, whileMoving } from './rows.ts';
import { catchUp } from './sync.ts';
import { tickRemarks } from './ticks.ts';

/** How the rows of a sheet stand, for the sidebar. */
export interface RowsSummary {
  readonly sheetName: string;
  /** Ads by what launching would do with them now. */
  readonly counts: { readonly [T in Turn]: number };
  /** Launched ads whose rows were changed since. */
  readonly changed: number;
  /** Ads whose last launch failed somewhere, and how many of those would be launched again now. */
  readonly failed: number;
  readonly failedReady: number;
  /** `label` is what people call the place: the cell, or the row where it is no cell's. */
  readonly faults: readonly {
    readonly cell: string;
    readonly label: string;
    readonly row: number;
    readonly text: string;
  }[];
  /** More faults than are listed. */
  readonly moreFaults: number;
  /** Some of the unclear rows can be freed: they are a copy's, or nobody knows of them. */
  readonly canFree: boolean;
  /** About headers. */
  readonly remarks: readonly string[];
}

const LISTED_FAULTS = 50;

/** Checks with what the file knows; the service is asked only for what that does not have. */
export async function checkRows(
  app: App,
  launchSheet: LaunchSheet = currentLaunchSheet(app),
): Promise<RowsSummary> {
  const look = (): Promise<LookedAt> =>
    whileMoving(launchSheet, () =>
      app.locked(async (store) => {
        const looked = await lookAndShow(app, store, launchSheet);
        prepareRows(app, looked.open, looked.lists);
        await archiveLaunches(app, store, looked);
        return looked;
      }),
    );
  await tryToSync(app);
  const first = await lookWithArchive(app, look);
  // Without Drive the rows are checked all the same; planning asks again, and says why it cannot.
  const looked = (await learnFiles(app, first).catch(() => false)) ? await look() : first;
  return summaryOf(await withFreshLists(app, looked, look));
}

/**
 * Looks again with lists read again, once, where rows name an account, an ad set or a list that the
 * file lacks.
 */
export async function withFreshLists(
  app: App,
  looked: LookedAt,
  look: () => Promise<LookedAt>,
): Promise<LookedAt> {
  const { lists, ads, faults, open } = looked;
  if (connectionOf(app) === undefined) return looked;
  const named = ads.map(({ ad }) => String(ad.adAccountId ?? ''));
  const denied = ads.flatMap(({ ad }, i) =>
    (faults[i] ?? []).some(({ code }) => code === 'unknown_ad_set')
      ? accountsNamed(lists.accounts, String(ad.adAccountId ?? '')).map(keyOf)
      : [],
  );
  const unread = [...unreadAccounts(lists, named), ...unlistedAccounts(lists, named)];
  if (denied.length === 0 && unread.length === 0 && !lacksLists(open, lists)) return looked;
  try {
    await updateLists(app, unread, denied);
  } catch {
    // The lists make a check sharper; without them it still holds.
    return looked;
  }
  return look();
}

/** Looks again at rows of archived launches, with what the service knows of those. */
async function lookWithArchive(app: App, look: () => Promise<LookedAt>): Promise<LookedAt> {
  const looked = await look();
  if (connectionOf(app) === undefined || looked.ads.every(({ unclear }) => unclear === undefined))
    return looked;
  const wanted = await app.locked((store) => archivedBatches(app, store, looked));
  if (wanted.length === 0) return looked;
  await tryToSync(app, wanted);
  return look();
}

/** Makes a check sharper with what the service knows; without it the check still holds. */
async function tryToSync(app: App, wanted: readonly number[] = []): Promise<void> {
  if (connectionOf(app) === undefined) return;
  try {
    await catchUp(app, openService(app), wanted);
  } catch {
    // Planning asks again, and says why it cannot.
  }
}

export function summaryOf(looked: LookedAt): RowsSummary {
  const { open, chosen, faults, history, told } = looked;
  const counts = { launch: 0, 'not ready': 0, faulty: 0, launching: 0, launched: 0, unclear: 0 };
  chosen.forEach(({ turn, keyed }, i) => {
    // Rows that are not ticked may be wrong too, and rows of which only the service knows.
    const isWrong = (faults[i]?.length ?? 0) > 0 || keyed.rows.some((row) => told.has(row));
    counts[isWrong && (turn === 'not ready' || turn === 'launch') ? 'faulty' : turn] += 1;
  });
  const failed = chosen.filter(
    ({ keyed, turn }) =>
      turn !== 'launching' &&
      turn !== 'launched' &&
      keyed.keys.some(([key]) => history.get(key)?.last.ad.failed),
  );
  const found = faults.flat().map((fault) => ({
    ...placeOf(fault.position, fault.row),
    row: fault.row,
    text: sentence(open, fault),
  }));
  const all = [...found, ...toldFaults(looked)].sort((a, b) => a.row - b.row);
  return {
    sheetName: open.sheet.getName(),
    counts,
    changed: chosen.filter(
      ({ turn, keyed }) => turn === 'launched' && isChangedSince(keyed.keys, history),
    ).length,
    failed: failed.length,
    failedReady: failed.filter(({ turn }) => turn === 'launch').length,
    faults: all.slice(0, LISTED_FAULTS),
    moreFaults: Math.max(0, all.length - LISTED_FAULTS),
    canFree: chosen.some(({ keyed }) => keyed.unclear !== undefined),
    remarks: [...headerRemarks(open), ...cellRemarks(looked), ...tickRemarks(looked)],
  };
}

const LISTED_REMARKS = 5;

/** The first of them with their cells; the notes of the cells say the others. */
const cellRemarks = ({ remarks }: LookedAt): string[] => [
  ...remarks
    .slice(0, LISTED_REMARKS)
    .map(({ position = 0, row, message }) => `${a1(position, row)}: ${message}`),
  ...(remarks.length > LISTED_REMARKS
    ? [say('moreRemarks', { n: remarks.length - LISTED_REMARKS })]
    : []),
];

const placeOf = (position: number | undefined, row: number): { cell: string; label: string } =>
  position === undefined
    ? { cell: a1(0, row), label: say('row', { row }) }
    : { cell: a1(position, row), label: a1(position, row) };

/** What the service found, as the rows tell it. */
function toldFaults({ open, told }: LookedAt): RowsSummary['faults'] {
  return open.rows
    .filter(({ number }) => told.has(number))
    .map((row) => {
      const header = systemText(open, row, 'marks').split('|')[1] ?? '';
      const position = open.layout.headers.indexOf(header);
      const place = placeOf(position < 0 || header === '' ? undefined : position, row.number);
      return { ...place, row: row.number, text: systemText(open, row, 'problem') };
    });
}

/** Rows of a copied file become new, after the question in the sidebar. */
export async function launchAsNew(app: App): Promise<RowsSummary> {
  const launchSheet = currentLaunchSheet(app);
  await catchUp(app, openService(app));
  await freeRows(app, launchSheet);
  return checkRows(app, launchSheet);
}
