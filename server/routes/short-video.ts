import { listIdentities } from '../../core/manage/inspect/list-identities.ts';
import { listPosts } from '../../core/manage/inspect/list-posts.ts';
import * as inspect from '../../core/schema/manage-inspect.ts';
import { route } from '../http/route.ts';

const tag = 'Manage';
const errors = [404, 502, 503];
const platform = 'short-video';

/** Under the neutral name and under the real one. */
export const shortVideoRoutes = (['short-video', 'tiktok'] as const).flatMap((name) => [
  route({
    method: 'GET',
    path: `/v1/${name}/identities`,
    tag,
    summary: 'Whom ads on the short-video platform can speak for',
    notes: 'A launch takes `value` as `selectedShortVideoUserAccount`. Without `accountId` any active account is asked.',
    scope: 'read',
    query: inspect.listIdentitiesRequest,
    response: inspect.listIdentitiesResponse,
    errors,
    run: (ports, caller, { query }) => listIdentities(ports, caller, query, platform),
  }),
  route({
    method: 'GET',
    path: `/v1/${name}/posts`,
    tag,
    summary: 'The posts of a short-video profile that can be boosted',
    notes: 'To boost one, launch it with `scalePostId: true` and its `id` as `media[].effectiveStoryId`, for the same identity.',
    scope: 'read',
    query: inspect.shortVideoPostsRequest,
    response: inspect.listPostsResponse,
    errors,
    run: (ports, caller, { query: { identity, ...rest } }) =>
      listPosts(ports, caller, { ...rest, page: identity }, { platform, field: 'identity' }),
  }),
]);
