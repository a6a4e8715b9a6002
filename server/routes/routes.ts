import { type OfferedPlatform, operationsFor } from '../../core/features/registry.ts';
import type { Place } from '../../core/operations/place.ts';
import { type Route, routesOf } from '../http/route.ts';
import { aboutRoutes } from './about.ts';
import { mediaFile, mediaThumbnail, olderTemplates, platformLists } from './own.ts';
import { served } from './served.ts';
import { table } from './table.ts';

/** Every route of a service with these platforms. */
export const routesFor = (platforms: readonly OfferedPlatform[]): readonly Route[] => [
  ...operationsFor(platforms).flatMap((operation) =>
    routesOf(operation, placesFor(platforms)(operation.name), served[operation.name]),
  ),
  ...platformLists(platforms.map(({ definition }) => definition)),
  mediaFile,
  mediaThumbnail,
  olderTemplates,
  ...aboutRoutes,
];

/** Where the API has each operation, those that only one of the platforms has included. */
export const placesFor =
  (platforms: readonly OfferedPlatform[]) =>
  (name: string): Place => {
    const place =
      (table as { readonly [name: string]: Place })[name] ?? platforms.find(({ places }) => places?.[name])?.places?.[name];
    if (place === undefined) throw new Error(`The operation ${name} has no method and path: server/routes/table.ts.`);
    return place;
  };
