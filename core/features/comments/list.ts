import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { Store } from '../../ports/store.ts';
import { presentComment } from './present.ts';
import {
  type CommentRecord,
  commentKind,
  type StoredComment,
  type ThreadRecord,
  threadKind,
  timeKey,
  type WatchRecord,
  watchKind,
} from './records.ts';
import type { CommentQuery, CommentRow } from './schema.ts';
import { type ListPorts, type Scope, scopeOf } from './scope.ts';

/**
 * Comments as last read, newest first. The place of a comment never changes, so a cursor skips and
 * repeats nothing.
 */
export async function listComments(ports: ListPorts, companyId: string, query: CommentQuery) {
  const scope = await scopeOf(ports, companyId, query);
  const found = await pageOf(ports.store, companyId, scope, query);
  const threads = await threadsOf(ports.store, companyId, found.items);
  const data: CommentRow[] = found.items.map((each) =>
    presentComment(each, threads.get(each.doc.thread)),
  );
  return {
    success: true as const,
    data,
    after: found.after ?? null,
    metadata: await metadataOf(ports.store, companyId, scope),
  };
}

export async function threadsOf(
  store: Store,
  companyId: string,
  items: readonly Pick<StoredComment, 'doc'>[],
): Promise<ReadonlyMap<string, ThreadRecord>> {
  const ids = [...new Set(items.map(({ doc }) => doc.thread))];
  const threads = await Promise.all(ids.map((id) => store.get(threadKind, companyId, id)));
  return new Map(
    threads.flatMap((thread) => (thread === undefined ? [] : [[thread.id, thread.doc] as const])),
  );
}

/** Of accounts with more than 200 threads only some problems are listed. */
async function metadataOf(store: Store, companyId: string, { accounts, sources }: Scope) {
  const named = sources.flatMap(({ thread }) => thread ?? []);
  const threads =
    named.length > 0
      ? (await Promise.all(named.map((id) => store.get(threadKind, companyId, id)))).flatMap(
          (thread) => thread ?? [],
        )
      : (
          await Promise.all(
            accounts
              .slice(0, 20)
              .map((account) =>
                store.find(threadKind, companyId, { where: { account }, limit: 200 }),
              ),
          )
        ).flatMap(({ items }) => items);
  const watches = await Promise.all(
    accounts.map((account) => store.get(watchKind, companyId, account)),
  );
  const times =
    named.length > 0
      ? threads.map(({ doc }) => doc.readAt)
      : watches.map((watch) => watch?.doc.passedAt);
  const isFound = named.length > 0 || watches.every((watch) => isWhole(watch?.doc));
  const readAt =
    times.length > 0 && times.every((time) => time !== undefined)
      ? Math.min(...times.map((time) => time ?? 0))
      : undefined;
  return {
    readAt: readAt === undefined ? null : new Date(readAt).toISOString(),
    complete: isFound && threads.every(({ doc }) => doc.wholeAt !== undefined),
    problems: [
      ...watches.flatMap((watch) => problemOf(watch?.id, watch?.doc.problem)),
      ...threads.flatMap(({ doc }) => problemOf(doc.account, doc.problem, doc.thread.id)),
    ],
  };
}

const isWhole = (watch: WatchRecord | undefined): boolean =>
  watch?.foundAt !== undefined && watch.after === undefined;

const problemOf = (
  account: string | undefined,
  message: string | undefined,
  threadId: string | null = null,
) =>
  // Watches are stored under account keys.
  account === undefined || message === undefined
    ? []
    : [{ adAccountId: adAccountIdOf(account as AccountKey), threadId, message }];

const BATCH = 200;
const MOST_SCANNED = 2_000;

async function pageOf(
  store: Store,
  companyId: string,
  scope: Scope,
  query: CommentQuery,
): Promise<{ readonly items: readonly StoredComment[]; readonly after?: string }> {
  const { limit = 50 } = query;
  const items: StoredComment[] = [];
  let after = query.after;
  for (let scanned = 0; scanned < MOST_SCANNED; ) {
    const batch = await batchBefore(store, companyId, scope, { ...query, after });
    for (const [at, each] of batch.entries()) {
      after = each.doc.sort;
      if (scope.matches(each.doc) && isAskedFor(each.doc, query)) items.push(each);
      const isLast = batch.length < BATCH && at === batch.length - 1;
      if (items.length === limit) return isLast ? { items } : { items, after };
    }
    if (batch.length < BATCH) return { items };
    scanned += batch.length;
  }
  return { items, ...defined({ after }) };
}

async function batchBefore(
  store: Store,
  companyId: string,
  { sources }: Scope,
  { unanswered, hidden, since, after: before }: CommentQuery,
): Promise<readonly StoredComment[]> {
  const range = {
    ...(since !== undefined && { from: timeKey(Date.parse(since)) }),
    ...defined({ before }),
  };
  // Hidden comments need no answer.
  const hiding =
    hidden === undefined ? (unanswered ? 'shown' : undefined) : hidden ? 'hidden' : 'shown';
  const pages = await Promise.all(
    sources.map((source) =>
      store.find(commentKind, companyId, {
        where: {
          ...source,
          ...(unanswered && { answer: 'open' }),
          ...defined({ hiding }),
          sort: range,
        },
        order: { by: 'sort', direction: 'desc' },
        limit: BATCH,
      }),
    ),
  );
  return pages
    .flatMap(({ items }) => items)
    .sort((a, b) => (a.doc.sort < b.doc.sort ? 1 : -1))
    .slice(0, BATCH);
}

function isAskedFor(
  { comment, answer, hiddenBy, flagged = [] }: CommentRecord,
  { q, unanswered, filterId }: CommentQuery,
): boolean {
  if (unanswered === false && answer === 'open') return false;
  if (
    filterId !== undefined &&
    ![hiddenBy, ...flagged].some((match) => match?.filterId === filterId)
  )
    return false;
  if (q === undefined) return true;
  const wanted = q.toLowerCase();
  return (
    comment.text.toLowerCase().includes(wanted) ||
    (comment.author?.name ?? '').toLowerCase().includes(wanted)
  );
}
