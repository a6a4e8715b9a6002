import { features as all, type OfferedPlatform, operationsFor, topicsOf } from '../../core/features/registry.ts';
import type { Feature, Topics } from '../../core/operations/feature.ts';
import { type Route, routesOf } from '../http/route.ts';
import { aboutRoutes } from './about.ts';
import { inboxes, mediaFile, mediaThumbnail, olderTemplates, platformLists } from './own.ts';
import { served } from './served.ts';

export const routesFor = (platforms: readonly OfferedPlatform[], features: readonly Feature[] = all): readonly Route[] => [
  ...operationsFor(platforms, features).flatMap((operation) => routesOf(operation, served[operation.name])),
  ...platformLists(platforms.map(({ definition }) => definition)),
  ...inboxes(features),
  mediaFile,
  mediaThumbnail,
  olderTemplates,
  ...aboutRoutes,
];

export const topicsFor = (features: readonly Feature[]): Topics => ({
  ...topicsOf(features),
  'Older surface': 'Kept for clients of the first version, with its own envelope of errors.',
});
