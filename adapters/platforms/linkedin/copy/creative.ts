import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyOutcome, CopyRequest } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { at, text } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import { copiedName, rebuild } from '../../kit/rebuild.ts';
import type { Answer } from '../../kit/wire.ts';
import { inlineRequest, intendedStatus, rewrittenPost } from '../launch/post.ts';
import { collectionPath, readRows } from '../read/objects.ts';
import { readPosts } from '../read/posts.ts';
import { idOf, urnOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';

/** A copy shows the post of its source; other words need a new post. */
export function recreateCreative(api: Api, access: Access, request: CopyRequest): Promise<CopyOutcome> {
  return rebuild(
    api.wire.fail,
    request,
    () => prepare(api, access, request),
    (answer) => {
      const id = idMade(answer);
      return id === undefined ? undefined : idOf('ad', id);
    },
  );
}

async function prepare({ calls, wire }: Api, access: Access, request: CopyRequest): Promise<() => Promise<Answer>> {
  const row = (await readRows(calls, access, 'ad', [request.sourceId])).get(request.sourceId);
  if (row === undefined) throw wire.notFound(request.sourceId);
  const reference = text(at(row, 'content', 'reference'));
  const common = {
    campaign: urnOf('adset', request.parentId ?? text(row.campaign) ?? ''),
    intendedStatus: intendedStatus(request.status),
    name: copiedName(row.name, request),
  };
  const path = collectionPath(access, 'ad');
  if (!hasOtherWords(request)) {
    if (reference === undefined) throw wire.error('rule', noPost, 'Make a new ad instead.');
    return () => calls.tried(access, path, { ...common, content: { reference } });
  }
  const post = (await readPosts(calls, access, reference === undefined ? [] : [reference])).get(reference ?? '');
  if (post === undefined) throw wire.error('rule', noPost, 'Copy it without other words, or make a new ad.');
  const { body } = inlineRequest(common, rewrittenPost(access, post, wordsOf(request, text(post.contentLandingPage))));
  return () => calls.tried(access, `${path}?action=createInline`, body);
}

const noPost = 'The creative shows no post that can be read, so Slipway cannot rebuild it.';

const hasOtherWords = ({ values }: CopyRequest): boolean =>
  values !== undefined && [values.primaryTexts, values.headlines, values.url, values.urlTags].some((each) => each !== undefined);

/** Of several texts the first counts. */
function wordsOf({ values }: CopyRequest, current: string | undefined) {
  const { primaryTexts, headlines, url, urlTags } = values ?? {};
  const link = url ?? (urlTags === undefined ? undefined : current?.split('?', 1)[0]);
  return {
    commentary: primaryTexts?.[0],
    title: headlines?.[0],
    page: link === undefined ? undefined : landingPage({ link, ...(urlTags !== undefined && { utmTags: urlTags }) }),
  };
}
