import { accountOfKey } from '../../base/account-key.ts';
import type { MadeReply } from '../../ports/platform-comments.ts';
import type { Store, Write } from '../../ports/store.ts';
import { withAnswers } from './keep.ts';
import { authorKey, type CommentRecord, commentKind, documentId, sortKey, threadKind } from './records.ts';

/** Adds a sent reply to the comments, so that it counts as an answer before the platform is read again. */
export async function keepReply(
  store: Store,
  companyId: string,
  { commentId, text }: { readonly commentId: string; readonly text: string },
  made: MadeReply,
  now: number,
): Promise<void> {
  for (;;) {
    const parent = await store.get(commentKind, companyId, commentId);
    const thread = parent && (await store.get(threadKind, companyId, parent.doc.thread));
    if (parent === undefined || thread === undefined) return;
    const { platform } = accountOfKey(parent.doc.account);
    const id = documentId(platform, made.id);
    if ((await store.get(commentKind, companyId, id)) !== undefined) return;
    const { comment: above, ...shared } = parent.doc;
    const comment = {
      ...{ id: made.id, text, createdAt: Math.max(made.createdAt ?? now, above.createdAt), own: true },
      ...{ hidden: false, liked: false, likes: 0, replies: 0, parentId: above.parentId ?? above.id },
      // The next reading brings the real rights.
      can: { reply: false, hide: false, like: false, delete: above.can.delete },
      ...(above.handle !== undefined && { handle: above.handle }),
    };
    const doc: CommentRecord = {
      ...{ comment, account: shared.account, thread: shared.thread, root: shared.root, answer: 'own', hiding: 'shown' },
      ...{ sort: sortKey(comment.createdAt, id), author: authorKey(platform, comment) },
      ...(shared.postId !== undefined && { postId: shared.postId }),
    };
    const all = await withAnswers(store, companyId, [{ id, version: 0, doc }]);
    const writes = all.map(
      ({ id: each, version, doc: kept }): Write => ({
        ...{ kind: commentKind, companyId, id: each, expect: version === 0 ? ('absent' as const) : version, doc: kept },
      }),
    );
    if ((await store.commit(writes)) === undefined) return;
  }
}
