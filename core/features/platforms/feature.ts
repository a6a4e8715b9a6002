import { feature } from '../../operations/feature.ts';
import { platformOperations } from './operations.ts';

export const platforms = feature({ name: 'platforms', operations: platformOperations });
