import { feature } from '../../operations/feature.ts';
import { sandboxOperations } from './operations.ts';

export const sandbox = feature({ name: 'sandbox', operations: sandboxOperations });
