import { type AccessPorts, accessIfThere } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { CommentThread } from '../../ports/platform-comments.ts';
import type { Store, Write } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { hideDue } from './hide-due.ts';
import { type ReadAccount, readThread } from './read-thread.ts';
import {
  documentId,
  type ThreadRecord,
  threadKind,
  type WatchRecord,
  watchKind,
} from './records.ts';

/** The subject is the key of an account. */
export const COMMENTS_QUEUE = 'comments';

export type PassPorts = AccessPorts & Pick<ServicePorts, 'clock' | 'events'>;

interface PassBounds {
  /** Pages of ads searched for threads. */
  readonly adPages: number;
  readonly threads: number;
  readonly stopping?: () => boolean;
}

const usual = { adPages: 5, threads: 40 };
const ADS_ON_A_PAGE = 100;
const FIND_EVERY_MS = 30 * 60_000;
const AT_ONCE = 4;
/** Between two passes while more is due: bounds what one account is asked. */
const SOON_MS = 10_000;
const LATER_MS = 5 * 60_000;

export async function runCommentsPass(
  ports: PassPorts,
  companyId: string,
  key: AccountKey,
  stopping: () => boolean,
): Promise<JobDone> {
  const account = await openedAccount(ports, companyId, key);
  const watch = await ports.store.get(watchKind, companyId, key);
  if (account === undefined || watch === undefined) return undefined;
  const { failure, isMore } = await passOver(ports, companyId, account, { ...usual, stopping });
  const isAgain = failure?.retryable ?? isMore;
  const pause = failure === undefined ? SOON_MS : (failure.retryAfterMs ?? LATER_MS);
  return isAgain ? { againAt: ports.clock.now() + pause } : undefined;
}

/** Undefined where the account is gone or its platform has no comments. */
export async function openedAccount(
  ports: PassPorts,
  companyId: string,
  key: AccountKey,
): Promise<ReadAccount | undefined> {
  const account = await accessIfThere(ports, companyId, key);
  const comments = account?.platform.comments;
  return account && comments && { ...account, comments };
}

interface Passed {
  readonly failure?: PlatformFailure;
  readonly isMore: boolean;
}

/** Keeps the problem of a pass until a later one succeeds. */
export async function passOver(
  ports: PassPorts,
  companyId: string,
  account: ReadAccount,
  bounds: PassBounds,
): Promise<Passed> {
  const passed = await passOnce(ports, companyId, account, bounds);
  const { failure } = passed;
  const problem = failure && `${failure.message} ${failure.fix}`;
  const known = (await ports.store.get(watchKind, companyId, account.key))?.doc;
  if (known !== undefined && known.problem !== problem)
    await changeKept(ports.store, watchKind, {
      companyId,
      id: account.key,
      change: ({ problem: _, ...doc }) => ({ ...doc, ...defined({ problem }) }),
    });
  return passed;
}

/**
 * Hides what filters want hidden, searches for threads from time to time, and reads those that are
 * due.
 */
async function passOnce(
  ports: PassPorts,
  companyId: string,
  account: ReadAccount,
  { adPages, threads: limit, stopping = () => false }: PassBounds,
): Promise<Passed> {
  const { store, clock } = ports;
  try {
    const before = await hideDue(ports, companyId, account);
    if (before !== undefined) return { failure: before, isMore: true };
    const watch = await findThreads(ports, companyId, account, { adPages, stopping });
    if (watch === undefined || stopping()) return { isMore: true };
    const isDue = () => ({ account: account.key, dueAt: { before: clock.now() + 1 } });
    const due = await store.find(threadKind, companyId, {
      where: isDue(),
      order: { by: 'dueAt' },
      limit,
    });
    const read = (stored: (typeof due.items)[number]) =>
      readThread(ports, companyId, account, { stored, newSince: watch.startedAt });
    const failures = await mapBounded(due.items, AT_ONCE, read, stopping);
    if (stopping()) return { isMore: true };
    const after = await hideDue(ports, companyId, account);
    if (after !== undefined) return { failure: after, isMore: true };
    // One unreadable thread says nothing about the others; a dead token does.
    const dead = failures.find((failure) => failure?.class === 'auth');
    if (dead !== undefined) return { failure: dead, isMore: true };
    await changeKept(store, watchKind, {
      companyId,
      id: account.key,
      change: (doc) => ({ ...doc, passedAt: clock.now() }),
    });
    const left = await store.count(threadKind, companyId, { where: isDue() });
    return { isMore: left > 0 || watch.after !== undefined };
  } catch (error) {
    if (error instanceof PlatformError) return { failure: error.failure, isMore: true };
    throw error;
  }
}

/** Undefined where the account is not watched any more. */
async function findThreads(
  { store, clock }: PassPorts,
  companyId: string,
  account: ReadAccount,
  { adPages, stopping }: Pick<Required<PassBounds>, 'adPages' | 'stopping'>,
): Promise<WatchRecord | undefined> {
  let watch = (await store.get(watchKind, companyId, account.key))?.doc;
  if (watch === undefined) return undefined;
  if (watch.after === undefined && clock.now() - (watch.foundAt ?? 0) < FIND_EVERY_MS) return watch;
  for (let page = 0; page < adPages && !stopping(); page += 1) {
    const { data, after } = await account.comments.threads(account.access, {
      limit: ADS_ON_A_PAGE,
      ...defined({ after: watch.after }),
    });
    await keepThreads(store, companyId, account, data);
    const foundAt = clock.now();
    const next = await changeKept(store, watchKind, {
      companyId,
      id: account.key,
      change: ({ after: _, ...doc }) =>
        after === undefined ? { ...doc, foundAt } : { ...doc, after },
    });
    if (next === undefined || after === undefined) return next;
    watch = next;
  }
  return watch;
}

/** New threads are due at once; known ones get the new ads. */
export async function keepThreads(
  store: Store,
  companyId: string,
  { key, platform }: ReadAccount,
  threads: readonly CommentThread[],
): Promise<readonly string[]> {
  const ids = threads.map(({ id }) => documentId(platform.definition.id, id));
  for (;;) {
    const known = await Promise.all(ids.map((id) => store.get(threadKind, companyId, id)));
    const writes = threads.flatMap((thread, i): readonly Write[] => {
      const before = known[i];
      const adIds = [...new Set([...(before?.doc.thread.adIds ?? []), ...thread.adIds])];
      if (adIds.length === before?.doc.thread.adIds.length) return [];
      const doc: ThreadRecord = {
        account: key,
        dueAt: 0,
        ...before?.doc,
        thread: { ...thread, adIds },
      };
      return [
        { kind: threadKind, companyId, id: ids[i] ?? '', expect: before?.version ?? 'absent', doc },
      ];
    });
    if (writes.length === 0 || (await store.commit(writes)) === undefined) return ids;
  }
}
