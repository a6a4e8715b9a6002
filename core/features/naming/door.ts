import type { Alone } from '../../operations/feature.ts';
import { nameDimension } from './dimension.ts';
import { nameBody, nameFiller } from './fill.ts';

export const alone: Alone = { filler: nameFiller, body: nameBody, dimension: nameDimension };
