import { platformModules } from '../../adapters/platforms/registry.ts';
import { operationsFor } from '../../core/features/registry.ts';

/** Every operation of a service with the platforms there are. */
export const listedOperations = () => operationsFor(platformModules);
