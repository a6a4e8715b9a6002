import type { Alone } from '../../operations/feature.ts';
import { adCopyFiller } from './fill.ts';

export { olderAdCopyTemplates } from './ad-copy.ts';
export { olderAdCopyTemplateList, olderListQuery } from './schema.ts';

export const alone: Alone = { filler: adCopyFiller };
