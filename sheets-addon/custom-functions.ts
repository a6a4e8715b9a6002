import { createAppsScriptClock } from '../adapters/runtime/apps-script/clock.ts';
import { createAppsScriptHttp } from '../adapters/runtime/apps-script/http.ts';
import { type MetricKey, metricByName, metricNames, metrics } from '../core/report/metrics.ts';
import { idIn } from '../core/sheet/cells.ts';
import { dayAt, dayNumber } from '../core/time/days.ts';
import { waitFor } from './launch/wait.ts';
import { isAccount } from './platforms.ts';
import { createService } from './service.ts';
import { requireConnection } from './settings.ts';

/** What a formula hands over: a value, or the values of a range, row by row. */
export type Argument = unknown;

/** Seconds; figures of days that are over may still change for some days. */
const REMEMBERED = 900;

/** A custom function ends after 30 seconds, whatever it is doing. */
const WORKING_MS = 20_000;

/**
 * A metric of one account, or of each account of a range, in the shape of the range. All accounts are asked
 * for in one request, and answers are remembered for a quarter of an hour: a sheet full of formulas asks little.
 */
export function metricOf(metricName: string, accounts: Argument, from: Argument, to: Argument): unknown {
  const metric = metricByName(String(metricName).trim());
  if (metric === undefined) throw new Error(`${metricName} is no metric. Known: ${metricNames.join(', ')}.`);
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const days = `${dayOf(from, 'first', zone)}|${dayOf(to, 'last', zone)}`;
  const shape = Array.isArray(accounts) ? (accounts as unknown[][]) : [[accounts]];
  const ids = shape.map((row) => row.map((cell) => idIn(String(cell ?? ''))));
  const figures = remember(metric, [...new Set(ids.flat().filter((id) => id !== ''))], days);
  const answer = ids.map((row) => row.map((id) => (id === '' ? '' : (figures.get(id) ?? ''))));
  return Array.isArray(accounts) ? answer : answer[0]?.[0];
}

function dayOf(value: Argument, which: string, zone: string): string {
  const single = Array.isArray(value) ? (value as unknown[][])[0]?.[0] : value;
  const day =
    Object.prototype.toString.call(single) === '[object Date]'
      ? dayAt((single as Date).getTime(), zone)
      : String(single ?? '').trim();
  if (dayNumber(day) === undefined) throw new Error(`The ${which} day must be a date, or text like 2026-11-15.`);
  return day;
}

function remember(metric: MetricKey, ids: readonly string[], days: string): Map<string, number | ''> {
  const connection = requireConnection({ properties: PropertiesService.getUserProperties() });
  const cache = CacheService.getDocumentCache();
  const keyOf = (id: string): string => `${connection.companyId}|${metric}|${id}|${days}`.slice(0, 250);
  const known = cache?.getAll(ids.map(keyOf)) ?? {};
  const figures = new Map<string, number | ''>();
  const missing: string[] = [];
  for (const id of ids) {
    const text = known[keyOf(id)] as string | undefined;
    if (text === undefined) missing.push(id);
    else figures.set(id, text === '' ? '' : Number(text));
  }
  if (missing.length === 0) return figures;

  const fetched = waitFor(ask(connection, metric, missing, days));
  const fresh: { [key: string]: string } = {};
  for (const [id, figure] of fetched) {
    figures.set(id, figure);
    fresh[keyOf(id)] = String(figure);
  }
  cache?.putAll(fresh, REMEMBERED);
  return figures;
}

/** UrlFetch takes 2,082 characters of address. */
const IDS_PER_REQUEST = 60;

async function ask(
  { key, companyId }: { readonly key: string; readonly companyId: string },
  metric: MetricKey,
  ids: readonly string[],
  days: string,
): Promise<Map<string, number | ''>> {
  const clock = createAppsScriptClock(Utilities);
  const http = createAppsScriptHttp({ urlFetchApp: UrlFetchApp, utilities: Utilities });
  const service = createService({ http, clock, deadline: clock.now() + WORKING_MS }, key, companyId);
  const [from, to] = days.split('|');
  const groups = Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, i) =>
    ids.slice(i * IDS_PER_REQUEST, (i + 1) * IDS_PER_REQUEST),
  );
  const answers = await service.getAll(
    'reports.query',
    groups.map((accountIds) => ({
      ...{ accountIds, startDate: from, endDate: to },
      ...{ metrics: metric, groupBy: 'accountId', limit: 1000 },
    })),
  );
  const rows = answers.flatMap(({ data }) => data);
  // No delivery is no row: nothing was spent then, but a ratio of nothing is no number.
  const nothing = metrics[metric].made.from === 'sum' ? 0 : '';
  return new Map(
    ids.map((id) => {
      const row = rows.find((each) => isAccount(id, each.accountId));
      return [id, row === undefined ? nothing : (row[metric] ?? '')];
    }),
  );
}
