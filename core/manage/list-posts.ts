import type { ListPostsRequest, ListPostsResponse } from '../schema/manage-inspect.ts';
import { openAnyAccount } from './any-account.ts';
import type { ManageCaller, ManagePorts } from './open-account.ts';
import { asking } from './refusal.ts';

/** The latest posts of a page that could be boosted. One call. */
export async function listPosts(ports: ManagePorts, caller: ManageCaller, request: ListPostsRequest): Promise<ListPostsResponse> {
  const { access, can } = await openAnyAccount(ports, caller.companyId, request.accountId, 'inspect');
  const posts = await asking({ missing: 'page' }, () => can.posts(access, request.page));
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
  return { success: true, data, count: data.length };
}
