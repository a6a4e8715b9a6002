import { operationsFor } from '../../core/operations/index.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { type Route, routesOf } from '../http/route.ts';
import { aboutRoutes } from './about.ts';
import { mediaFile, olderTemplates, platformLists } from './own.ts';
import { served } from './served.ts';
import { placeOf } from './table.ts';

/** Every route of a service with these platforms. */
export const routesFor = (definitions: readonly PlatformDefinition[]): readonly Route[] => [
  ...operationsFor(definitions).flatMap((operation) => routesOf(operation, placeOf(operation.name), served[operation.name])),
  ...platformLists(definitions),
  mediaFile,
  olderTemplates,
  ...aboutRoutes,
];
