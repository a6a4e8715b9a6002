import type { Fault } from '../../core/base/errors.ts';
import type { SentAd } from '../../core/sheet/launch-record.ts';
import { type LocatedFault, locateFault } from '../../core/sheet/locate.ts';
import type { SheetAd } from '../../core/sheet/read-rows.ts';
import type { App } from '../base/app.ts';
import { Problem } from '../base/problem.ts';
import { say, sayCount } from '../base/say.ts';
import { launchSheets } from '../sheet/launch-sheet.ts';
import type { LookedAt } from './looked-at.ts';
import { showRows } from './marks.ts';
import { lookAt } from './rows.ts';

/** Marks the service's faults in their rows, wherever those stand now. */
export async function markRefused(
  app: App,
  error: unknown,
  sheetId: string,
  sent: readonly SentAd[],
): Promise<unknown> {
  const launchSheet = launchSheets(app.spreadsheet).find(
    ({ sheet }) => String(sheet.getSheetId()) === sheetId,
  );
  if (
    !(error instanceof Problem) ||
    error.kind !== 'rows' ||
    error.details.length === 0 ||
    launchSheet === undefined
  )
    return error;
  const marked = await app.locked(async (store) => {
    const looked = await lookAt(app, store, launchSheet);
    const faults = withFaults(looked, sent, error.details);
    showRows(
      { ...looked, faults, told: new Set() },
      app.spreadsheet.getSpreadsheetTimeZone(),
      () => true,
    );
    return faults.flat().length;
  });
  const more = error.unlisted === 0 ? '' : say('moreFaults', { n: error.unlisted });
  const message = marked === 0 ? error.message : `${sayCount('refusedCells', marked)}${more}`;
  return new Problem('rows', message, { details: error.details });
}

export function withFaults(
  looked: LookedAt,
  sent: readonly SentAd[],
  details: readonly Fault[],
): readonly LocatedFault[][] {
  const byKey = new Map(looked.ads.flatMap((ad) => ad.keys.map(([key]) => [key, ad] as const)));
  const nowhere: SheetAd = {
    rows: [],
    ready: false,
    ad: {},
    media: [],
    origins: new Map(),
    faults: [],
  };
  const ads = sent.map(({ rows }) => byKey.get(rows[0]?.[0] ?? '') ?? nowhere);
  const located = details.flatMap((fault) => locateFault(fault, ads, looked.open.layout) ?? []);
  return looked.ads.map((ad, i) => [
    ...(looked.faults[i] ?? []),
    ...located.filter(({ row }) => ad.rows.includes(row)),
  ]);
}
