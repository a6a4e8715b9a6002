import { accountOfKey } from '../../base/account-key.ts';
import { documentId, type FilterMatch, type StoredComment, type ThreadRecord } from './records.ts';
import type { CommentRow } from './schema.ts';

export function presentComment(
  { id, doc }: Pick<StoredComment, 'id' | 'doc'>,
  thread: ThreadRecord | undefined,
): CommentRow {
  const { comment, account, answer, hiddenBy, flagged = [] } = doc;
  const { platform, adAccountId } = accountOfKey(account);
  const adIds = comment.adId === undefined ? (thread?.thread.adIds ?? []) : [comment.adId];
  return {
    id,
    platform,
    adAccountId,
    placement: thread?.thread.placement ?? 'feed',
    adId: adIds[0] ?? null,
    adIds: [...adIds],
    postId: doc.postId ?? null,
    parentId: comment.parentId === undefined ? null : documentId(platform, comment.parentId),
    text: comment.text,
    author: { id: comment.author?.id ?? null, name: comment.author?.name ?? null },
    createdAt: new Date(comment.createdAt).toISOString(),
    own: comment.own,
    answered: answer === 'own' ? null : answer === 'answered',
    hidden: comment.hidden,
    hiddenBy: comment.hidden && hiddenBy !== undefined ? presentMatch(hiddenBy) : null,
    flaggedBy: flagged.map(presentMatch),
    hideProblem: doc.hideProblem ?? null,
    liked: comment.liked,
    likes: comment.likes,
    replies: comment.replies,
    can: { ...comment.can },
    cannot: comment.cannot ?? null,
    permalink: comment.permalink ?? thread?.thread.permalink ?? null,
    pictureUrl: thread?.thread.pictureUrl ?? null,
  };
}

const presentMatch = ({ filterId, name, reason, at }: FilterMatch) => ({
  filterId,
  name,
  reason,
  at: new Date(at).toISOString(),
});
