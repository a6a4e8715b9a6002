import { type AccountKey, accountOfKey, adAccountIdOf } from '../accounts/account-key.ts';
import { offeredGroup } from '../capabilities.ts';
import { openOwner } from '../manage/inspect/find-owner.ts';
import { findNamed, type ManagePorts } from '../manage/open-account.ts';
import { refuseFaults, withRequestErrors } from '../manage/refusal.ts';
import type { Store, Stored } from '../ports/store.ts';
import type { CommentQuery, CommentRow } from '../schema/comments.ts';
import { changeWatch, keepThreads, openedAccount, type PassPorts, passOver } from './pass.ts';
import { presentComment } from './present.ts';
import { type ReadAccount, readThread } from './read-thread.ts';
import {
  adThreadsKind,
  type CommentRecord,
  commentKind,
  documentId,
  type StoredComment,
  type ThreadRecord,
  threadKind,
  timeKey,
  type WatchRecord,
  watchKind,
} from './records.ts';
import { commentAccounts, noteWatched, type WatchPorts, watchComments } from './watch.ts';

export interface ListPorts extends ManagePorts, PassPorts, WatchPorts {
  readonly store: Store;
}

/** Comments that are read from the store at a time, and at most for one page, where only a look into each tells. */
const BATCH = 200;
const MOST_SCANNED = 2_000;
/** What was read within this time is read again only in the background. */
const FRESH_MS = 60_000;
/** The threads of an ad are asked for again after this. */
const AD_THREADS_MS = 60 * 60_000;
/** A request reads so much itself where an account was never read; the rest is left to the background. */
const FIRST_BOUNDS = { adPages: 1, threads: 20 } as const;
/** Of so many accounts. */
const FIRST_ACCOUNTS = 3;

/** Where comments are looked for, and which of them count. */
interface Scope {
  readonly sources: readonly Source[];
  readonly accounts: readonly AccountKey[];
  matches(doc: CommentRecord): boolean;
}

type Source = { readonly [F in 'account' | 'thread' | 'postId']?: string };

/**
 * Comments as they were last read, newest first. The place of a comment never changes, so that a cursor holds whatever is
 * written or taken back meanwhile: no comment is passed over and none comes twice.
 */
export async function listComments(ports: ListPorts, companyId: string, query: CommentQuery) {
  const scope = await scopeOf(ports, companyId, query);
  const { limit = 50 } = query;
  const found = await pageOf(ports.store, companyId, scope, query, limit);
  const threads = await threadsOf(ports.store, companyId, found.items);
  const data: CommentRow[] = found.items.map((each) => presentComment(each, threads.get(each.doc.thread)));
  return { success: true as const, data, after: found.after ?? null, metadata: await metadataOf(ports.store, companyId, scope) };
}

async function scopeOf(ports: ListPorts, companyId: string, query: CommentQuery): Promise<Scope> {
  refuseSeveral(query);
  const isFirst = query.after === undefined;
  if (query.adId !== undefined) return adScope(ports, companyId, { ...query, adId: query.adId }, isFirst);
  if (query.postId !== undefined) return postScope(ports, companyId, { ...query, postId: query.postId }, isFirst);
  const accounts =
    query.accountId === undefined
      ? await commentAccounts(ports, companyId)
      : [await namedAccount(ports, companyId, query.accountId)];
  if (isFirst) for (const [i, key] of accounts.entries()) await askFor(ports, companyId, key, i < FIRST_ACCOUNTS);
  if (isFirst) await watchComments(ports, companyId);
  return {
    sources: query.accountId === undefined ? [{}] : accounts.map((account) => ({ account })),
    accounts,
    matches: () => true,
  };
}

function refuseSeveral({ adId, postId }: CommentQuery): void {
  if (adId === undefined || postId === undefined) return;
  refuseFaults([{ path: 'postId', code: 'one_of', message: 'Give adId or postId, not both.' }]);
}

async function namedAccount(ports: ListPorts, companyId: string, accountId: string): Promise<AccountKey> {
  const found = await findNamed(ports, companyId, accountId, 'accountId');
  const platform = ports.platforms[found.platform];
  if (platform !== undefined) offeredGroup(platform, 'comments', 'accountId');
  return found.key;
}

/** Notes that the comments of an account are asked for, and reads some where they never were. */
async function askFor(ports: ListPorts, companyId: string, key: AccountKey, isReadNow: boolean): Promise<void> {
  const watch = await noteWatched(ports, companyId, key, true);
  const now = ports.clock.now();
  if (!isReadNow || watch.passedAt !== undefined || now - (watch.triedAt ?? 0) < FRESH_MS) return;
  const account = await openedAccount(ports, companyId, key);
  if (account === undefined) return;
  await changeWatch(ports.store, companyId, key, (doc) => ({ ...doc, triedAt: now }));
  await passOver(ports, companyId, account, FIRST_BOUNDS);
}

/** Both threads of an ad, wherever else they are shown. */
async function adScope(
  ports: ListPorts,
  companyId: string,
  { adId, accountId }: CommentQuery & { readonly adId: string },
  isFirst: boolean,
): Promise<Scope> {
  const account =
    accountId === undefined
      ? (await openOwner(ports, companyId, { type: 'ad', id: adId }, 'inspect')).key
      : await namedAccount(ports, companyId, accountId);
  const opened = await openedAccount(ports, companyId, account);
  if (opened === undefined) {
    const platform = ports.platforms[accountOfKey(account).platform];
    if (platform !== undefined) offeredGroup(platform, 'comments', 'adId');
    return { sources: [], accounts: [], matches: () => false };
  }
  const threads = await threadsOfAd(ports, companyId, opened, adId);
  if (isFirst) await readStale(ports, companyId, opened, threads);
  return {
    sources: threads.map((thread) => ({ thread })),
    accounts: [account],
    matches: ({ comment }) => comment.adId === undefined || comment.adId === adId,
  };
}

async function threadsOfAd(ports: ListPorts, companyId: string, account: ReadAccount, adId: string): Promise<readonly string[]> {
  const { store, clock } = ports;
  const id = documentId(account.platform.definition.id, adId);
  const known = await store.get(adThreadsKind, companyId, id);
  if (known !== undefined && clock.now() - known.doc.readAt < AD_THREADS_MS) return known.doc.threads;
  const { data } = await withRequestErrors({ missing: 'adId' }, () =>
    account.comments.threads(account.access, { adIds: [adId] }),
  );
  const threads = await keepThreads(store, companyId, account, data);
  const doc = { threads, account: account.key, readAt: clock.now() };
  // Whoever was faster has read the same.
  await store.commit([{ kind: adThreadsKind, companyId, id, expect: known?.version ?? 'absent', doc }]);
  return threads;
}

async function postScope(
  ports: ListPorts,
  companyId: string,
  { postId, accountId }: CommentQuery & { readonly postId: string },
  isFirst: boolean,
): Promise<Scope> {
  const keys =
    accountId === undefined ? await commentAccounts(ports, companyId) : [await namedAccount(ports, companyId, accountId)];
  const known = await knownThread(ports, companyId, keys, postId);
  const accounts = known === undefined ? keys.slice(0, 1) : [known.doc.account];
  const [key] = accounts;
  const account = isFirst && key !== undefined ? await openedAccount(ports, companyId, key) : undefined;
  if (account !== undefined) {
    const threads =
      known === undefined
        ? await keepThreads(
            ports.store,
            companyId,
            account,
            (await withRequestErrors({ missing: 'postId' }, () => account.comments.threads(account.access, { postId }))).data,
          )
        : [known.id];
    await readStale(ports, companyId, account, threads);
  }
  return { sources: [{ postId }], accounts, matches: ({ account: of }) => accountId === undefined || accounts.includes(of) };
}

async function knownThread(
  { store }: ListPorts,
  companyId: string,
  keys: readonly AccountKey[],
  postId: string,
): Promise<Stored<ThreadRecord> | undefined> {
  for (const platform of new Set(keys.map((key) => accountOfKey(key).platform))) {
    const thread = await store.get(threadKind, companyId, documentId(platform, postId));
    if (thread !== undefined) return thread;
  }
  return undefined;
}

/** Reads threads that were not read within a minute. What cannot be read is shown as it was, with the reason. */
async function readStale(ports: ListPorts, companyId: string, account: ReadAccount, ids: readonly string[]): Promise<void> {
  const { store, clock } = ports;
  const watch = await store.get(watchKind, companyId, account.key);
  for (const id of ids) {
    const thread = await store.get(threadKind, companyId, id);
    if (thread === undefined || clock.now() - (thread.doc.readAt ?? 0) < FRESH_MS) continue;
    // Where nobody watches the account nothing is new: it was there before anybody asked.
    await readThread(ports, companyId, account, thread, watch?.doc.startedAt ?? clock.now());
  }
}

interface Found {
  readonly items: readonly StoredComment[];
  /** Absent after the last. */
  readonly after?: string;
}

async function pageOf(store: Store, companyId: string, scope: Scope, query: CommentQuery, limit: number): Promise<Found> {
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

/** The next comments of all sources together, newest first. */
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
  // An answer to what nobody can see is not wanted.
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

function isAskedFor({ comment, answer }: CommentRecord, { q, unanswered }: CommentQuery): boolean {
  if (unanswered === false && answer === 'open') return false;
  if (q === undefined) return true;
  const wanted = q.toLowerCase();
  return comment.text.toLowerCase().includes(wanted) || (comment.author?.name ?? '').toLowerCase().includes(wanted);
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

/** How much of what there is was read. Of accounts with very many threads the problems of some are told. */
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

/** What an account, or one of its threads, cannot be read for. */
const problemOf = (account: string | undefined, message: string | undefined, threadId: string | null = null) =>
  // Documents of accounts are kept under their keys.
  account === undefined || message === undefined
    ? []
    : [{ adAccountId: adAccountIdOf(account as AccountKey), threadId, message }];
