import type { Job } from '../ports/jobs.ts';
import { kind, type Store, SYSTEM, type Write } from '../ports/store.ts';

export const jobKind = kind<Job>('job', {
  dueAt: 'number',
  askedAt: 'number',
  turnMs: 'number',
  deadAt: 'number',
});

export const jobId = (queue: string, companyId: string, subject: string): string =>
  `${queue}:${companyId}:${subject}`;

export const queueOf = (id: string): string => id.slice(0, id.indexOf(':'));

/**
 * Makes a job durable: goes into the commit that creates what it works on. `uses` and `isSmall` as
 * in `Job`; due after `delayMs`.
 */
export function jobWrite(
  queue: string,
  companyId: string,
  {
    subject,
    now,
    uses = [],
    delayMs = 0,
    isSmall = false,
  }: {
    readonly subject: string;
    readonly now: number;
    readonly uses?: readonly string[] | undefined;
    readonly delayMs?: number | undefined;
    readonly isSmall?: boolean | undefined;
  },
): Write {
  const times = { dueAt: now + delayMs, askedAt: now };
  const doc: Job = {
    queue,
    companyId,
    subject,
    ...times,
    attempts: 0,
    ...(uses.length > 0 && { uses }),
    ...(isSmall && { isSmall }),
  };
  return {
    kind: jobKind,
    companyId: SYSTEM,
    id: jobId(queue, companyId, subject),
    expect: 'absent',
    doc,
  };
}

/**
 * The same for what may be worked on already: an open job becomes due, one in a worker's turn runs
 * again after it, a dead one starts again.
 */
export async function queueJob(
  store: Store,
  queue: string,
  {
    companyId,
    subject,
    now,
    uses,
  }: {
    readonly companyId: string;
    readonly subject: string;
    readonly now: number;
    readonly uses?: readonly string[] | undefined;
  },
): Promise<Write> {
  const open = await store.get(jobKind, SYSTEM, jobId(queue, companyId, subject));
  const write = jobWrite(queue, companyId, {
    subject,
    now,
    uses: uses ?? open?.doc.uses,
    delayMs: 0,
    isSmall: open?.doc.isSmall,
  });
  if (open === undefined) return write;
  return {
    ...write,
    expect: open.version,
    ...(open.doc.turn !== undefined && { doc: { ...open.doc, again: true } }),
  };
}
