import type { Alone } from '../../operations/feature.ts';
import { assetDimension } from './creatives/dimension.ts';
import { unreadWrite } from './creatives/records.ts';

export const alone: Alone = { ended: unreadWrite, dimension: assetDimension };
