import type { Secrets } from '../../../ports/secrets.ts';
import { type Kind, kind, type Write } from '../../../ports/store.ts';

/** What an ad that was launched here shows. Id: `<account>/<ad>`. */
export interface AdAssetRecord {
  readonly account: string;
  readonly adId: string;
  /** The SHA-256 of its one file; of several, `set-` and the SHA-256 of theirs. */
  readonly asset: string;
  /** Their SHA-256, in the order it shows them. */
  readonly files: readonly string[];
  readonly batch: string;
}

export const adAssetKind = kind<AdAssetRecord>('ad-asset', {
  account: 'string',
  asset: 'string',
  files: 'strings',
});

export const adAssetId = (account: string, adId: string) => `${account}/${adId}`;

/** One file is itself; several together are a creative of their own. */
export async function assetOf(secrets: Secrets, files: readonly string[]): Promise<string> {
  const [only = '', ...others] = files;
  return others.length === 0 ? only : `set-${await secrets.sha256(files.join(' '))}`;
}

/** What an ad that was launched elsewhere shows, as its platform tells it. Id: `<account>/<ad>`. */
export interface ShownAdRecord {
  readonly account: string;
  readonly adId: string;
  /**
   * The platform's references of its images and videos; empty where the ad could not be read, or
   * shows none of its own.
   */
  readonly refs: readonly string[];
  readonly readAt: number;
}

export const shownAdKind = kind<ShownAdRecord>('ad-shown', { account: 'string' });

/**
 * A batch that has ended, or whose journal has grown since, and whose ads were not noted yet. Id:
 * `<batch>/<entry>`.
 */
export const unreadBatchKind = kind<{ readonly batch: string }>('ad-asset-unread');

/** @param entry of the batch's journal, so that a batch that ends again is another document */
export const unreadWrite = (companyId: string, batch: string, entry: number): Write => ({
  kind: unreadBatchKind as Kind,
  companyId,
  id: `${batch}/${entry}`,
  expect: 'absent',
  doc: { batch },
});

/** That the batches of earlier versions were listed as unread. Id: `batches`. */
export const listedBatchesKind = kind<object>('ad-asset-listed');
