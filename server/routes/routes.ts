import { type OfferedPlatform, operationsFor } from '../../core/features/registry.ts';
import { type Route, routesOf } from '../http/route.ts';
import { aboutRoutes } from './about.ts';
import { mediaFile, mediaThumbnail, olderTemplates, platformLists } from './own.ts';
import { served } from './served.ts';

/** Every route of a service with these platforms. */
export const routesFor = (platforms: readonly OfferedPlatform[]): readonly Route[] => [
  ...operationsFor(platforms).flatMap((operation) => routesOf(operation, served[operation.name])),
  ...platformLists(platforms.map(({ definition }) => definition)),
  mediaFile,
  mediaThumbnail,
  olderTemplates,
  ...aboutRoutes,
];
