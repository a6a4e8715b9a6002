import { credentialsOf } from '../accounts/access.ts';
import { openPlatform } from '../accounts/find-account.ts';
import { connectionKind } from '../accounts/records.ts';
import { testWrite } from '../accounts/tested.ts';
import { type AccountKey, accountKey } from '../base/account-key.ts';
import { counted } from '../base/counted.ts';
import { PlatformError, SlipwayError } from '../base/errors.ts';
import type { News } from '../events/events.ts';
import { batchKind } from '../launch/journal/records.ts';
import type { ServicePorts } from '../operations/ports.ts';
import type { JobDone } from '../ports/jobs.ts';
import { kind, SYSTEM, type Write } from '../ports/store.ts';
import { jobId, jobKind, queueJob } from '../records/job.ts';
import { allOf } from '../records/list.ts';
import { rejectedAds } from './rejected-ads.ts';
import type { RejectedAds } from './rejected-schema.ts';

/** Asks the platforms now and then what people want to know: one job for each company. */
export const WATCH_QUEUE = 'watch';

const HOUR_MS = 60 * 60 * 1000;
/** How often credentials are tried, unless other work does. */
const TRIED_MS = 6 * HOUR_MS;
/** A platform's review takes days at most. */
const LAUNCHED_MS = 7 * 24 * HOUR_MS;

/** Reported rejected ads: each is reported once as long as it stays rejected. */
export const toldRejectedKind = kind<{ readonly ads: readonly string[] }>('told-rejected');
const ALL = 'all';

/** Only where a platform is connected. */
export async function orderWatch(
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
): Promise<void> {
  if ((await store.count(connectionKind, companyId)) === 0) return;
  const open = await store.get(jobKind, SYSTEM, jobId(WATCH_QUEUE, companyId, ALL));
  if (open !== undefined && open.doc.deadAt === undefined) return;
  // A conflict means that another process did it.
  await store.commit([
    await queueJob(store, WATCH_QUEUE, { companyId, subject: ALL, now: clock.now() }),
  ]);
}

export async function runWatch(
  ports: ServicePorts,
  companyId: string,
  stopping: () => boolean,
): Promise<JobDone> {
  await tryConnections(ports, companyId, stopping);
  if (!stopping() && (await isAnybodyInterested(ports, companyId)))
    await tellRejected(ports, companyId, stopping);
  return stopping() ? { againAt: ports.clock.now() } : undefined;
}

/** Credentials die silently: tries each, and keeps the platform's answer. */
async function tryConnections(
  ports: ServicePorts,
  companyId: string,
  stopping: () => boolean,
): Promise<void> {
  const now = ports.clock.now();
  for (const { id, doc } of await allOf(ports.store, connectionKind, companyId)) {
    if (stopping()) return;
    const { tested, createdAt, endsAt = Number.POSITIVE_INFINITY } = doc;
    if (tested?.isDead || endsAt <= now || now - (tested?.at ?? createdAt) < TRIED_MS) continue;
    try {
      const credentials = await credentialsOf(ports, companyId, id);
      await openPlatform(ports.platforms, doc.platform).accounts.list(companyId, credentials, id);
      await ports.store.commit([...(await testWrite(ports, companyId, id))]);
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      // Temporary failures say nothing about the credentials.
      if (!(error instanceof PlatformError) || error.failure.class !== 'auth') continue;
      // After a conflict the next look tells.
      await ports.store.commit([
        ...(await testWrite(ports, companyId, id, { failure: error.failure })),
      ]);
    }
  }
}

/** Whether a company has launched lately, or wants the event. */
async function isAnybodyInterested(
  { store, clock, events }: ServicePorts,
  companyId: string,
): Promise<boolean> {
  const where = { createdAt: { from: clock.now() - LAUNCHED_MS } };
  if ((await store.find(batchKind, companyId, { where, limit: 1 })).items.length > 0) return true;
  return events.isWanted(companyId, 'ad.rejected');
}

type Rejected = RejectedAds['data'][number];
const keyOf = ({ platform, accountId }: Rejected): AccountKey => accountKey(platform, accountId);

async function tellRejected(
  ports: ServicePorts,
  companyId: string,
  stopping: () => boolean,
): Promise<void> {
  const { store } = ports;
  const { data, notKnown } = await rejectedAds(ports, companyId, stopping);
  if (stopping()) return;
  const before = await store.get(toldRejectedKind, companyId, ALL);
  const told = new Set(before?.doc.ads);
  const fresh = data.filter((ad) => !told.has(`${keyOf(ad)} ${ad.id}`));
  // For accounts that could not be asked, keeps what was reported.
  const kept = [...told].filter((each) =>
    notKnown.some(({ accountId }) => each.includes(`:${accountId} `)),
  );
  const ads = [...new Set([...data.map((ad) => `${keyOf(ad)} ${ad.id}`), ...kept])];
  if (fresh.length === 0 && ads.length === told.size) return;
  await store.commit([
    {
      kind: toldRejectedKind,
      companyId,
      id: ALL,
      expect: before?.version ?? 'absent',
      doc: { ads },
    },
    ...(await rejectedWrites(ports, companyId, fresh)),
  ]);
}

/** One event for each account. */
async function rejectedWrites(
  { clock, events }: ServicePorts,
  companyId: string,
  fresh: readonly Rejected[],
): Promise<readonly Write[]> {
  const at = clock.now();
  const writes: Write[] = [];
  for (const account of new Set(fresh.map(keyOf))) {
    const ads = fresh.filter((ad) => keyOf(ad) === account);
    const [
      { accountId, accountName, platform } = { accountId: '', accountName: '', platform: '' },
    ] = ads;
    const told = ads.map(({ id, name, effectiveStatus }) => ({ id, name, effectiveStatus }));
    const data = {
      adAccountId: accountId,
      accountName,
      platform,
      ads: told.slice(0, 50),
      count: told.length,
    };
    const news: News = {
      kind: 'ad.rejected',
      title: `${counted(ads.length, 'ad')} rejected in ${accountName || accountId}`,
      text: ads.map(({ name }) => name).join(', '),
      link: `ads?level=ad&status=rejected&accounts=${encodeURIComponent(account)}`,
      account,
    };
    const call = { name: 'ad.rejected', data } as const;
    writes.push(
      ...(await events.writes(companyId, { id: `rejected-${account}-${at}`, at, call, news })),
    );
  }
  return writes;
}
