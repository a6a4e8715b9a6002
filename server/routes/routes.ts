import {
  features as all,
  type OfferedPlatform,
  operationsFor,
  topicsOf,
} from '../../core/features/registry.ts';
import type { Feature, Topics } from '../../core/operations/feature.ts';
import { type Route, routesOf } from '../http/route.ts';
import { aboutRoutes } from './about.ts';
import { olderTemplates as adCopy } from './features/ad-copy/routes.ts';
import { inboxes, mediaFile, mediaThumbnail, platformLists } from './own.ts';
import { served } from './served.ts';

/** What features have over HTTP alone. */
const ofFeatures: readonly Route[] = [adCopy];

export const routesFor = (
  platforms: readonly OfferedPlatform[],
  features: readonly Feature[] = all,
): readonly Route[] => [
  ...operationsFor(platforms, features).flatMap((operation) =>
    routesOf(operation, served[operation.name]),
  ),
  ...platformLists(platforms.map(({ definition }) => definition)),
  ...inboxes(features),
  mediaFile,
  mediaThumbnail,
  ...ofFeatures,
  ...aboutRoutes,
];

export const topicsFor = (features: readonly Feature[]): Topics => ({
  ...topicsOf(features),
  'Older surface': 'Kept for clients of the first version, with its own envelope of errors.',
});
