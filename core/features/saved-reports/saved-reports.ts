import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Actor } from '../../access/caller.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import { isZone } from '../../base/time/wall-clock.ts';
import type { Events } from '../../events/events.ts';
import { namedDocuments } from '../../operations/named-documents.ts';
import { SYSTEM, type Write } from '../../ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { type Room, refuseBeyond } from '../../records/room.ts';
import { requiredAccounts } from '../../report/accounts.ts';
import type { ReportPorts } from '../../report/group-page.ts';
import { planQuery } from '../../report/plan-query.ts';
import { refuseReport, reportOn } from '../../report/query-report.ts';
import { optionalRangeOf } from '../../report/request.ts';
import {
  daysOf,
  nextRun,
  SAVED_REPORT_QUEUE,
  type SavedReportRecord,
  savedReportKind,
  shownReport,
} from './records.ts';
import type { NewSavedReport, SavedReport, SavedReportChanges, SavedReportRun } from './schema.ts';

interface SavedPorts extends ReportPorts {
  readonly events: Events;
}

const room: Room<SavedReportRecord> = {
  kind: savedReportKind,
  most: 200,
  what: 'saved reports',
  code: 'too_many_saved_reports',
};

const { list, read, stored, remove } = /* @__PURE__ */ namedDocuments<
  SavedReportRecord,
  SavedReport,
  SavedPorts
>({
  kind: savedReportKind,
  room,
  prefix: 'report',
  noun: 'saved-report',
  missing: 'There is no such saved report.',
  hint: 'savedReports.list',
  shown: shownReport,
});

/** A job looks again after this at the latest: a wrong clock puts no delivery off for longer. */
export const LOOK_MS = 24 * 60 * 60 * 1000;

function createSavedReport(
  ports: SavedPorts,
  caller: Actor,
  request: NewSavedReport,
  once: Once = unkeyed(ports.store),
): Promise<SavedReport> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    await refuseBeyond(ports.store, companyId, room);
    const now = ports.clock.now();
    const doc = await checked(ports, companyId, { ...request, createdAt: now });
    const id = randomId(ports.secrets, 'report');
    const created = shownReport(id, doc);
    await conclude(
      [
        { kind: savedReportKind, companyId, id, expect: 'absent', doc },
        ...(await jobWrites(ports, companyId, id, doc)),
        auditWrite(ports, caller, {
          action: 'saved-report.create',
          subject: id,
          details: { name: doc.name },
        }),
      ],
      created,
    );
    return created;
  });
}

async function changeSavedReport(
  ports: SavedPorts,
  caller: Actor,
  id: string,
  changes: SavedReportChanges,
): Promise<SavedReport> {
  const { companyId } = caller;
  for (;;) {
    const current = await stored(ports.store, companyId, id);
    const { name, query, schedule, lastRun, createdAt } = current.doc;
    const period =
      changes.period === undefined ? current.doc.period : (changes.period ?? undefined);
    const doc = await checked(ports, companyId, {
      name: changes.name ?? name,
      query: changes.query ?? query,
      ...(period !== undefined && { period }),
      schedule: changes.schedule === undefined ? schedule : changes.schedule,
      createdAt,
      lastRun,
    });
    const conflict = await ports.store.commit([
      { kind: savedReportKind, companyId, id, expect: current.version, doc },
      ...(await jobWrites(ports, companyId, id, doc)),
      auditWrite(ports, caller, {
        action: 'saved-report.change',
        subject: id,
        details: {
          name: doc.name,
          ...beforeAndAfter(current.doc, doc, ['name', 'query', 'period', 'schedule']),
        },
      }),
    ]);
    if (conflict === undefined) return shownReport(id, doc);
  }
}

/** The job of a removed report finds nothing to deliver. */
export const savedReports = {
  list,
  create: createSavedReport,
  read,
  change: changeSavedReport,
  remove,
};

export async function runSavedReport(
  ports: ReportPorts,
  companyId: string,
  id: string,
): Promise<SavedReportRun> {
  const { doc } = await stored(ports.store, companyId, id);
  const { accounts, plan } = await planned(ports, companyId, doc);
  const { data, pagination, metadata } = await reportOn(ports, companyId, { plan, accounts });
  const { from, to } = plan.range;
  return {
    success: true as const,
    savedReportId: id,
    name: doc.name,
    startDate: from,
    endDate: to,
    data,
    pagination,
    metadata,
  };
}

async function planned(
  ports: ReportPorts,
  companyId: string,
  { query, period }: Pick<SavedReportRecord, 'query' | 'period'>,
) {
  const { accounts } = await requiredAccounts(ports, companyId, query);
  const timezone = accounts[0]?.timezone ?? 'UTC';
  if (period === undefined) return { accounts, timezone, plan: planQuery(query) };
  const { from, to } = daysOf(period, ports.clock.now(), timezone);
  const { startDate: _s, endDate: _e, dateFrom: _f, dateTo: _t, ...rest } = query;
  return { accounts, timezone, plan: planQuery({ ...rest, startDate: from, endDate: to }) };
}

async function checked(
  ports: SavedPorts,
  companyId: string,
  request: NewSavedReport &
    Pick<SavedReportRecord, 'createdAt'> & { readonly lastRun?: SavedReportRecord['lastRun'] },
): Promise<SavedReportRecord> {
  const { name, query, schedule, createdAt, lastRun } = request;
  const period =
    request.period ?? (optionalRangeOf(query) === undefined ? 'last_7_days' : undefined);
  const { accounts, timezone, plan } = await inQuery(() =>
    planned(ports, companyId, { query, ...(period && { period }) }),
  );
  await inQuery(async () => refuseReport(ports, plan, accounts));
  if (schedule) refuseFaults(await scheduleFaults(ports, companyId, schedule));
  const now = ports.clock.now();
  const wanted = { timezone, ...(schedule && { schedule }) };
  const nextRunAt = nextRun(wanted, now);
  return {
    name,
    query,
    ...wanted,
    createdAt,
    updatedAt: now,
    ...(period !== undefined && { period }),
    ...(nextRunAt !== undefined && { nextRunAt }),
    ...(lastRun !== undefined && { lastRun }),
  };
}

async function scheduleFaults(
  { events }: Pick<SavedPorts, 'events'>,
  companyId: string,
  { timezone = 'account', webhookIds = [] }: NonNullable<NewSavedReport['schedule']>,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  if (timezone !== 'account' && !isZone(timezone)) {
    const message = `${timezone} is no time zone. Give account, or a name such as Europe/Berlin.`;
    faults.push({ path: 'schedule.timezone', code: 'unknown_timezone', message });
  }
  for (const [i, id] of webhookIds.entries())
    if (!(await events.hasReceiver(companyId, id))) {
      const message = `There is no webhook ${id} here.`;
      faults.push({ path: `schedule.webhookIds[${i}]`, code: 'unknown_webhook', message });
    }
  return faults;
}

/** Paths of faults in the query begin with `query`. */
async function inQuery<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
    const details = error.details.map((fault) => ({ ...fault, path: join('query', fault.path) }));
    throw new SlipwayError(error.code, error.message, { details });
  }
}

/** The job of the next delivery; one that is open goes by the new time. */
async function jobWrites(
  { store, clock }: Pick<ReportPorts, 'store' | 'clock'>,
  companyId: string,
  id: string,
  { nextRunAt }: SavedReportRecord,
): Promise<readonly Write[]> {
  if (nextRunAt === undefined) return [];
  const job = await store.get(jobKind, SYSTEM, jobId(SAVED_REPORT_QUEUE, companyId, id));
  const now = clock.now();
  const queued = jobWrite(SAVED_REPORT_QUEUE, companyId, {
    subject: id,
    now,
    uses: [],
    delayMs: Math.min(nextRunAt - now, LOOK_MS),
  });
  if (job === undefined) return [queued];
  return [
    {
      ...queued,
      expect: job.version,
      ...(job.doc.turn !== undefined && { doc: { ...job.doc, again: true } }),
    },
  ];
}
