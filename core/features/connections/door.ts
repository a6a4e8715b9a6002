import type { Alone } from '../../operations/feature.ts';
import { accountOperations } from './operations.ts';

export const alone: Alone = { operations: accountOperations };
