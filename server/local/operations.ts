import { platformModules } from '../../adapters/platforms/registry.ts';
import { operationsFor } from '../../core/operations/index.ts';

/** Every operation of a service with the platforms there are. */
export const listedOperations = () => operationsFor(platformModules);
