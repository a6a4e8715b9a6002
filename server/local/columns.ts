import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import type { Column } from '../../core/sheet/column.ts';
import { columnsFor } from '../../core/sheet/columns.ts';

export const launchColumns = (): readonly Column[] => columnsFor(platformDefinitions);
