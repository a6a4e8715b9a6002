import type { Store } from '../../ports/store.ts';
import { type CommentRecord, commentKind, type StoredComment, timeKey } from './records.ts';
import type { CommentQuery } from './schema.ts';
import type { Scope } from './scope.ts';

/** Comments read from the store at a time, and at most for one page. */
const BATCH = 200;
const MOST_SCANNED = 2_000;

interface Found {
  readonly items: readonly StoredComment[];
  readonly after?: string;
}

export async function pageOf(store: Store, companyId: string, scope: Scope, query: CommentQuery, limit: number): Promise<Found> {
  const items: StoredComment[] = [];
  let after = query.after;
  for (let scanned = 0; scanned < MOST_SCANNED; ) {
    const batch = await batchBefore(store, companyId, scope, query, after);
    for (const [at, each] of batch.entries()) {
      after = each.doc.sort;
      if (scope.matches(each.doc) && isAskedFor(each.doc, query)) items.push(each);
      const isLast = batch.length < BATCH && at === batch.length - 1;
      if (items.length === limit) return isLast ? { items } : { items, after };
    }
    if (batch.length < BATCH) return { items };
    scanned += batch.length;
  }
  return { items, ...(after !== undefined && { after }) };
}

async function batchBefore(
  store: Store,
  companyId: string,
  { sources }: Scope,
  { unanswered, hidden, since }: CommentQuery,
  before: string | undefined,
): Promise<readonly StoredComment[]> {
  const range = {
    ...(since !== undefined && { from: timeKey(Date.parse(since)) }),
    ...(before !== undefined && { before }),
  };
  // Hidden comments need no answer.
  const hiding = hidden === undefined ? (unanswered ? 'shown' : undefined) : hidden ? 'hidden' : 'shown';
  const pages = await Promise.all(
    sources.map((source) =>
      store.find(commentKind, companyId, {
        where: { ...source, ...(unanswered && { answer: 'open' }), ...(hiding !== undefined && { hiding }), sort: range },
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
  if (filterId !== undefined && ![hiddenBy, ...flagged].some((match) => match?.filterId === filterId)) return false;
  if (q === undefined) return true;
  const wanted = q.toLowerCase();
  return comment.text.toLowerCase().includes(wanted) || (comment.author?.name ?? '').toLowerCase().includes(wanted);
}
