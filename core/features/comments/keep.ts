import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { PlatformComment } from '../../ports/platform-comments.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { allOf } from '../../records/list.ts';
import { type JudgedComment, reasonFor } from './matching.ts';
import { presentComment } from './present.ts';
import {
  authorKey,
  type CommentRecord,
  commentFilterKind,
  commentKind,
  documentId,
  type FilterRecord,
  KEPT_MS,
  type StoredComment,
  type StoredThread,
  sortKey,
  type ThreadRecord,
  threadKind,
} from './records.ts';

export type KeepPorts = Pick<ServicePorts, 'store' | 'clock' | 'events'>;

interface ReadComments {
  readonly threadId: string;
  readonly comments: readonly PlatformComment[];
  readonly askedAt: number;
  /** Later comments are new: filters judge them, webhooks get them. */
  readonly newSince: number;
  /** How the thread changes in the same commit. */
  progress(thread: ThreadRecord): ThreadRecord;
}

/** A platform may show a comment as it was for this long after a change. */
const LAG_MS = 10_000;
const MOST_IN_ONE = 500;

/**
 * Keeps new comments with verdicts and webhook events, changed ones, and the place of the reading,
 * in one commit: each comment is new once, whatever dies. Answers how many were new.
 */
export async function keepComments(
  ports: KeepPorts,
  companyId: string,
  read: ReadComments,
): Promise<number> {
  const { store, clock } = ports;
  const oldest = clock.now() - KEPT_MS;
  const comments = read.comments.filter(({ createdAt }) => createdAt >= oldest);
  for (;;) {
    const thread = await store.get(threadKind, companyId, read.threadId);
    if (thread === undefined) return 0;
    const { account } = thread.doc;
    const { platform } = accountOfKey(account);
    const known = await Promise.all(
      comments.map(({ id }) => store.get(commentKind, companyId, documentId(platform, id))),
    );
    const filters = await filtersFor(store, companyId, account);
    const kept = comments.map((comment, i) => keptAs(comment, known[i], thread, read.askedAt));
    const fresh = kept.filter((_, i) => known[i] === undefined);
    const since = read.newSince;
    const judged = await judgedOf(ports, companyId, fresh, { filters, since });
    const all = await withAnswers(store, companyId, [
      ...judged,
      ...kept.filter(
        ({ doc }, i) =>
          known[i] !== undefined && canonicalJson(known[i].doc) !== canonicalJson(doc),
      ),
    ]);
    const newest = Math.max(
      thread.doc.newestAt ?? 0,
      ...comments.map(({ createdAt }) => createdAt),
    );
    const doc = read.progress({ ...thread.doc, ...(newest > 0 && { newestAt: newest }) });
    const writes: Write[] = [
      { kind: threadKind, companyId, id: thread.id, expect: thread.version, doc },
      ...commentWrites(companyId, all),
      ...countWrites(companyId, filters, judged),
      ...(await eventWrites(
        ports,
        companyId,
        doc,
        judged.filter(({ doc: { comment } }) => !comment.own && comment.createdAt >= since),
      )),
    ];
    if ((await store.commit(writes)) === undefined) return fresh.length;
  }
}

/** Version 0: not stored yet. */
type Kept = Stored<CommentRecord>;

export const commentWrites = (companyId: string, all: readonly Kept[]): readonly Write[] =>
  all.map(({ id, version, doc }) => ({
    kind: commentKind,
    companyId,
    id,
    expect: version === 0 ? 'absent' : version,
    doc,
  }));

function keptAs(
  comment: PlatformComment,
  known: StoredComment | undefined,
  thread: StoredThread,
  askedAt: number,
): Kept {
  const { account } = thread.doc;
  const { platform } = accountOfKey(account);
  const id = documentId(platform, comment.id);
  const before = known?.doc;
  // The answer does not know what this service changed after it asked.
  const isOlder = before?.changedAt !== undefined && askedAt < before.changedAt + LAG_MS;
  const now = isOlder
    ? { ...comment, hidden: before.comment.hidden, liked: before.comment.liked }
    : comment;
  const { hiddenBy, toHide, ...rest } = before ?? {};
  const postId = comment.postId ?? thread.doc.thread.postId;
  const doc: CommentRecord = {
    answer: comment.own ? 'own' : 'open',
    ...rest,
    comment: now,
    account,
    thread: thread.id,
    root: documentId(platform, comment.parentId ?? comment.id),
    sort: sortKey(comment.createdAt, id),
    author: authorKey(platform, comment),
    hiding: now.hidden ? 'hidden' : 'shown',
    ...(postId !== undefined && { postId: postId.slice(0, 300) }),
    // Shown again at the platform: no filter hides it now.
    ...(hiddenBy !== undefined && (now.hidden || toHide !== undefined) && { hiddenBy }),
    ...(toHide !== undefined && !now.hidden && { toHide }),
  };
  return { id, version: known?.version ?? 0, doc };
}

type ActiveFilter = Stored<FilterRecord>;

const filtersFor = async (store: Store, companyId: string, account: AccountKey) =>
  (await allOf(store, commentFilterKind, companyId, { order: { by: 'createdAt' } })).filter(
    ({ doc }) =>
      doc.mode !== 'off' && (doc.accounts === undefined || doc.accounts.includes(account)),
  );

async function judgedOf(
  { store, clock }: KeepPorts,
  companyId: string,
  fresh: readonly Kept[],
  { filters, since }: { readonly filters: readonly ActiveFilter[]; readonly since: number },
): Promise<readonly Kept[]> {
  const judged: Kept[] = [];
  for (const each of fresh) {
    const { comment, account } = each.doc;
    const judges = filters.filter(({ doc }) => comment.createdAt >= Math.max(doc.since, since));
    if (comment.own || judges.length === 0) {
      judged.push(each);
      continue;
    }
    const isFirst =
      comment.author !== undefined && !(await hasOther(store, companyId, each, fresh));
    const matches = judges.flatMap((filter) =>
      matchOf(filter, { text: comment.text, isFirst }, clock.now()),
    );
    const hiding = matches.find(({ mode }) => mode === 'on');
    const flagged = matches.filter(({ mode }) => mode === 'dry-run').map(({ match }) => match);
    const hidden = hiding && {
      hiddenBy: hiding.match,
      ...(!comment.hidden && { toHide: account }),
    };
    judged.push({
      ...each,
      doc: { ...each.doc, ...(flagged.length > 0 && { flagged }), ...hidden },
    });
  }
  return judged;
}

function matchOf(
  { id: filterId, doc: { name, mode, ...conditions } }: ActiveFilter,
  judged: JudgedComment,
  at: number,
) {
  const reason = reasonFor(conditions, judged);
  return reason === undefined ? [] : [{ mode, match: { filterId, name, reason, at } }];
}

async function hasOther(
  store: Store,
  companyId: string,
  { id, doc }: Kept,
  fresh: readonly Kept[],
): Promise<boolean> {
  if (
    fresh.some(
      (other) => other.id !== id && other.doc.author === doc.author && other.doc.sort < doc.sort,
    )
  )
    return true;
  return (
    (await store.count(commentKind, companyId, {
      where: { author: doc.author, sort: { before: doc.sort } },
    })) > 0
  );
}

/** A comment is answered once the owner of the thread wrote later below the same comment. */
export async function withAnswers(
  store: Store,
  companyId: string,
  changed: readonly Kept[],
): Promise<readonly Kept[]> {
  const all = new Map(changed.map((each) => [each.id, each]));
  for (const root of new Set(changed.map(({ doc }) => doc.root))) {
    const { items } = await store.find(commentKind, companyId, {
      where: { root },
      limit: MOST_IN_ONE,
    });
    const together = [
      ...items.filter(({ id }) => !all.has(id)),
      ...[...all.values()].filter(({ doc }) => doc.root === root),
    ];
    const lastOwn = Math.max(
      0,
      ...together.filter(({ doc }) => doc.comment.own).map(({ doc }) => doc.comment.createdAt),
    );
    for (const each of together) {
      if (each.doc.comment.own) continue;
      const answer =
        each.doc.comment.createdAt <= lastOwn ? ('answered' as const) : ('open' as const);
      if (answer !== each.doc.answer) all.set(each.id, { ...each, doc: { ...each.doc, answer } });
    }
  }
  return [...all.values()];
}

function countWrites(
  companyId: string,
  filters: readonly ActiveFilter[],
  judged: readonly Kept[],
): readonly Write[] {
  return filters.flatMap(({ id, version, doc }) => {
    const flagged = judged.filter((each) =>
      each.doc.flagged?.some(({ filterId }) => filterId === id),
    ).length;
    if (flagged === 0) return [];
    return [
      {
        kind: commentFilterKind,
        companyId,
        id,
        expect: version,
        doc: { ...doc, flagged: doc.flagged + flagged },
      },
    ];
  });
}

async function eventWrites(
  { clock, events }: KeepPorts,
  companyId: string,
  thread: ThreadRecord,
  fresh: readonly Kept[],
): Promise<readonly Write[]> {
  const writes: Write[] = [];
  for (const each of fresh) {
    const call = {
      name: 'comment.created',
      data: { comment: presentComment(each, thread) },
    } as const;
    writes.push(
      ...(await events.writes(companyId, { id: `comment-${each.id}`, at: clock.now(), call })),
    );
  }
  return writes;
}
