import type { Actor } from '../../access/caller.ts';
import { type AccessPorts, type AccountAccess, accessAccount } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { counted } from '../../base/counted.ts';
import { type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Preview } from '../../gate/preview.ts';
import { refuseOtherWorkspace } from '../../gate/workspace.ts';
import type { CommentRef, CommentsCapability } from '../../ports/platform-comments.ts';
import type { Store, Write } from '../../ports/store.ts';
import {
  type CommentRecord,
  commentKind,
  refOf,
  type StoredComment,
  type ThreadRecord,
  threadKind,
} from './records.ts';

export interface OpenedComment extends AccountAccess {
  readonly stored: StoredComment;
  readonly thread: ThreadRecord;
  readonly ref: CommentRef;
  readonly comments: CommentsCapability;
}

/** Throws `not_found`. */
export async function readComment(
  store: Store,
  companyId: string,
  id: string,
): Promise<StoredComment> {
  const stored = await store.get(commentKind, companyId, id);
  if (stored === undefined) throw noComment();
  return stored;
}

/** Throws where the caller's workspace may not change the account. */
export async function openComment(
  ports: AccessPorts,
  caller: Actor,
  id: string,
): Promise<OpenedComment> {
  const { companyId } = caller;
  const stored = await readComment(ports.store, companyId, id);
  const thread = await ports.store.get(threadKind, companyId, stored.doc.thread);
  if (thread === undefined) throw noComment();
  await refuseOtherWorkspace(ports, caller, [stored.doc.account], 'id');
  const account = await accessAccount(ports, companyId, stored.doc.account);
  const comments = offeredGroup(account.platform, 'comments');
  return {
    ...account,
    stored,
    thread: thread.doc,
    ref: refOf(thread.doc.thread, stored.doc),
    comments,
  };
}

/** Which comments a plan is about, by what they say. It spends nothing. */
export async function previewComments(
  { store }: { readonly store: Store },
  { companyId }: Actor,
  ids: readonly string[],
  verb: string,
): Promise<Preview> {
  const found = await Promise.all(ids.map((id) => readComment(store, companyId, id)));
  const objects = found.map(({ id, doc: { comment } }) => ({
    type: 'comment',
    id,
    name: comment.text.slice(0, 80),
    does: `${verb} comment ${quoted(comment.text.slice(0, 80))}`,
    now: comment.hidden ? 'hidden' : 'shown',
  }));
  const summary = `${verb} ${counted(ids.length, 'comment')}`;
  return {
    guards: [],
    moneyAtStake: [],
    startsDelivering: false,
    summary,
    objects,
    world: found.map(({ doc }) => doc.comment.text),
  };
}

const noComment = (): SlipwayError =>
  new SlipwayError('not_found', 'There is nothing with this id.');

/** With the replies to it. */
export async function forgetComment(
  { store }: { readonly store: Store },
  companyId: string,
  id: string,
): Promise<void> {
  for (;;) {
    const gone = await store.get(commentKind, companyId, id);
    if (gone === undefined) return;
    const { items } = await store.find(commentKind, companyId, { where: { root: id }, limit: 500 });
    const all = [gone, ...items.filter((each) => each.id !== id)];
    const writes = all.map(
      ({ id: each, version }): Write => ({
        kind: commentKind,
        companyId,
        id: each,
        expect: version,
        doc: undefined,
      }),
    );
    if ((await store.commit(writes)) === undefined) return;
  }
}

/**
 * Undefined where the comment is gone, or `change` wants nothing. What `also` answers goes into the
 * same commit.
 */
export async function changeComment(
  store: Store,
  companyId: string,
  id: string,
  change: (doc: CommentRecord) => CommentRecord | undefined,
  also: () => readonly Write[] | Promise<readonly Write[]> = () => [],
): Promise<StoredComment | undefined> {
  for (;;) {
    const current = await store.get(commentKind, companyId, id);
    const doc = current && change(current.doc);
    if (current === undefined || doc === undefined) return undefined;
    const conflict = await store.commit([
      { kind: commentKind, companyId, id, expect: current.version, doc },
      ...(await also()),
    ]);
    if (conflict === undefined) return { id, version: current.version + 1, doc };
  }
}

/**
 * Hiding twice is harmless at every platform. Forgets comments that are gone. Answers a failure for
 * each, in order.
 */
export async function setHidden(
  { store }: { readonly store: Store },
  companyId: string,
  { comments, access }: Pick<OpenedComment, 'comments' | 'access'>,
  stored: readonly StoredComment[],
  hidden: boolean,
): Promise<readonly (PlatformFailure | undefined)[]> {
  if (stored.length === 0) return [];
  const threads = await Promise.all(
    stored.map(({ doc }) => store.get(threadKind, companyId, doc.thread)),
  );
  const refs = stored.map(({ doc }, i) =>
    refOf(threads[i]?.doc.thread ?? { id: '', placement: 'feed', adIds: [] }, doc),
  );
  const failures = (await comments.setHidden(access, refs, hidden)).map(({ failure }) => failure);
  for (const [i, { id }] of stored.entries())
    if (failures[i]?.class === 'missing') await forgetComment({ store }, companyId, id);
  return failures;
}
