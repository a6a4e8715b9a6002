import { type AccountPorts, foundAccount } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import type { AccountKey } from '../../base/account-key.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { JobDone } from '../../ports/jobs.ts';
import { SYSTEM } from '../../ports/store.ts';
import { jobId, jobKind, queueJob } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { COMMENTS_QUEUE } from './pass.ts';
import { commentFilterKind, type WatchRecord, watchKind } from './records.ts';

/** One job a company: has its accounts read from time to time. */
export const COMMENT_WATCH_QUEUE = 'comment-watch';

const SUBJECT = 'all';
const EVERY_MS = 5 * 60_000;
const ASKED_MS = 7 * 86_400_000;
const NOTED_MS = 60 * 60_000;

export type WatchPorts = AccountPorts &
  Pick<ServicePorts, 'clock' | 'events'> &
  Partial<Pick<ServicePorts, 'jobs'>>;

/**
 * Has comments read in the background while a filter is not off, a webhook wants them, or a caller
 * asked within a week. Harmless when repeated.
 */
export async function watchComments(ports: WatchPorts, companyId: string): Promise<void> {
  const { store, clock, jobs } = ports;
  const job = jobId(COMMENT_WATCH_QUEUE, companyId, SUBJECT);
  if ((await store.get(jobKind, SYSTEM, job)) !== undefined) return;
  if ((await wantedAccounts(ports, companyId)).length === 0) return;
  // On a conflict there is a job.
  await store.commit([
    await queueJob(store, COMMENT_WATCH_QUEUE, { companyId, subject: SUBJECT, now: clock.now() }),
  ]);
  await jobs?.wake(job);
}

export async function runCommentWatch(ports: WatchPorts, companyId: string): Promise<JobDone> {
  const { store, clock, jobs } = ports;
  const accounts = await wantedAccounts(ports, companyId);
  for (const key of accounts) {
    await noteWatched(ports, companyId, key, false);
    const job = jobId(COMMENTS_QUEUE, companyId, key);
    if ((await store.get(jobKind, SYSTEM, job)) !== undefined) continue;
    await store.commit([
      await queueJob(store, COMMENTS_QUEUE, {
        companyId,
        subject: key,
        now: clock.now(),
        uses: [key],
      }),
    ]);
    await jobs?.wake(job);
  }
  return accounts.length === 0 ? undefined : { againAt: clock.now() + EVERY_MS };
}

export async function noteWatched(
  { store, clock }: Pick<WatchPorts, 'store' | 'clock'>,
  companyId: string,
  key: AccountKey,
  isAsked: boolean,
): Promise<WatchRecord> {
  for (;;) {
    const now = clock.now();
    const known = await store.get(watchKind, companyId, key);
    if (known !== undefined && (!isAsked || now - known.doc.listedAt < NOTED_MS)) return known.doc;
    const doc: WatchRecord = { startedAt: now, ...known?.doc, listedAt: isAsked ? now : 0 };
    const write = {
      kind: watchKind,
      companyId,
      id: key,
      expect: known?.version ?? ('absent' as const),
      doc,
    };
    if ((await store.commit([write])) === undefined) return doc;
  }
}

export async function commentAccounts(
  { store, platforms }: AccountPorts,
  companyId: string,
): Promise<readonly AccountKey[]> {
  const accounts = (await allOf(store, adAccountKind, companyId)).map(foundAccount);
  return accounts
    .filter(({ platform }) => platforms[platform]?.comments !== undefined)
    .map(({ key }) => key);
}

async function wantedAccounts(
  ports: WatchPorts,
  companyId: string,
): Promise<readonly AccountKey[]> {
  const all = await commentAccounts(ports, companyId);
  if (all.length === 0 || (await ports.events.isWanted(companyId, 'comment.created'))) return all;
  const filters = (await allOf(ports.store, commentFilterKind, companyId)).filter(
    ({ doc }) => doc.mode !== 'off',
  );
  const asked = new Map(
    (await allOf(ports.store, watchKind, companyId)).map(({ id, doc }) => [id, doc.listedAt]),
  );
  const since = ports.clock.now() - ASKED_MS;
  return all.filter(
    (key) =>
      (asked.get(key) ?? 0) > since ||
      filters.some(({ doc }) => doc.accounts === undefined || doc.accounts.includes(key)),
  );
}
