import type { Alone } from '../../operations/feature.ts';
import { reportOperations } from './operations.ts';

export const alone: Alone = { operations: reportOperations };
