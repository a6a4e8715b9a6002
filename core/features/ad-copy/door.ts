import type { Alone } from '../../operations/feature.ts';
import { adCopyFiller } from './fill.ts';

export const alone: Alone = { filler: adCopyFiller };
