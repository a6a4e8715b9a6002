import { seen } from '../../accounts/workspace-view.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { feature } from '../../operations/feature.ts';
import { claimRows } from './claim.ts';
import { sheetOperations } from './operations.ts';
import { sheetBatchKind, sheetTurnKind } from './records.ts';

export const rowClaims = feature({
  name: 'row-claims',
  operations: sheetOperations,
  kinds: [sheetBatchKind, sheetTurnKind],
  seen: [
    {
      ...seen(sheetBatchKind, ({ doc }, { has }) => has(batchKind, doc.batchId)),
      isWrittenFreely: true,
    },
  ],
  accepted: claimRows,
});
