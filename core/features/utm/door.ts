import type { Alone } from '../../operations/feature.ts';
import { utmFiller } from './fill.ts';

export const alone: Alone = { filler: utmFiller };
