import type { ChosenAd, KeyedAd } from '../../core/sheet/choose-ads.ts';
import type { RowHistory } from '../../core/sheet/launch-record.ts';
import type { LocatedFault } from '../../core/sheet/locate.ts';
import type { DriveMedia } from '../drive/media.ts';
import type { OpenSheet } from '../sheet/launch-sheet.ts';
import type { Lists } from '../sheet/lists.ts';

/** A launch sheet and what is known of its rows: one look under the document's lock. */
export interface LookedAt {
  readonly open: OpenSheet;
  readonly ads: readonly KeyedAd[];
  /** By ad. */
  readonly faults: readonly LocatedFault[][];
  readonly history: ReadonlyMap<string, RowHistory>;
  /** What should be known of single cells although the ads can be launched. */
  readonly remarks: readonly LocatedFault[];
  /** What launching would do with each ad. */
  readonly chosen: readonly ChosenAd[];
  /** Rows that carry faults the service found and that nobody has changed since. */
  readonly told: ReadonlySet<number>;
  /** Media that are files of Google Drive. */
  readonly files: readonly DriveMedia[];
  /** What the checks knew. */
  readonly lists: Lists;
}
