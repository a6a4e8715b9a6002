import { explained, PlatformError, SlipwayError } from '../../base/errors.ts';
import type { Events, News } from '../../events/events.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { ReportPorts } from '../../report/group-page.ts';
import { nextRun, type SavedReportRecord, savedReportKind } from './records.ts';
import { LOOK_MS, runSavedReport } from './saved-reports.ts';

/** A report that is due waits this long for figures on their way. */
const PATIENCE_MS = 2 * 60 * 60 * 1000;
const AGAIN_MS = 60_000;

/**
 * Delivers a report once for each moment of its schedule. Moments that were missed while the
 * service was away are one.
 */
export async function deliverSavedReport(
  ports: ReportPorts & { readonly events: Events },
  companyId: string,
  id: string,
): Promise<JobDone> {
  const { store, clock } = ports;
  const report = await store.get(savedReportKind, companyId, id);
  const dueAt = report?.doc.nextRunAt;
  if (report === undefined || dueAt === undefined) return undefined;
  const now = clock.now();
  if (dueAt > now) return { againAt: Math.min(dueAt, now + LOOK_MS) };
  const outcome = await outcomeOf(ports, companyId, id, now - dueAt < PATIENCE_MS);
  if (outcome === undefined) return { againAt: now + AGAIN_MS };
  const nextRunAt = nextRun(report.doc, Math.max(now, dueAt));
  const { nextRunAt: _, ...kept } = report.doc;
  const doc: SavedReportRecord = {
    ...kept,
    lastRun: { at: now, ...outcome.lastRun },
    ...(nextRunAt !== undefined && { nextRunAt }),
  };
  const { webhookIds } = report.doc.schedule ?? {};
  const conflict = await store.commit([
    { kind: savedReportKind, companyId, id, expect: report.version, doc },
    ...(await ports.events.writes(companyId, {
      id: `${id}-${dueAt}`,
      at: now,
      call: { name: 'report.finished', data: outcome.data, only: webhookIds },
      news:
        outcome.lastRun.status === 'error'
          ? failedNews(report.doc.name, outcome.lastRun.message)
          : undefined,
    })),
  ]);
  if (conflict !== undefined) return { againAt: now };
  return nextRunAt === undefined ? undefined : { againAt: Math.min(nextRunAt, now + LOOK_MS) };
}

const failedNews = (name: string, message = ''): News => ({
  kind: 'refresh.failed',
  title: `The report ${name} could not be made`,
  text: message,
  link: 'reports',
});

/** Undefined while figures are on their way and there is time left. */
async function outcomeOf(
  ports: ReportPorts,
  companyId: string,
  id: string,
  isPatient: boolean,
): Promise<
  { lastRun: Omit<NonNullable<SavedReportRecord['lastRun']>, 'at'>; data: object } | undefined
> {
  try {
    const { success: _, ...run } = await runSavedReport(ports, companyId, id);
    return {
      lastRun: { status: 'success', rows: run.data.length },
      data: { status: 'success', ...run },
    };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const mayPass =
      error.code === 'unavailable' || (error instanceof PlatformError && error.failure.retryable);
    if (mayPass && isPatient) return undefined;
    const message = error instanceof PlatformError ? explained(error.failure) : error.message;
    const [fault] = error.details;
    const data = {
      status: 'error',
      savedReportId: id,
      error: { code: fault?.code ?? error.code, message },
    };
    return { lastRun: { status: 'error', rows: 0, message }, data };
  }
}
