import { listPlatforms } from '../../core/accounts/list-platforms.ts';
import { listIdentities } from '../../core/manage/inspect/list-identities.ts';
import { listPosts } from '../../core/manage/inspect/list-posts.ts';
import type { PlatformDefinition, PlatformList } from '../../core/ports/platform-definition.ts';
import * as inspect from '../../core/schema/manage-inspect.ts';
import { platformList } from '../../core/schema/platforms.ts';
import { type Route, route } from '../http/route.ts';

const errors = [404, 502, 503];

/** The platforms themselves, and the lists each of them has, under its neutral and its real name. */
export const platformRoutes = (definitions: readonly PlatformDefinition[]): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/platforms',
    tag: 'Accounts',
    summary: 'The platforms of this service',
    notes: 'What each one is connected with, what it offers, and the fields its ads take.',
    scope: 'read',
    response: platformList,
    run: async (ports) => {
      const data = listPlatforms(ports);
      return { success: true as const, data, count: data.length };
    },
  }),
  ...definitions.flatMap((definition) =>
    (definition.lists ?? []).flatMap((list) =>
      [...new Set([definition.id, definition.folder])].map((name) => listRoute(definition, list, `/v1/${name}/${list.path}`)),
    ),
  ),
];

function listRoute({ id, launch }: PlatformDefinition, list: PlatformList, path: `/${string}`): Route {
  const common = { method: 'GET', path, tag: 'Manage', summary: list.summary, scope: 'read', errors } as const;
  if (list.kind === 'identities') {
    const field = launch?.fields[0]?.name;
    return route({
      ...common,
      notes: `${field === undefined ? '' : `A launch takes \`value\` as \`${field}\`. `}Without \`accountId\` any active account is asked.`,
      query: inspect.listIdentitiesRequest,
      response: inspect.listIdentitiesResponse,
      run: (ports, caller, { query }) => listIdentities(ports, caller, query, id),
    });
  }
  const { field, pattern, hint } = list.of;
  return route({
    ...common,
    notes: 'To boost one, launch it with `scalePostId: true` and its `id` as `media[].effectiveStoryId`, for the same identity.',
    query: inspect.postsRequestOf(field, pattern, hint),
    response: inspect.listPostsResponse,
    run: (ports, caller, { query }) => listPosts(ports, caller, query, { platform: id, field }),
  });
}
