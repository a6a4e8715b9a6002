import { feature, type Others } from '../../operations/feature.ts';
import { overviewOperations } from './operations.ts';

export const overview = feature({ name: 'overview', operations: ({ features }: Others) => overviewOperations(features) });
