import { pendingLaunches } from '../../launch/pending.ts';
import type { Alone } from '../../operations/feature.ts';
import { batchOperations, launchOperations } from './operations.ts';

export const alone: Alone = {
  operations: [...launchOperations, ...batchOperations],
  pending: pendingLaunches,
};
