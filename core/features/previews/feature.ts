import { feature } from '../../operations/feature.ts';
import { previewOperations } from './operations.ts';

export const previews = feature({ name: 'previews', operations: previewOperations });
