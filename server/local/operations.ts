import { platformDefinitions } from '../../adapters/platforms/registry.ts';
import { operationsFor } from '../../core/operations/index.ts';
import type { Operation } from '../../core/operations/operation.ts';

/** Every operation, for lists. */
export const listedOperations = (): readonly Pick<Operation, 'name' | 'effects' | 'scope' | 'summary'>[] =>
  operationsFor(platformDefinitions);
