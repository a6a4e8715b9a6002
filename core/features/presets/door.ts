import type { Alone } from '../../operations/feature.ts';
import { presetBody, presetFiller } from './fill.ts';

export const alone: Alone = { filler: presetFiller, body: presetBody };
