import { feature, type Others } from '../../operations/feature.ts';
import { searchOperations } from './operations.ts';

export const search = feature({ name: 'search', operations: ({ features }: Others) => searchOperations(features) });
