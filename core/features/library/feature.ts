import { seenByAccount } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { assetDimension } from './creatives/dimension.ts';
import { readBatches } from './creatives/read-batches.ts';
import { adAssetKind, listedBatchesKind, shownAdKind, unreadBatchKind, unreadWrite } from './creatives/records.ts';
import { libraryOperations } from './operations.ts';
import { boardKind, tagKind } from './records.ts';

/** Boards, tags, and what ads show. */
export const library = feature({
  name: 'library',
  operations: libraryOperations,
  kinds: [boardKind, tagKind, adAssetKind, shownAdKind, unreadBatchKind, listedBatchesKind],
  seen: [seenByAccount(adAssetKind), seenByAccount(shownAdKind)],
  ended: unreadWrite,
  leaving: readBatches,
  dimension: assetDimension,
});
