import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { type Column, columnsFor } from '../../core/sheet/columns.ts';

/** The columns of a launch file, for every platform there is. */
export const launchColumns = (): readonly Column[] => columnsFor(platformDefinitions);
