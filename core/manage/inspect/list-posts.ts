import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import type { PlatformId } from '../../base/platforms.ts';
import { breaks, withRequestErrors } from '../../base/refusal.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { ManagePorts } from '../open-account.ts';
import {
  type ListPostsRequest,
  type ListPostsResponse,
  wholeListAnswer,
} from '../schema/inspect.ts';
import { openAnyAccount } from './any-account.ts';

/** `whose`: a page, or what stands for one on its platform, which the request names in `field`. */
interface PostsOf {
  readonly platform: PlatformId;
  readonly field: string;
  readonly whose: string;
}

/** Checks `of` of a request for any platform. Throws `unprocessable_entity`. */
export function postsOf(platform: AdPlatform, whose: string): PostsOf {
  const { id, lists = [] } = platform.definition;
  const list = lists.find(({ kind }) => kind === 'posts');
  offeredMember(platform, 'inspect', 'posts', 'platform');
  if (list?.kind === 'posts' && !list.of.pattern.test(whose))
    throw breaks('of', 'invalid', list.of.hint);
  return { platform: id, field: 'of', whose };
}

export async function listPosts(
  ports: ManagePorts,
  caller: Actor,
  request: ListPostsRequest,
  { platform, field, whose }: PostsOf,
): Promise<ListPostsResponse> {
  const opened = await openAnyAccount(ports, caller.companyId, { ...request, platform }, 'inspect');
  const list = offeredMember(opened.platform, 'inspect', 'posts');
  const posts = await withRequestErrors({ missing: field, invalid: field }, () =>
    list(opened.access, whose),
  );
  const data = posts.map((post) => ({
    id: post.id,
    message: post.message ?? null,
    imageUrl: post.imageUrl ?? null,
    permalink: post.permalink ?? null,
    createdAt: new Date(post.createdAt).toISOString(),
    type: post.type,
    link: post.link ?? null,
    cta: post.cta ?? null,
    boostable: post.boostable,
  }));
  return wholeListAnswer(data, { limit: request.limit, offset: request.offset });
}
