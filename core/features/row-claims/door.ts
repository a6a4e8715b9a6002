import type { Alone } from '../../operations/feature.ts';
import { claimRows } from './claim.ts';
import { sheetOperations } from './operations.ts';

export const alone: Alone = { operations: sheetOperations, accepted: claimRows };
