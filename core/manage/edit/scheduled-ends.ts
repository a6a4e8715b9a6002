import type { Actor } from '../../access/caller.ts';
import { accessAccount } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import type { JobDone } from '../../ports/jobs.ts';
import { kind, type Store, SYSTEM, type Write } from '../../ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../records/job.ts';
import type { ManagePorts } from '../open-account.ts';
import { changeWrite, refusedWrite } from './trace.ts';

/**
 * The end of an ad that its platform cannot end: a job pauses the ad then. Id: account and ad,
 * until it was paused.
 */
interface ScheduledEnd {
  readonly account: AccountKey;
  readonly adId: string;
  readonly endTime: number;
  readonly keyId: string;
}

export const scheduledEndKind = kind<ScheduledEnd>('scheduled-end', {
  account: 'string',
  endTime: 'number',
});

export const END_QUEUE = 'ad-end';

/** A job looks at its end at least this often: a wrong clock puts no end off for longer. */
const LOOK_MS = 24 * 60 * 60 * 1000;

const endId = (account: AccountKey, adId: string) => `${account}/${adId}`;

/** Pauses an ad at a time, instead of the end it may have had. Durable once it returns. */
export async function scheduleEnd(
  { store, clock }: Pick<ManagePorts, 'store' | 'clock'>,
  { companyId, keyId }: Actor,
  account: AccountKey,
  { adId, endTime }: Pick<ScheduledEnd, 'adId' | 'endTime'>,
): Promise<void> {
  const id = endId(account, adId);
  const doc: ScheduledEnd = { account, adId, endTime, keyId };
  for (;;) {
    const known = await store.get(scheduledEndKind, companyId, id);
    const job = await store.get(jobKind, SYSTEM, jobId(END_QUEUE, companyId, id));
    const now = clock.now();
    const delay = Math.min(Math.max(0, endTime - now), LOOK_MS);
    const queued = jobWrite(END_QUEUE, companyId, {
      subject: id,
      now,
      uses: [account],
      delayMs: delay,
    });
    const writes: Write[] = [
      { kind: scheduledEndKind, companyId, id, expect: known?.version ?? 'absent', doc },
      // A worker that has the job reads the new end before it pauses anything, or fails to conclude
      // the old one.
      ...(job?.doc.turn !== undefined
        ? [{ ...queued, expect: job.version, doc: { ...job.doc, again: true } }]
        : [{ ...queued, expect: job?.version ?? ('absent' as const) }]),
    ];
    if ((await store.commit(writes)) === undefined) return;
  }
}

export async function forgetEnd(
  store: Store,
  companyId: string,
  account: AccountKey,
  adId: string,
): Promise<void> {
  const id = endId(account, adId);
  for (;;) {
    const known = await store.get(scheduledEndKind, companyId, id);
    if (known === undefined) return;
    const gone: Write = {
      kind: scheduledEndKind,
      companyId,
      id,
      expect: known.version,
      doc: undefined,
    };
    if ((await store.commit([gone])) === undefined) return;
  }
}

/** Throws what may pass when it is tried again. */
export async function runScheduledEnd(
  ports: ManagePorts,
  companyId: string,
  id: string,
): Promise<JobDone> {
  const { store, clock } = ports;
  const end = await store.get(scheduledEndKind, companyId, id);
  if (end === undefined) return undefined;
  const { account, adId, endTime, keyId } = end.doc;
  const now = clock.now();
  if (endTime > now) return { againAt: Math.min(endTime, now + LOOK_MS) };
  const adAccountId = adAccountIdOf(account);
  const change = {
    action: 'ad.status',
    subject: adId,
    adAccountId,
    after: { status: 'PAUSED', endTime },
  };
  const caller = { companyId, keyId };
  const conclude = async (write: Write): Promise<JobDone> => {
    const gone: Write = {
      kind: scheduledEndKind,
      companyId,
      id,
      expect: end.version,
      doc: undefined,
    };
    // A changed end counts.
    return (await store.commit([gone, write])) === undefined ? undefined : { againAt: clock.now() };
  };
  const failure = await pausedAt(ports, companyId, account, adId);
  if (failure === undefined) return conclude(changeWrite(ports, caller, change));
  if (failure.class !== 'missing') throw new PlatformError(failure);
  return conclude(refusedWrite(ports, caller, change, failure));
}

/** Class `missing` where the ad or its account is gone. */
async function pausedAt(ports: ManagePorts, companyId: string, account: AccountKey, adId: string) {
  try {
    const { platform, access } = await accessAccount(ports, companyId, account);
    const [result] = await offeredGroup(platform, 'edit').setStatus(access, [
      { type: 'ad', id: adId, status: 'PAUSED' },
    ]);
    return result?.failure;
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'not_found') throw error;
    const { message } = error;
    const platform = account.slice(0, account.indexOf(':'));
    return { platform, class: 'missing' as const, message, fix: '', retryable: false, traceId: '' };
  }
}
