import { platformModules } from '../../adapters/platforms/registry.ts';
import { operationsFor } from '../../core/features/registry.ts';

export const listedOperations = () => operationsFor(platformModules);
