import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import type { Store } from '../../ports/store.ts';
import { pageOf } from './list-page.ts';
import { presentComment } from './present.ts';
import { type StoredComment, type ThreadRecord, threadKind, type WatchRecord, watchKind } from './records.ts';
import type { CommentQuery, CommentRow } from './schema.ts';
import { type ListPorts, type Scope, scopeOf } from './scope.ts';

/** Comments as last read, newest first. The place of a comment never changes, so a cursor skips and repeats nothing. */
export async function listComments(ports: ListPorts, companyId: string, query: CommentQuery) {
  const scope = await scopeOf(ports, companyId, query);
  const { limit = 50 } = query;
  const found = await pageOf(ports.store, companyId, scope, query, limit);
  const threads = await threadsOf(ports.store, companyId, found.items);
  const data: CommentRow[] = found.items.map((each) => presentComment(each, threads.get(each.doc.thread)));
  return { success: true as const, data, after: found.after ?? null, metadata: await metadataOf(ports.store, companyId, scope) };
}

export async function threadsOf(
  store: Store,
  companyId: string,
  items: readonly Pick<StoredComment, 'doc'>[],
): Promise<ReadonlyMap<string, ThreadRecord>> {
  const ids = [...new Set(items.map(({ doc }) => doc.thread))];
  const threads = await Promise.all(ids.map((id) => store.get(threadKind, companyId, id)));
  return new Map(threads.flatMap((thread) => (thread === undefined ? [] : [[thread.id, thread.doc] as const])));
}

/** Of accounts with more than 200 threads only some problems are listed. */
async function metadataOf(store: Store, companyId: string, { accounts, sources }: Scope) {
  const named = sources.flatMap(({ thread }) => thread ?? []);
  const threads =
    named.length > 0
      ? (await Promise.all(named.map((id) => store.get(threadKind, companyId, id)))).flatMap((thread) => thread ?? [])
      : (
          await Promise.all(
            accounts.slice(0, 20).map((account) => store.find(threadKind, companyId, { where: { account }, limit: 200 })),
          )
        ).flatMap(({ items }) => items);
  const watches = await Promise.all(accounts.map((account) => store.get(watchKind, companyId, account)));
  const times = named.length > 0 ? threads.map(({ doc }) => doc.readAt) : watches.map((watch) => watch?.doc.passedAt);
  const isFound = named.length > 0 || watches.every((watch) => isWhole(watch?.doc));
  const readAt =
    times.length > 0 && times.every((time) => time !== undefined) ? Math.min(...times.map((time) => time ?? 0)) : undefined;
  return {
    readAt: readAt === undefined ? null : new Date(readAt).toISOString(),
    complete: isFound && threads.every(({ doc }) => doc.wholeAt !== undefined),
    problems: [
      ...watches.flatMap((watch) => problemOf(watch?.id, watch?.doc.problem)),
      ...threads.flatMap(({ doc }) => problemOf(doc.account, doc.problem, doc.thread.id)),
    ],
  };
}

const isWhole = (watch: WatchRecord | undefined): boolean => watch?.foundAt !== undefined && watch.after === undefined;

const problemOf = (account: string | undefined, message: string | undefined, threadId: string | null = null) =>
  // Watches are stored under account keys.
  account === undefined || message === undefined
    ? []
    : [{ adAccountId: adAccountIdOf(account as AccountKey), threadId, message }];
