import { kind } from '../ports/store.ts';

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

export const adAssetKind = kind<AdAssetRecord>('ad-asset', { account: 'string', asset: 'string' });

export const adAssetId = (account: string, adId: string): string => `${account}/${adId}`;

/** How much of a batch's journal the records above were made of. Same id as its batch. */
export interface ReadBatchRecord {
  readonly entries: number;
}

export const readBatchKind = kind<ReadBatchRecord>('ad-asset-batch');

/** That a file is shown by an ad. Id: the SHA-256 of the file. */
export interface UsedFileRecord {
  readonly batch: string;
}

export const usedFileKind = kind<UsedFileRecord>('used-file');
