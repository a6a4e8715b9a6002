import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { findNamed } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { PlatformId } from '../../base/platforms.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../../ports/store.ts';
import { removals } from '../../records/expired.ts';
import { jobId, jobKind, queueJob } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { LEADS_QUEUE, type PassPorts } from './pass.ts';
import {
  addressKind,
  DAY,
  formKind,
  KEEP_DAYS,
  leadKind,
  leadWatchKind,
  type WatchRecord,
} from './records.ts';
import type { WatchRequest, WatchRow } from './schema.ts';

export type WatchPorts = PassPorts & Pick<ServicePorts, 'jobs'>;

/** The account that a request names, on a platform that has leads. */
export async function leadAccount(
  ports: WatchPorts,
  companyId: string,
  request: { readonly accountId: string },
) {
  const path = sentName(request, 'accountId');
  const { key, platform: id } = await findNamed(ports, companyId, request.accountId, { path });
  const platform = ports.platforms[id];
  if (platform !== undefined) offeredGroup(platform, 'leads', path);
  return { key, platform };
}

/** Begins to read the leads of an account, or changes how. */
export async function setWatch(
  ports: WatchPorts,
  caller: Actor,
  request: WatchRequest,
): Promise<WatchRow> {
  const { companyId } = caller;
  const { keepDays, destination } = request;
  const { key, platform } = await leadAccount(ports, companyId, request);
  if (platform !== undefined)
    offeredMember(platform, 'leads', 'page', sentName(request, 'accountId'));
  for (;;) {
    const now = ports.clock.now();
    const known = await ports.store.get(leadWatchKind, companyId, key);
    const before: WatchRecord = known?.doc ?? { startedAt: now, keepDays: KEEP_DAYS };
    const doc: WatchRecord = { ...before, ...defined({ keepDays, destination }) };
    const writes = [
      {
        kind: leadWatchKind,
        companyId,
        id: key,
        expect: known?.version ?? ('absent' as const),
        doc,
      },
      await queueJob(ports.store, LEADS_QUEUE, { companyId, subject: key, now, uses: [key] }),
      auditWrite(ports, caller, {
        action: 'leads.watch',
        subject: key,
        details: { keepDays: doc.keepDays },
      }),
    ];
    if ((await ports.store.commit(writes)) !== undefined) continue;
    if (known !== undefined && known.doc.keepDays !== doc.keepDays)
      await redate(ports, companyId, key, doc.keepDays);
    await ports.jobs.wake(jobId(LEADS_QUEUE, companyId, key));
    return shownWatch(ports, companyId, { id: key, version: 0, doc });
  }
}

/** Leads that are there end as those that come. */
async function redate(
  { store }: Pick<WatchPorts, 'store'>,
  companyId: string,
  account: AccountKey,
  keepDays: number,
) {
  for (let after: string | undefined; ; ) {
    const page = await store.find(leadKind, companyId, {
      where: { account, state: 'kept' },
      limit: 200,
      ...defined({ after }),
    });
    const writes = page.items.map(({ id, version, doc }): Write => {
      const endsAt = doc.createdAt + keepDays * DAY;
      return { kind: leadKind, companyId, id, expect: version, doc: { ...doc, endsAt } };
    });
    // One that changed meanwhile is found again.
    if (writes.length > 0 && (await store.commit(writes)) !== undefined) continue;
    after = page.next;
    if (after === undefined) return;
  }
}

export async function listWatches(
  { store }: Pick<WatchPorts, 'store'>,
  companyId: string,
): Promise<WatchRow[]> {
  const watches = await allOf(store, leadWatchKind, companyId);
  return Promise.all(watches.map((watch) => shownWatch({ store }, companyId, watch)));
}

/** Whether leads of any account there are read. */
export const isWatched = async (
  ports: { readonly store: Store },
  companyId: string,
  platform: PlatformId,
): Promise<boolean> =>
  // Watches are stored under account keys.
  (await allOf(ports.store, leadWatchKind, companyId)).some(
    ({ id }) => accountOfKey(id as AccountKey).platform === platform,
  );

/** Leads that are there stay until their time is over. */
export async function endWatch(ports: WatchPorts, caller: Actor, id: string): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const watch = await ports.store.get(leadWatchKind, companyId, id);
    if (watch === undefined) throw new SlipwayError('not_found', 'There is nothing with this id.');
    const forms = await allOf(ports.store, formKind, companyId, { where: { account: id } });
    const addresses = await allOf(ports.store, addressKind, companyId, { where: { account: id } });
    const writes: Write[] = [
      ...removals(addressKind, companyId, addresses),
      ...removals(leadWatchKind, companyId, [watch]),
      ...removals(formKind, companyId, forms),
      auditWrite(ports, caller, { action: 'leads.unwatch', subject: id }),
    ];
    if ((await ports.store.commit(writes)) === undefined) return;
  }
}

async function shownWatch(
  ports: Pick<WatchPorts, 'store'>,
  companyId: string,
  { id, doc }: Stored<WatchRecord>,
): Promise<WatchRow> {
  // Watches are stored under account keys.
  const { platform, adAccountId } = accountOfKey(id as AccountKey);
  const readAt = await wholeAt(ports, companyId, id as AccountKey, doc);
  return {
    id,
    platform,
    adAccountId,
    keepDays: doc.keepDays,
    destination: doc.destination ?? null,
    startedAt: new Date(doc.startedAt).toISOString(),
    readAt: readAt === undefined ? null : new Date(readAt).toISOString(),
    problem: doc.problem ?? null,
  };
}

/**
 * By when every form was read: quiet forms are read less often than a pass comes by. Without forms,
 * when they were looked for.
 */
async function wholeAt(
  { store }: Pick<WatchPorts, 'store'>,
  companyId: string,
  account: AccountKey,
  { passedAt }: WatchRecord,
): Promise<number | undefined> {
  const forms = (await allOf(store, formKind, companyId, { where: { account } }))
    .map(({ doc }) => doc)
    .filter(({ form: { state } }) => state !== 'deleted' && state !== 'draft');
  if (forms.some(({ readAt }) => readAt === undefined)) return undefined;
  return forms.length === 0 ? passedAt : Math.min(...forms.map(({ readAt = 0 }) => readAt));
}

/** Orders the job of each watch that has none. */
export async function watchLeads(
  { store, clock, jobs }: Pick<ServicePorts, 'store' | 'clock' | 'jobs'>,
  companyId: string,
): Promise<void> {
  for (const { id } of await allOf(store, leadWatchKind, companyId)) {
    const job = jobId(LEADS_QUEUE, companyId, id);
    if ((await store.get(jobKind, SYSTEM, job)) !== undefined) continue;
    // Disconnected meanwhile.
    if ((await store.get(adAccountKind, companyId, id)) === undefined) continue;
    // On a conflict there is a job.
    await store.commit([
      await queueJob(store, LEADS_QUEUE, { companyId, subject: id, now: clock.now(), uses: [id] }),
    ]);
    await jobs.wake(job);
  }
}
