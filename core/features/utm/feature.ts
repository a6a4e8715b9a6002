import { feature } from '../../operations/feature.ts';
import { utmFiller } from './fill.ts';
import { utmTemplateOperations } from './operations.ts';
import { utmTemplateKind } from './utm.ts';

/** Tags of links. */
export const utm = feature({ name: 'utm', operations: utmTemplateOperations, kinds: [utmTemplateKind], filler: utmFiller });
