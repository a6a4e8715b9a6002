import { offeredGroup } from '../../accounts/capabilities.ts';
import { findNamed } from '../../accounts/find-account.ts';
import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { openOwner } from '../../manage/inspect/find-owner.ts';
import type { ManagePorts } from '../../manage/open-account.ts';
import type { Stored } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { keepThreads, openedAccount, type PassPorts, passOver } from './pass.ts';
import { type ReadAccount, readThread } from './read-thread.ts';
import {
  adThreadsKind,
  type CommentRecord,
  documentId,
  type ThreadRecord,
  threadKind,
  watchKind,
} from './records.ts';
import type { CommentQuery } from './schema.ts';
import { commentAccounts, noteWatched, type WatchPorts, watchComments } from './watch.ts';

export type ListPorts = ManagePorts & PassPorts & WatchPorts;

/** What was read within this time only the background reads again. */
const FRESH_MS = 60_000;
const AD_THREADS_MS = 60 * 60_000;
/** What a request reads itself of an account that was never read. */
const FIRST_BOUNDS = { adPages: 1, threads: 20 } as const;
const FIRST_ACCOUNTS = 3;

export interface Scope {
  readonly sources: readonly { readonly [F in 'account' | 'thread' | 'postId']?: string }[];
  readonly accounts: readonly AccountKey[];
  matches(doc: CommentRecord): boolean;
}

/** The first page reads what is stale. */
export async function scopeOf(
  ports: ListPorts,
  companyId: string,
  query: CommentQuery,
): Promise<Scope> {
  refuseSeveral(query);
  const isFirst = query.after === undefined;
  const { adId, postId, accountId } = query;
  if (adId !== undefined) return adScope(ports, companyId, { ...query, adId }, isFirst);
  const accounts = await accountsOf(ports, companyId, query);
  if (postId !== undefined)
    return postScope(ports, companyId, { postId, accountId, keys: accounts }, isFirst);
  if (isFirst)
    for (const [i, key] of accounts.entries())
      await askFor(ports, companyId, key, i < FIRST_ACCOUNTS);
  if (isFirst) await watchComments(ports, companyId);
  return {
    sources: accountId === undefined ? [{}] : accounts.map((account) => ({ account })),
    accounts,
    matches: () => true,
  };
}

function refuseSeveral({ adId, postId }: CommentQuery): void {
  if (adId === undefined || postId === undefined) return;
  refuseFaults([{ path: 'postId', code: 'one_of', message: 'Give adId or postId, not both.' }]);
}

const accountsOf = async (ports: ListPorts, companyId: string, query: CommentQuery) =>
  query.accountId === undefined
    ? commentAccounts(ports, companyId)
    : [await namedAccount(ports, companyId, query)];

async function namedAccount(
  ports: ListPorts,
  companyId: string,
  query: CommentQuery,
): Promise<AccountKey> {
  const path = sentName(query, 'accountId');
  const found = await findNamed(ports, companyId, query.accountId ?? '', { path });
  const platform = ports.platforms[found.platform];
  if (platform !== undefined) offeredGroup(platform, 'comments', path);
  return found.key;
}

/** Notes that a caller asks for an account, and reads some comments where none were read before. */
async function askFor(
  ports: ListPorts,
  companyId: string,
  key: AccountKey,
  isReadNow: boolean,
): Promise<void> {
  const watch = await noteWatched(ports, companyId, key, true);
  const now = ports.clock.now();
  if (!isReadNow || watch.passedAt !== undefined || now - (watch.triedAt ?? 0) < FRESH_MS) return;
  const account = await openedAccount(ports, companyId, key);
  if (account === undefined) return;
  await changeKept(ports.store, watchKind, {
    companyId,
    id: key,
    change: (doc) => ({ ...doc, triedAt: now }),
  });
  await passOver(ports, companyId, account, FIRST_BOUNDS);
}

async function adScope(
  ports: ListPorts,
  companyId: string,
  query: CommentQuery & { readonly adId: string },
  isFirst: boolean,
): Promise<Scope> {
  const { adId } = query;
  const account =
    query.accountId === undefined
      ? (
          await withRequestErrors({ missing: sentName(query, 'adId') }, () =>
            openOwner(ports, companyId, { type: 'ad', id: adId }, 'inspect'),
          )
        ).key
      : await namedAccount(ports, companyId, query);
  const opened = await openedAccount(ports, companyId, account);
  if (opened === undefined) {
    const platform = ports.platforms[accountOfKey(account).platform];
    if (platform !== undefined) offeredGroup(platform, 'comments', sentName(query, 'adId'));
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

async function threadsOfAd(
  ports: ListPorts,
  companyId: string,
  account: ReadAccount,
  adId: string,
): Promise<readonly string[]> {
  const { store, clock } = ports;
  const id = documentId(account.platform.definition.id, adId);
  const known = await store.get(adThreadsKind, companyId, id);
  if (known !== undefined && clock.now() - known.doc.readAt < AD_THREADS_MS)
    return known.doc.threads;
  const { data } = await withRequestErrors({ missing: 'adId' }, () =>
    account.comments.threads(account.access, { adIds: [adId] }),
  );
  const threads = await keepThreads(store, companyId, account, data);
  const doc = { threads, account: account.key, readAt: clock.now() };
  // A faster request read the same.
  await store.commit([
    { kind: adThreadsKind, companyId, id, expect: known?.version ?? 'absent', doc },
  ]);
  return threads;
}

async function postScope(
  ports: ListPorts,
  companyId: string,
  {
    postId,
    accountId,
    keys,
  }: {
    readonly postId: string;
    readonly accountId: string | undefined;
    readonly keys: readonly AccountKey[];
  },
  isFirst: boolean,
): Promise<Scope> {
  const known = await knownThread(ports, companyId, keys, postId);
  const accounts = known === undefined ? keys.slice(0, 1) : [known.doc.account];
  const [key] = accounts;
  const account =
    isFirst && key !== undefined ? await openedAccount(ports, companyId, key) : undefined;
  if (account !== undefined) {
    const found = () => account.comments.threads(account.access, { postId });
    const threads =
      known === undefined
        ? await keepThreads(
            ports.store,
            companyId,
            account,
            (await withRequestErrors({ missing: 'postId' }, found)).data,
          )
        : [known.id];
    await readStale(ports, companyId, account, threads);
  }
  return {
    sources: [{ postId }],
    accounts,
    matches: ({ account: of }) => accountId === undefined || accounts.includes(of),
  };
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

/** What cannot be read is shown as it was, with the reason. */
async function readStale(
  ports: ListPorts,
  companyId: string,
  account: ReadAccount,
  ids: readonly string[],
): Promise<void> {
  const { store, clock } = ports;
  const watch = await store.get(watchKind, companyId, account.key);
  for (const id of ids) {
    const stored = await store.get(threadKind, companyId, id);
    if (stored === undefined || clock.now() - (stored.doc.readAt ?? 0) < FRESH_MS) continue;
    // In an account that is not watched nothing is new.
    await readThread(ports, companyId, account, {
      stored,
      newSince: watch?.doc.startedAt ?? clock.now(),
    });
  }
}
