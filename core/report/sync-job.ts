import type { Platforms } from '../accounts/find-account.ts';
import { noteDead } from '../accounts/tested.ts';
import type { AccountKey } from '../base/account-key.ts';
import { explained, PlatformError, type PlatformFailure } from '../base/errors.ts';
import { addDays, daysIn } from '../base/time/days.ts';
import type { Events, News } from '../events/events.ts';
import type { Breakdown } from '../ports/facts.ts';
import type { Job, JobDone, Jobs } from '../ports/jobs.ts';
import type { ReportRuns } from '../ports/platform-report.ts';
import { kind, type Store } from '../ports/store.ts';
import { jobId, queueJob } from '../records/job.ts';
import { namedAccounts, type ReportAccount } from './accounts.ts';
import { rangesToFetch } from './coverage.ts';
import { type FetchPorts, fetchMissing, isTooLarge, keep } from './fetch.ts';
import type { DayRange } from './request.ts';

/** A subject is `account|breakdown|from|to`. */
export const syncQueue = 'report-sync';

/** Lets a restarted worker wait for the same run. */
interface SyncRecord {
  readonly run?: {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly orderedAt: number;
  };
  /** Fetches since then are fresh enough for this job, however long it takes. */
  readonly startedAt: number;
  /** Days to order next. */
  readonly days: number;
  readonly failures: number;
}

interface SyncPorts extends FetchPorts {
  readonly platforms: Platforms;
  readonly events: Events;
}

export const syncKind = kind<SyncRecord>('report-sync');

const FIRST_DAYS = 31;
const POLL_MS = 5_000;
/** A run can take an hour; a longer one is lost. */
const RUN_MS = 90 * 60_000;
const MOST_FAILURES = 5;
/** Work of one turn without runs. */
const TURN_MS = 60_000;

/** Has a range fetched in the background. Harmless when repeated. */
export async function orderSync(
  ports: { readonly store: Store; readonly clock: FetchPorts['clock']; readonly jobs: Jobs },
  companyId: string,
  {
    accountId,
    range,
    breakdown,
  }: { readonly accountId: AccountKey; readonly range: DayRange; readonly breakdown: Breakdown },
): Promise<void> {
  const subject = [accountId, breakdown, range.from, range.to].join('|');
  await ports.store.commit([
    await queueJob(ports.store, syncQueue, {
      companyId,
      subject,
      now: ports.clock.now(),
      uses: [accountId],
    }),
  ]);
  await ports.jobs.wake(jobId(syncQueue, companyId, subject));
}

/**
 * Works on one background fetch: by the platform's asynchronous reports where it has them, range by
 * range, smaller when it says too large; else as a query would. Resumable at any point.
 */
export async function runSync(
  ports: SyncPorts,
  job: Job,
  stopping: () => boolean = () => false,
): Promise<JobDone> {
  const { store, clock } = ports;
  const [accountId = '', breakdown, from = '', to = ''] = job.subject.split('|');
  const subject = {
    from,
    to,
    breakdown: breakdown === 'country' ? ('country' as const) : ('none' as const),
  };
  const account = await accountOf(ports, job.companyId, accountId);
  if (account === undefined) return undefined;
  const kept = await store.get(syncKind, job.companyId, job.subject);
  const now = clock.now();
  const begunRecord = kept?.doc ?? { startedAt: now, days: FIRST_DAYS, failures: 0 };
  // After the clock was set back, new fetches must not look older than the wish for them.
  const record = { ...begunRecord, startedAt: Math.min(begunRecord.startedAt, now) };
  try {
    const { runs } = account.report;
    if (runs !== undefined) return await stepRun(ports, job, { account, subject, runs, record });
    const turn = { until: clock.monotonic() + TURN_MS, asOf: record.startedAt, stopping };
    const { complete } = await fetchMissing(ports, job.companyId, {
      account,
      range: subject,
      breakdown: subject.breakdown,
      ...turn,
    });
    if (!complete) return await again(ports, job, record, 0);
    await save(store, job, undefined);
    return undefined;
  } catch (error) {
    // Failures that only a person can mend are not tried again here: the next query reports them.
    if (error instanceof PlatformError && !error.failure.retryable) {
      await tellFailed(ports, job.companyId, account, error.failure);
      await save(store, job, undefined);
      return undefined;
    }
    throw error;
  }
}

/** Once a day for an account; refused credentials have an event of their own. */
async function tellFailed(
  ports: SyncPorts,
  companyId: string,
  account: ReportAccount,
  failure: PlatformFailure,
): Promise<void> {
  const { store, clock, events } = ports;
  const now = clock.now();
  const connectionId = (await account.access().catch(() => undefined))?.connectionId;
  if (failure.class === 'auth' && connectionId !== undefined)
    return noteDead(ports, companyId, connectionId, failure);
  const id = `refresh-${account.key}-${new Date(now).toISOString().slice(0, 10)}`;
  const news: News = {
    kind: 'refresh.failed',
    title: `Figures of ${account.name} could not be fetched`,
    text: explained(failure),
    link: `ads?accounts=${encodeURIComponent(account.key)}`,
    account: account.key,
  };
  // Today's event, if it exists, refuses the commit.
  await store.commit([...(await events.writes(companyId, { id, at: now, news }))]);
}

async function accountOf(
  ports: FetchPorts & { readonly platforms: Platforms },
  companyId: string,
  accountId: string,
): Promise<ReportAccount | undefined> {
  try {
    return (await namedAccounts(ports, companyId, [accountId], 'accountId'))[0];
  } catch {
    // The account was disconnected meanwhile.
    return undefined;
  }
}

async function stepRun(
  ports: FetchPorts,
  job: Job,
  step: {
    readonly account: ReportAccount;
    readonly subject: DayRange & { readonly breakdown: Breakdown };
    readonly runs: ReportRuns;
    readonly record: SyncRecord;
  },
): Promise<JobDone> {
  const { store, facts, clock } = ports;
  const {
    account,
    subject: { breakdown, ...range },
    runs,
    record,
  } = step;
  const { run } = record;
  if (run === undefined) {
    const covered = await facts.coverage(job.companyId, {
      accountId: account.key,
      breakdown,
      ...range,
    });
    const calendar = {
      timezone: account.timezone,
      attributionDays: account.report.attributionDays,
    };
    const next = rangesToFetch(range, covered, record.startedAt, calendar)[0];
    if (next === undefined) {
      await save(store, job, undefined);
      return undefined;
    }
    const to =
      daysIn(next.from, next.to) > record.days ? addDays(next.from, record.days - 1) : next.to;
    const days = daysIn(next.from, to);
    const id = await runs
      .start(await account.access(), { from: next.from, to, breakdown })
      .catch((error: unknown) => {
        if (!isTooLarge(error) || days === 1) throw error;
        return undefined;
      });
    if (id === undefined) return again(ports, job, shrunk(record, days), 0);
    return again(
      ports,
      job,
      { ...record, run: { id, from: next.from, to, orderedAt: clock.now() } },
      POLL_MS,
    );
  }

  const { state, failure } = await stateOf(runs, account, run, clock.now());
  if (state === 'running') return { againAt: clock.now() + POLL_MS };
  const { run: _, ...ordered } = record;
  if (failure !== undefined) {
    if (record.failures + 1 >= MOST_FAILURES)
      throw new PlatformError({ ...failure, retryable: false });
    return again(
      ports,
      job,
      shrunk({ ...ordered, failures: record.failures + 1 }, daysIn(run.from, run.to)),
      POLL_MS,
    );
  }
  const rows = await runs.rows(await account.access(), run.id);
  await keep(ports, job.companyId, {
    accountId: account.key,
    range: run,
    breakdown,
    rows,
    fetchedAt: run.orderedAt,
  });
  return again(ports, job, { ...ordered, failures: 0 }, 0);
}

async function stateOf(
  runs: ReportRuns,
  account: ReportAccount,
  run: NonNullable<SyncRecord['run']>,
  now: number,
): Promise<{ readonly state: 'running' | 'done' | 'failed'; readonly failure?: PlatformFailure }> {
  const state = await runs.state(await account.access(), run.id).catch((error: unknown) => {
    // A forgotten run counts as failed.
    if (!(error instanceof PlatformError) || error.failure.class !== 'missing') throw error;
    return { state: 'failed' as const, failure: error.failure };
  });
  if (state.state !== 'running' || now - run.orderedAt < RUN_MS) return state;
  const message = 'The report was not ready after 90 minutes.';
  const fix = 'Ask for a shorter range.';
  return {
    state: 'failed',
    failure: {
      platform: account.platform,
      class: 'too-large',
      message,
      fix,
      retryable: true,
      traceId: run.id,
    },
  };
}

/** Failed and skipped runs are ordered again, smaller: the same size would probably fail again. */
const shrunk = (record: SyncRecord, days: number): SyncRecord => ({
  ...record,
  days: Math.max(1, Math.floor(days / 2)),
});

async function again(
  ports: FetchPorts,
  job: Job,
  record: SyncRecord,
  inMs: number,
): Promise<JobDone> {
  await save(ports.store, job, record);
  return { againAt: ports.clock.now() + inMs };
}

async function save(store: Store, job: Job, doc: SyncRecord | undefined): Promise<void> {
  const current = await store.get(syncKind, job.companyId, job.subject);
  if (current === undefined && doc === undefined) return;
  await store.commit([
    {
      kind: syncKind,
      companyId: job.companyId,
      id: job.subject,
      expect: current?.version ?? 'absent',
      doc,
    },
  ]);
}
