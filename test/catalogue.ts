import { platformDefinitions, platformModules } from '../adapters/platforms/registry.ts';
import { columnsFor } from '../core/sheet/columns.ts';
import { routesFor } from '../server/routes/routes.ts';

/** The routes of a service with every platform there is. */
export const catalogue = routesFor(platformModules);

/** The columns of a launch sheet with every platform there is. */
export const adColumns = columnsFor(platformDefinitions);
