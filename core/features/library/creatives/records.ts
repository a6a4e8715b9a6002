import { type Kind, kind, type Write } from '../../../ports/store.ts';

/** What an ad that was launched here shows, by content. Id: `<account>/<ad>`. */
export interface AdAssetRecord {
  readonly account: string;
  readonly adId: string;
  /** The SHA-256 of its one file; of several, `set-` and the SHA-256 of theirs. */
  readonly asset: string;
  /** Of its files, in the order it shows them. */
  readonly files: readonly string[];
  readonly batch: string;
}

export const adAssetKind = kind<AdAssetRecord>('ad-asset', { account: 'string', asset: 'string', files: 'strings' });

export const adAssetId = (account: string, adId: string): string => `${account}/${adId}`;

/** What an ad that was not launched here shows, as its platform tells it. Id: `<account>/<ad>`. */
export interface ShownAdRecord {
  readonly account: string;
  readonly adId: string;
  /** What the platform knows its images and videos by; empty where the ad could not be read, or shows none of its own. */
  readonly refs: readonly string[];
  readonly readAt: number;
}

export const shownAdKind = kind<ShownAdRecord>('ad-shown', { account: 'string' });

/** A batch that has ended, or whose journal has grown since, and whose ads were not noted yet. Id: `<batch>/<entry>`. */
interface UnreadBatchRecord {
  readonly batch: string;
}

export const unreadBatchKind = kind<UnreadBatchRecord>('ad-asset-unread');

/** @param entry of the batch's journal, so that a batch that ends again is another document */
export const unreadWrite = (companyId: string, batch: string, entry: number): Write => ({
  ...{ kind: unreadBatchKind as Kind, companyId, id: `${batch}/${entry}`, expect: 'absent', doc: { batch } },
});

/** That the batches of earlier versions were listed as unread. Id: `batches`. */
export const listedBatchesKind = kind<object>('ad-asset-listed');
