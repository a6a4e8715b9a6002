import type { SheetLaunch } from '../../core/sheet/launch-record.ts';
import type { SheetRow } from '../../core/sheet/read-rows.ts';
import { type OpenSheet, systemText } from '../sheet/launch-sheet.ts';

/** The batches the file knows of, and the row key each ad was made for. */
interface KnownResults {
  readonly batches: ReadonlySet<string>;
  readonly keyOfAd: ReadonlyMap<string, string>;
}

export function knownResults(launches: readonly SheetLaunch[]): KnownResults {
  const keyOfAd = new Map<string, string>();
  for (const { ads } of launches)
    for (const { rows, made = {} } of ads)
      for (const adId of Object.values(made)) keyOfAd.set(adId, rows[0]?.[0] ?? '');
  // Of what was archived the file knows no row: the service is asked when one comes back.
  const batches = launches.flatMap(({ batchId, archived }) =>
    batchId === undefined || archived ? [] : String(batchId),
  );
  return { batches: new Set(batches), keyOfAd };
}

const idsIn = (open: OpenSheet, row: SheetRow): string[] =>
  systemText(open, row, 'adIds')
    .split(/\s+/)
    .filter((id) => id !== '');

/**
 * Whether a row tells of a launch that the file does not know: it is neither launched nor written
 * over.
 */
export const isToldOfUnknown = (
  open: OpenSheet,
  row: SheetRow,
  { batches, keyOfAd }: KnownResults,
): boolean => {
  const batch = systemText(open, row, 'batch');
  return (
    (batch !== '' && !batches.has(batch)) ||
    (batch === '' && idsIn(open, row).some((id) => !keyOfAd.has(id)))
  );
};

/** The key of the row whose ads a row shows. */
export const shownKey = (
  open: OpenSheet,
  row: SheetRow,
  { keyOfAd }: KnownResults,
): string | undefined =>
  idsIn(open, row)
    .map((id) => keyOfAd.get(id))
    .find((key) => key !== undefined);
