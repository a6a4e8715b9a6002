import type { AccountAccess } from '../../accounts/access.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import type { CommentsCapability, PlatformComment } from '../../ports/platform-comments.ts';
import { changeKept } from '../../records/change.ts';
import { type KeepPorts, keepComments } from './keep.ts';
import { forgetComment } from './kept.ts';
import {
  commentKind,
  KEPT_MS,
  refOf,
  type StoredThread,
  type ThreadRecord,
  threadKind,
  timeKey,
} from './records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How often a thread is read as far back as comments are kept; in between only new comments are
 * read.
 */
const WHOLE_EVERY_MS = 6 * hour;
/** How far back later whole readings go. */
const AGAIN_MS = 30 * day;
const PAGE = 100;
const MOST_PAGES = 5;
const MOST_ASKED = 5;
/** A list may leave out younger comments. */
const YOUNG_MS = 2 * minute;

export interface ReadAccount extends AccountAccess {
  readonly comments: CommentsCapability;
}

/**
 * Reads a thread on from where it stands: all of it from time to time, else until a page brings
 * nothing new. Stores and answers the failure that stopped it.
 */
export async function readThread(
  ports: KeepPorts,
  companyId: string,
  account: ReadAccount,
  { stored, newSince }: { readonly stored: StoredThread; readonly newSince: number },
): Promise<PlatformFailure | undefined> {
  const { clock } = ports;
  const seen: PlatformComment[] = [];
  const reading = stored.doc.reading ?? begun(stored.doc, clock.now());
  const isFromStart = stored.doc.reading === undefined;
  let after = stored.doc.reading?.after;
  try {
    for (let pages = 1; ; pages += 1) {
      const askedAt = clock.now();
      const page = await account.comments.page(account.access, stored.doc.thread, {
        since: reading.since,
        limit: PAGE,
        ...defined({ after }),
      });
      seen.push(...page.data);
      after = page.after;
      const keep = (progress: (thread: ThreadRecord) => ThreadRecord): Promise<number> =>
        keepComments(ports, companyId, {
          threadId: stored.id,
          comments: page.data,
          askedAt,
          newSince,
          progress,
        });
      const isOld = page.data.some(({ createdAt }) => createdAt < reading.since);
      const next = isOld ? undefined : after;
      const fresh = await keep((thread) =>
        next === undefined ? ended(thread, reading, clock.now()) : on(thread, reading, next),
      );
      if (next === undefined) break;
      if (!reading.whole && page.data.length > 0 && fresh === 0) {
        await keep((thread) => ended(thread, reading, clock.now()));
        break;
      }
      if (pages === MOST_PAGES) return undefined;
    }
    if (isFromStart)
      await forgetVanished(ports, companyId, account, { stored, seen, begunAt: reading.begunAt });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await noteProblem(ports, companyId, stored.id, error.failure);
    return error.failure;
  }
}

type Reading = Omit<NonNullable<ThreadRecord['reading']>, 'after'>;

function begun({ wholeAt, newestAt }: ThreadRecord, now: number): Reading {
  const whole = wholeAt === undefined || now - wholeAt >= WHOLE_EVERY_MS;
  const since = whole
    ? now - (wholeAt === undefined ? KEPT_MS : AGAIN_MS)
    : Math.max(now - AGAIN_MS, (newestAt ?? 0) - hour);
  return { since, begunAt: now, whole };
}

const on = (
  { problem: _, ...thread }: ThreadRecord,
  reading: Reading,
  after: string,
): ThreadRecord => ({
  ...thread,
  reading: { ...reading, after },
  dueAt: reading.begunAt,
});

const ended = (
  { reading: _, problem: __, ...thread }: ThreadRecord,
  { begunAt, whole }: Reading,
  now: number,
): ThreadRecord => ({
  ...thread,
  readAt: begunAt,
  ...(whole && { wholeAt: begunAt }),
  dueAt: now + pauseFor(thread.newestAt, now),
});

function pauseFor(newestAt: number | undefined, now: number): number {
  const age = now - (newestAt ?? 0);
  if (age < 3 * day) return 5 * minute;
  if (age < 30 * day) return 30 * minute;
  return age < 90 * day || newestAt === undefined ? 2 * hour : day;
}

async function noteProblem(
  { store, clock }: KeepPorts,
  companyId: string,
  id: string,
  failure: PlatformFailure,
): Promise<void> {
  const pause = failure.retryAfterMs ?? (failure.retryable ? 5 * minute : hour);
  await changeKept(store, threadKind, {
    companyId,
    id,
    change({ reading: _, ...doc }) {
      // The cursor may be the reason.
      return { ...doc, dueAt: clock.now() + pause, problem: `${failure.message} ${failure.fix}` };
    },
  });
}

/**
 * Forgets comments that no page had, once the platform says by their ids that they are gone: a list
 * alone proves nothing.
 */
async function forgetVanished(
  ports: KeepPorts,
  companyId: string,
  { comments, access }: ReadAccount,
  {
    stored,
    seen,
    begunAt,
  }: {
    readonly stored: StoredThread;
    readonly seen: readonly PlatformComment[];
    readonly begunAt: number;
  },
): Promise<void> {
  const oldest = Math.min(...seen.map(({ createdAt }) => createdAt));
  const from = Number.isFinite(oldest) ? oldest : begunAt - AGAIN_MS;
  const where = {
    thread: stored.id,
    sort: { from: timeKey(from), before: timeKey(begunAt - YOUNG_MS) },
  };
  const order = { by: 'sort', direction: 'desc' } as const;
  const { items } = await ports.store.find(commentKind, companyId, { where, order, limit: 500 });
  const ids = new Set(seen.map(({ id }) => id));
  const missing = items.filter(({ doc }) => !ids.has(doc.comment.id)).slice(0, MOST_ASKED);
  for (const comment of missing)
    if ((await comments.read(access, refOf(stored.doc.thread, comment.doc))) === undefined)
      await forgetComment(ports, companyId, comment.id);
}
