import type { Alone } from '../../operations/feature.ts';
import { checkForms } from './launch.ts';

export const alone: Alone = { checked: checkForms };
