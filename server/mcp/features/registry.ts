import type { McpFeature } from '../feature.ts';
import { tools as adCopy } from './ad-copy/tools.ts';
import { tools as drafts } from './drafts/tools.ts';
import { tools as exports } from './exports/tools.ts';
import { tools as grants } from './grants/tools.ts';

/** What features add for models, in the order models are shown it. */
const features: readonly McpFeature[] = [drafts, adCopy, exports, grants];

export const featureEntities = features.flatMap(({ entities = [] }) => entities);
export const [reportFile] = features.flatMap(({ reportFile }) => reportFile ?? []);
export const [programs] = features.flatMap(({ programs }) => programs ?? []);
