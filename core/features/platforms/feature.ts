import * as v from 'valibot';
import { namedPlatform } from '../../accounts/find-account.ts';
import { listPlatforms } from '../../accounts/list-platforms.ts';
import { platformChecks, platformList } from '../../accounts/platform-schema.ts';
import { platformName } from '../../accounts/schema.ts';
import { success } from '../../base/schema/envelope.ts';
import { listIdentities } from '../../manage/inspect/list-identities.ts';
import { listPosts, postsOf } from '../../manage/inspect/list-posts.ts';
import * as inspect from '../../manage/schema/inspect.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';

const subject = v.object({ platform: platformName });
const errors = ['not_found', 'platform_error', 'unavailable'] as const;

const platformOperations = [
  operation({
    name: 'platforms.list',
    place: 'GET /v1/platforms',
    topic: 'Accounts',
    summary: 'The platforms of this service',
    description: 'What each one is connected with, what it offers, and the fields its ads take.',
    scope: 'read',
    output: platformList,
    run: async (ports) => {
      const data = listPlatforms(ports);
      return success({ data, count: data.length });
    },
  }),
  operation({
    name: 'platforms.checks',
    place: 'GET /v1/platforms/{platform}/checks',
    topic: 'Accounts',
    summary: 'What is known of a platform’s rules, row by row',
    description:
      'Ratios by placement, lengths of texts, what objective, destination, goal and event go together, what sets learning back, where the least budget is read; each with its source and date. What no row says is not known. Plans tell what follows from them.',
    scope: 'read',
    subject,
    output: platformChecks,
    errors: ['not_found'],
    run: async (ports, _caller, { subject: { platform } }) => {
      const rows = namedPlatform(ports.platforms, platform).definition.launch?.checks ?? [];
      return success({ data: rows.map((row) => ({ ...row })), count: rows.length });
    },
  }),
  operation({
    name: 'platforms.identities',
    place: 'GET /v1/platforms/{platform}/identities',
    topic: 'Manage',
    summary: 'Identities ads of a platform can run under',
    description: 'A launch takes `value`. Without `accountId` any active account is asked.',
    scope: 'read',
    subject,
    input: inspect.listIdentitiesRequest,
    output: inspect.listIdentitiesResponse,
    errors,
    run: (ports, caller, { subject: { platform }, input }) =>
      listIdentities(ports, caller, input, namedPlatform(ports.platforms, platform).definition.id),
  }),
  operation({
    name: 'platforms.posts',
    place: 'GET /v1/platforms/{platform}/posts',
    topic: 'Manage',
    summary: 'Posts of a page or an identity that can be boosted',
    description:
      '`of` is the page or the identity. To boost a post, launch it with `scalePostId: true` and its `id` as `media[].effectiveStoryId`, for the same identity.',
    scope: 'read',
    subject,
    input: inspect.listPostsRequest,
    output: inspect.listPostsResponse,
    errors,
    run: (ports, caller, { subject: { platform }, input }) =>
      listPosts(ports, caller, input, postsOf(namedPlatform(ports.platforms, platform), input.of)),
  }),
] as const;

export const platforms = feature({ name: 'platforms', operations: platformOperations });
