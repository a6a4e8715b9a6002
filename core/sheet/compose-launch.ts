import type { Secrets } from '../ports/secrets.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import type { ChosenAd } from './choose-ads.ts';
import type { LaunchBody, SheetLaunch } from './launch-record.ts';
import { splitBySize } from './split.ts';

/** As few requests as the limits of a launch allow, the ads in the order of their rows. */
export const splitAds = (ads: readonly ChosenAd[]): ChosenAd[][] =>
  splitBySize(ads, ({ ad, adSets, keyed }) => ({
    creations: adSets.length,
    characters: JSON.stringify([ad, keyed.keys]).length,
  }));

/** A batch is found again by its name, where its answer was lost for too long. */
export const batchNameOf = (id: string): string => `Google Sheets ${id}`;

export interface ComposedLaunch {
  /** Idempotency key, and id of the record. */
  readonly key: string;
  readonly body: LaunchBody;
  readonly record: SheetLaunch;
}

/**
 * One request and its record. The key is made from the rows: their keys, content and number of
 * launches. The same click twice, or the same rows after the record was lost, give the same key; a
 * row launched again after a failure gives another, and so do two equal rows. `again`: also launch
 * what the plan reported as launched already; else the service refuses it.
 */
export async function composeLaunch(
  secrets: Pick<Secrets, 'sha256'>,
  where: {
    readonly spreadsheetId: string;
    readonly sheetId: string;
    readonly companyId: string;
    readonly now: number;
  },
  ads: readonly ChosenAd[],
  again = false,
): Promise<ComposedLaunch> {
  const { spreadsheetId, sheetId, companyId, now } = where;
  const rows = ads.map(({ keyed, ad, launches }) => [keyed.keys.map(([key]) => key), launches, ad]);
  const digest = await secrets.sha256(
    canonicalJson([spreadsheetId, companyId, rows, ...(again ? ['again'] : [])]),
  );
  const key = `sheet-${digest.slice(0, 40)}`;
  const body = {
    name: batchNameOf(digest.slice(0, 16)),
    again,
    ads: ads.map(({ ad, keyed }) => ({
      ...ad,
      source: {
        spreadsheetId,
        sheetId,
        rows: keyed.keys.map(([row, fingerprint]) => ({ key: row, fingerprint })),
      },
    })),
  };
  const sent = ads.map(({ keyed, adSets }) => ({ rows: keyed.keys, adSets }));
  return {
    key,
    body,
    record: {
      spreadsheetId,
      sheetId,
      companyId,
      state: 'sending',
      createdAt: now,
      body,
      ads: sent,
    },
  };
}
