import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../capabilities.ts';
import type { PlatformId } from '../../platforms.ts';
import { type ListPostsRequest, type ListPostsResponse, wholeListAnswer } from '../../schema/manage-inspect.ts';
import type { ManagePorts } from '../open-account.ts';
import { withRequestErrors } from '../refusal.ts';
import { openAnyAccount } from './any-account.ts';

/** The latest posts that could be boosted, of a page or of whatever stands for one on the platform. `field` named it. */
export async function listPosts(
  ports: ManagePorts,
  caller: Actor,
  request: ListPostsRequest,
  { platform, field }: { readonly platform: PlatformId; readonly field: string },
): Promise<ListPostsResponse> {
  const opened = await openAnyAccount(ports, caller.companyId, request.accountId, 'inspect', platform);
  const list = offeredMember(opened.platform, 'inspect', 'posts');
  // The schema of the request has this field.
  const whose = (request as { readonly [name: string]: unknown })[field] as string;
  const posts = await withRequestErrors({ missing: field }, () => list(opened.access, whose));
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
