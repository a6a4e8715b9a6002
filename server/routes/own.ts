import * as v from 'valibot';
import { ownId } from '../../core/base/schema/fields.ts';
import { listIdentities } from '../../core/manage/inspect/list-identities.ts';
import { listPosts } from '../../core/manage/inspect/list-posts.ts';
import * as inspect from '../../core/manage/schema/inspect.ts';
import type { Feature, Inbox } from '../../core/operations/feature.ts';
import type { PlatformDefinition, PlatformList } from '../../core/ports/platform-definition.ts';
import { serveMedia, serveThumbnail } from '../http/cdn.ts';
import { ownRoute, type Route } from '../http/route.ts';

/** Other ways to what operations do, that the interface has over HTTP alone. */

export const platformLists = (definitions: readonly PlatformDefinition[]): readonly Route[] =>
  definitions.flatMap((definition) =>
    (definition.lists ?? []).flatMap((list) =>
      [definition.id, ...definition.aliases].map((name) =>
        listRoute(definition, list, `/v1/${name}/${list.path}`),
      ),
    ),
  );

function listRoute(
  { id, launch }: PlatformDefinition,
  list: PlatformList,
  path: `/${string}`,
): Route {
  const common = {
    path,
    topic: 'Manage',
    summary: list.summary,
    scope: 'read',
    errors: [404, 502, 503],
  } as const;
  if (list.kind === 'identities') {
    const field = launch?.fields[0]?.name;
    return ownRoute({
      ...common,
      none: 'platforms.identities under the name of the platform.',
      description: `${field === undefined ? '' : `A launch takes \`value\` as \`${field}\`. `}Without \`accountId\` any active account is asked.`,
      query: inspect.listIdentitiesRequest,
      response: inspect.listIdentitiesResponse,
      serve: (ports, caller, { query }) => listIdentities(ports, caller, query, id),
    });
  }
  const { field, pattern, hint } = list.of;
  return ownRoute({
    ...common,
    none: 'platforms.posts under the name of the platform.',
    description:
      'To boost one, launch it with `scalePostId: true` and its `id` as `media[].effectiveStoryId`, for the same identity.',
    query: inspect.postsRequestOf(field, pattern, hint),
    response: inspect.listPostsResponse,
    serve: (ports, caller, { query }) => {
      // The schema of the request has this field.
      const whose = (query as { readonly [name: string]: unknown })[field] as string;
      return listPosts(ports, caller, query, { platform: id, field, whose });
    },
  });
}

/** Calls of platforms, which bring no key. */
export const inboxes = (features: readonly Feature[]): readonly Route[] =>
  features.flatMap(({ name, inbox }) => (inbox === undefined ? [] : inboxRoutes(name, inbox)));

function inboxRoutes(name: string, { topic, summary, receive }: Inbox): readonly Route[] {
  const route = ownRoute({
    path: `/v1/inbox/${name}/{company}/{id}`,
    none: 'For calls of platforms, which prove themselves by a signature.',
    topic,
    summary,
    scope: 'open',
    params: v.object({ company: ownId, id: ownId }),
    response: 'text/plain',
    errors: [400, 403, 404, 429],
    serve: async (ports, _nobody, { params, request, sent }) => {
      const { contentType, body } = await receive(ports, {
        method: request.method === 'POST' ? 'POST' : 'GET',
        companyId: params.company,
        id: params.id,
        query: Object.fromEntries(new URL(request.url).searchParams),
        header: (wanted) => request.headers.get(wanted) ?? undefined,
        body: new TextDecoder().decode(sent),
      });
      return new Response(body, { headers: { 'Content-Type': contentType } });
    },
  });
  return [route, { ...route, method: 'POST' }];
}

export const mediaFile = ownRoute({
  path: '/media/{company}/{filename}',
  none: 'A file by its address, for browsers and platforms.',
  topic: 'Media',
  summary: 'The file itself, with ranges',
  description: 'Caches may keep it for a day. A file that was deleted answers 410.',
  scope: 'open',
  params: v.object({ company: v.string(), filename: v.string() }),
  response: 'application/octet-stream',
  errors: [404, 410, 416],
  serve: (ports, _nobody, { params, request }) => serveMedia(ports, params, request),
});

export const mediaThumbnail = ownRoute({
  path: '/media/{company}/thumbnails/{name}',
  none: 'A small picture of a file by its address, for browsers.',
  topic: 'Media',
  summary: 'A small picture of a file, in WebP',
  description:
    'Its address is in `thumbnails` of media and library assets. What is at it never changes; caches may keep it for a day.',
  scope: 'open',
  params: v.object({ company: v.string(), name: v.string() }),
  response: 'application/octet-stream',
  errors: [404, 410, 416],
  serve: (ports, _nobody, { params, request }) => serveThumbnail(ports, params, request),
});
