import * as v from 'valibot';
import { readAmount } from '../../../core/base/amount.ts';
import type { Stored } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import {
  type ReportDefinition,
  type ReportRun,
  ranges,
  reportDefinition,
  type SheetReport,
  sheetReportKind,
  withRun,
} from '../../../core/sheet/report-definition.ts';
import { isDue } from '../../../core/sheet/report-schedule.ts';
import { type ReportColumn, reportCells, reportColumns } from '../../../core/sheet/report-table.ts';
import { moment } from '../../../core/sheet/row-status.ts';
import { userAccounts } from '../../base/accounts.ts';
import { type App, FILE } from '../../base/app.ts';
import { allowInFormulas } from '../../base/formula-accounts.ts';
import { fileDecimalSign } from '../../base/locale.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { coreNames, say } from '../../base/say.ts';
import { openService } from '../../base/service.ts';
import { makeRoom } from '../../sheet/room.ts';
import { runsOf } from '../../sheet/runs.ts';
import { freeName, setWidths } from '../../sheet/template.ts';
import { drawChart, removeChart } from './chart.ts';
import { type Figures, fetchReport } from './fetch.ts';
import { tellOfFailure } from './mail.ts';
import { changeColumns, findPlace, leavePlace, type Place, takePlace, withTail } from './place.ts';
import { refuseOverwriting, writeAge, writeReport } from './write.ts';

type Kept = Stored<SheetReport>;

/** Where a new report goes: a sheet of its own, or the selected cell and what is below it. */
export type Destination = 'sheet' | 'cell';

/** Saves a definition and fetches its figures; nothing is written before they are there. */
export async function saveReport(
  app: App,
  given: unknown,
  destination: Destination,
  id?: string,
): Promise<ReportView[]> {
  const parsed = v.safeParse(reportDefinition, given);
  if (!parsed.success) throw new Problem('other', parsed.issues[0].message);
  const definition = withNumbers(parsed.output);
  const service = openService(app);
  const figures = await fetchReport(app, service, definition);
  allowInFormulas(await userAccounts(app, service), definition.accountIds);
  await app.locked(async (store) => {
    const kept = id === undefined ? undefined : await store.get(sheetReportKind, FILE, id);
    const reportId = kept?.id ?? `r${app.clock.now().toString(36)}`;
    const former = kept === undefined ? undefined : placeOf(app, kept);
    const place =
      kept === undefined || former === undefined
        ? newPlace(app, reportId, { definition, figures, destination })
        : changedPlace(app, kept, { former, definition, figures });
    const before: SheetReport = {
      ...kept?.doc,
      definition,
      companyId: service.companyId,
      sheetId: String(place.sheet.getSheetId()),
    };
    const doc = withRun(
      writeFigures(app, reportId, { report: before, place, figures, fresh: true }),
      {
        at: app.clock.now(),
        by: 'hand',
        rows: figures.rows.length,
      },
    );
    await store.commit([
      {
        kind: sheetReportKind,
        companyId: FILE,
        id: reportId,
        expect: kept?.version ?? 'absent',
        doc,
      },
    ]);
  });
  return listReports(app);
}

/**
 * Amounts of filters as people type them in this file, kept as programs write them. Throws where
 * one may be two.
 */
function withNumbers(definition: ReportDefinition): ReportDefinition {
  const filters = definition.filters?.map((filter) => {
    if (filter.test !== 'atLeast' && filter.test !== 'atMost') return filter;
    const read = readAmount(filter.value, fileDecimalSign());
    if (!('amount' in read)) throw new Problem('other', read.message);
    return { ...filter, value: read.amount };
  });
  return { ...definition, ...(filters && { filters }) };
}

function placeOf(app: App, { id, doc }: Kept): Place | undefined {
  const place = findPlace(app, id, doc.sheetId);
  return place && withTail(place, doc.rows ?? 0);
}

/**
 * The place of a changed report, with its new columns. Refused before anything changes when there
 * is no room.
 */
function changedPlace(
  app: App,
  { id, doc }: Kept,
  {
    former,
    definition,
    figures,
  }: { readonly former: Place; readonly definition: ReportDefinition; readonly figures: Figures },
): Place {
  const last = former.headRow + figures.rows.length;
  makeRoom(app, former.sheet, last, 1);
  const fields = [...former.columns.keys()].map((field) => ({ field }));
  refuseOverwriting(former, runsOf(former, fields), last);
  const sameRows = doc.definition.groupBy.join() === definition.groupBy.join();
  return changeColumns(app, id, {
    place: former,
    columns: columnsOf(definition, figures.currency),
    last,
    sameRows,
  });
}

function newPlace(
  app: App,
  id: string,
  {
    definition,
    figures,
    destination,
  }: {
    readonly definition: ReportDefinition;
    readonly figures: Figures;
    readonly destination: Destination;
  },
): Place {
  const columns = columnsOf(definition, figures.currency);
  const { spreadsheet } = app;
  // What is left of a place that somebody deleted in part.
  leavePlace(app, id);
  if (destination === 'cell') {
    const cell = spreadsheet.getActiveRange();
    if (cell === null) throw new Problem('other', say('selectCell'));
    return takePlace(app, id, columns, {
      sheet: cell.getSheet(),
      row: cell.getRow(),
      column: cell.getColumn(),
    });
  }
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), definition.name));
  sheet.setFrozenRows(2);
  setWidths(
    sheet,
    columns.map(({ width }) => width),
  );
  return takePlace(app, id, columns, { sheet, row: 1, column: 1 });
}

function writeFigures(
  app: App,
  id: string,
  {
    report,
    place,
    figures,
    fresh,
  }: {
    readonly report: SheetReport;
    readonly place: Place;
    readonly figures: Figures;
    readonly fresh: boolean;
  },
): SheetReport {
  const { definition } = report;
  const columns = columnsOf(definition, figures.currency);
  const now = app.clock.now();
  writeReport(app, id, { place, columns, cells: reportCells(columns, figures.rows), fresh });
  const remarks = [...(figures.stale ? [say('staleFigures')] : []), ...figures.warnings];
  writeAge(
    place,
    [
      titleOf(definition),
      say('updatedAt', { at: moment(now, app.spreadsheet.getSpreadsheetTimeZone()) }),
      ...remarks,
    ].join(' · '),
    figures.stale,
    report.problem === undefined ? undefined : '',
  );
  const { problem: _, chartId: drawn, ...rest } = report;
  const drawable =
    figures.rows.length - Number(definition.totals === true && figures.rows.length > 0);
  const chartId = definition.chart
    ? drawChart(place, columns, { definition, rows: drawable, chartId: drawn })
    : undefined;
  if (!definition.chart && drawn !== undefined) removeChart(place, drawn);
  return {
    ...rest,
    refreshedAt: now,
    triedAt: now,
    rows: figures.rows.length,
    ...(chartId === undefined ? {} : { chartId }),
  };
}

/** With headers in the language of the user; marks find the columns again, whatever they say. */
const columnsOf = (definition: ReportDefinition, currency: string | null): ReportColumn[] =>
  reportColumns(definition, currency, coreNames());

const titleOf = ({ name, range }: ReportDefinition): string =>
  `${name} · ${typeof range === 'string' ? (coreNames()?.ranges ?? ranges)[range] : say('daysTo', range)}`;

/** Fetches figures again. On failure the last good ones stay, with age and reason. */
export async function refreshReport(
  app: App,
  id: string,
  by: ReportRun['by'] = 'hand',
): Promise<void> {
  const kept = await app.locked((store) => store.get(sheetReportKind, FILE, id));
  if (kept === undefined) throw new Problem('other', say('reportDeleted'));
  const service = openService(app);
  let figures: Figures | undefined;
  let problem: Problem | undefined;
  try {
    if (kept.doc.companyId !== service.companyId) throw new Problem('other', say('reportOfOther'));
    figures = await fetchReport(app, service, kept.doc.definition);
  } catch (error) {
    problem = problemOf(error);
  }
  let failure: Parameters<typeof tellOfFailure>[2] | undefined;
  problem = await app.locked(async (store) => {
    // Changed or deleted while its figures were fetched.
    if ((await store.get(sheetReportKind, FILE, id))?.version !== kept.version) return undefined;
    const place = placeOf(app, kept);
    let doc: SheetReport = kept.doc;
    let trouble = problem;
    try {
      if (place === undefined) throw new Problem('other', say('placeDeleted'));
      if (figures !== undefined)
        doc = writeFigures(app, id, { report: kept.doc, place, figures, fresh: false });
    } catch (error) {
      trouble = problemOf(error);
    }
    if (trouble !== undefined) {
      const now = app.clock.now();
      doc = { ...doc, triedAt: now, problem: trouble.message };
      const words = failureText(app, doc, now);
      if (place !== undefined) writeAge(place, words, true, say('lastGood', { words }));
      if (by === 'schedule' && kept.doc.problem === undefined) failure = { id, doc, words };
    }
    const run: ReportRun = {
      at: app.clock.now(),
      by,
      ...(trouble === undefined ? { rows: doc.rows ?? 0 } : { problem: trouble.message }),
    };
    await store.commit([
      { kind: sheetReportKind, companyId: FILE, id, expect: kept.version, doc: withRun(doc, run) },
    ]);
    return trouble;
  });
  if (failure !== undefined) await tellOfFailure(app, service, failure);
  if (problem !== undefined) throw problem;
}

function failureText(
  app: App,
  { definition, refreshedAt, problem }: SheetReport,
  now: number,
): string {
  const zone = app.spreadsheet.getSpreadsheetTimeZone();
  const age =
    refreshedAt === undefined
      ? say('noFigures')
      : say('figuresOf', { at: moment(refreshedAt, zone), age: ageOf(now - refreshedAt) });
  return say('refreshFailedAt', {
    title: titleOf(definition),
    age,
    at: moment(now, zone),
    problem: problem ?? '',
  });
}

function ageOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 90) return say('ageMinutes', { n: minutes });
  const isDays = minutes >= 36 * 60;
  return isDays
    ? say('ageDays', { n: Math.round(minutes / 1440) })
    : say('ageHours', { n: Math.round(minutes / 60) });
}

export async function deleteReport(app: App, id: string): Promise<ReportView[]> {
  await app.locked(async (store) => {
    const kept = await store.get(sheetReportKind, FILE, id);
    if (kept === undefined) return;
    leavePlace(app, id);
    await store.commit([
      { kind: sheetReportKind, companyId: FILE, id, expect: kept.version, doc: undefined },
    ]);
  });
  return listReports(app);
}

/** Refreshes all or due reports while there is time; the rest waits for the next turn. */
export async function refreshAll(
  app: App,
  only: 'due' | 'all',
): Promise<{ refreshed: number; failed: number; left: number }> {
  const all: Kept[] = await app.locked((store) => allOf(store, sheetReportKind, FILE));
  const wanted = all.filter(({ doc }) => only === 'all' || isDue(doc, app.clock.now()));
  const result = { refreshed: 0, failed: 0, left: wanted.length };
  for (const { id } of wanted) {
    if (app.clock.now() > app.deadline) break;
    result.left -= 1;
    try {
      await refreshReport(app, id, only === 'due' ? 'schedule' : 'hand');
      result.refreshed += 1;
    } catch {
      // What went wrong is written into the sheet, with the age of the figures.
      result.failed += 1;
    }
  }
  return result;
}

/** A report as the sidebar lists it. */
export interface ReportView {
  readonly id: string;
  readonly definition: ReportDefinition;
  readonly sheetName: string | null;
  readonly refreshedAt: number | null;
  readonly rows: number;
  readonly problem: string | null;
  readonly runs: readonly ReportRun[];
}

export async function listReports(app: App): Promise<ReportView[]> {
  const all = await app.locked((store) => allOf(store, sheetReportKind, FILE));
  const names = new Map(
    app.spreadsheet.getSheets().map((sheet) => [String(sheet.getSheetId()), sheet.getName()]),
  );
  return all.map(({ id, doc }) => ({
    id,
    definition: doc.definition,
    sheetName: names.get(doc.sheetId) ?? null,
    refreshedAt: doc.refreshedAt ?? null,
    rows: doc.rows ?? 0,
    problem: doc.problem ?? null,
    runs: doc.runs ?? [],
  }));
}
