import { createAppsScriptClock } from '../../../adapters/runtime/apps-script/clock.ts';
import { createAppsScriptHttp } from '../../../adapters/runtime/apps-script/http.ts';
import type { AccountKey } from '../../../core/base/account-key.ts';
import { dayAt, dayNumber } from '../../../core/base/time/days.ts';
import { type Metric, type MetricKey, metricByName, metricNames, metrics } from '../../../core/report/metrics.ts';
import { idIn } from '../../../core/sheet/cells.ts';
import { formulaAccounts } from '../../base/formula-accounts.ts';
import { keysNamed } from '../../base/platforms.ts';
import { say } from '../../base/say.ts';
import { createService } from '../../base/service.ts';
import { type Connection, requireConnection } from '../../base/settings.ts';
import { waitFor } from '../../base/wait.ts';
import { type DayRows, figureOf, monthsBetween, SUMS } from './figures.ts';

/** What a formula hands over: a value, or the values of a range, row by row. */
export type Argument = unknown;

/** Seconds. Figures of a month that runs change; those of months that are over may still do so for some days. */
const REMEMBERED = { running: 900, over: 21_600 };

/** A custom function ends after 30 seconds, whatever it is doing. */
const WORKING_MS = 20_000;

/**
 * A metric of one account, or of each account of a range, in the shape of the range. What is asked for is whole months
 * of all accounts that formulas of the file may ask for, day by day, and it is remembered: a sheet full of formulas asks
 * a few times. Formulas that are computed at the same moment wait for the first of them to ask.
 */
export function metricOf(metricName: string, accounts: Argument, from: Argument, to: Argument): unknown {
  const metric = metricByName(String(metricName).trim());
  if (metric === undefined) throw new Error(say('noMetric', { name: metricName, known: metricNames.join(', ') }));
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const days = { from: dayOf(from, 'firstDayNoDate', zone), to: dayOf(to, 'lastDayNoDate', zone) };
  const connection = requireConnection({ properties: PropertiesService.getUserProperties() });
  const allowed = formulaAccounts();
  const shape = Array.isArray(accounts) ? (accounts as unknown[][]) : [[accounts]];
  const keys = shape.map((row) => row.map((cell) => accountIn(cell, allowed)));
  const wanted = [...new Set(keys.flat().flatMap((key) => key ?? []))];
  const figures = isSummed(metric) ? daily(connection, metric, wanted, allowed, days) : exact(connection, metric, wanted, days);
  const answer = keys.map((row, r) => row.map((key, c) => (key === undefined ? told(shape[r]?.[c]) : (figures.get(key) ?? ''))));
  if (Array.isArray(accounts)) return answer;
  // One cell that names one account says what is wrong as an error; in a range the others have their figures.
  if (keys[0]?.[0] === undefined && answer[0]?.[0] !== '') throw new Error(String(answer[0]?.[0]));
  return answer[0]?.[0];
}

const accountIn = (cell: unknown, allowed: readonly AccountKey[]): AccountKey | undefined =>
  keysNamed(idIn(String(cell ?? ''))).find((key) => allowed.includes(key));

/** What stands in place of the figure of an account that may not be asked for. */
const told = (cell: unknown): string => {
  const text = String(cell ?? '').trim();
  return text === '' ? '' : say('mayNotAsk', { account: idIn(text) });
};

function dayOf(value: Argument, problem: 'firstDayNoDate' | 'lastDayNoDate', zone: string): string {
  const single = Array.isArray(value) ? (value as unknown[][])[0]?.[0] : value;
  const day =
    Object.prototype.toString.call(single) === '[object Date]'
      ? dayAt((single as Date).getTime(), zone)
      : String(single ?? '').trim();
  if (dayNumber(day) === undefined) throw new Error(say(problem));
  return day;
}

/** Reach counts people once over the whole range: days do not add up to it. */
const isSummed = (metric: MetricKey): boolean => {
  const { made }: Metric = metrics[metric];
  return made.from === 'sum' || made.from === 'ratio';
};

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Twenty accounts and a month fit one page of an answer. */
const GROUP = 20;

const MOST_MONTHS = 12;

function daily(
  connection: Connection,
  metric: MetricKey,
  wanted: readonly AccountKey[],
  allowed: readonly AccountKey[],
  days: Days,
): Map<AccountKey, number | ''> {
  const months = monthsBetween(days.from, days.to);
  if (months.length > MOST_MONTHS) return exact(connection, metric, wanted, days);
  const nameOf = (key: AccountKey, month: string): string => `${connection.companyId}|${key}|${month}`;
  const found = new Map<string, DayRows>();
  const read = (names: readonly string[]): string[] => {
    const known = CacheService.getDocumentCache()?.getAll([...names]) ?? {};
    for (const [name, text] of Object.entries(known)) found.set(name, JSON.parse(text as string) as DayRows);
    return names.filter((name) => !found.has(name));
  };
  const groupsOf = (names: readonly string[]): { month: string; keys: readonly AccountKey[] }[] =>
    months.flatMap((month) => {
      const missing = wanted.filter((key) => names.includes(nameOf(key, month)));
      const at = [...new Set(missing.map((key) => Math.floor(allowed.indexOf(key) / GROUP)))];
      return at.map((group) => ({ month, keys: allowed.slice(group * GROUP, (group + 1) * GROUP) }));
    });
  const names = wanted.flatMap((key) => months.map((month) => nameOf(key, month)));
  for (const { month, keys } of groupsOf(read(names))) {
    const own = keys.filter((key) => wanted.includes(key)).map((key) => nameOf(key, month));
    if (isAnsweredElsewhere(`${nameOf(keys[0] ?? ('' as AccountKey), month)}|asked`, () => read(own).length === 0)) continue;
    const fresh = waitFor(askMonth(connection, keys, month));
    const entries = keys.map((key): [string, DayRows] => [nameOf(key, month), fresh.get(key) ?? {}]);
    for (const [name, rows] of entries) found.set(name, rows);
    const seconds = month === new Date().toISOString().slice(0, 7) ? REMEMBERED.running : REMEMBERED.over;
    CacheService.getDocumentCache()?.putAll(
      Object.fromEntries(entries.map(([name, rows]) => [name, JSON.stringify(rows)])),
      seconds,
    );
  }
  return new Map(
    wanted.map((key) => [
      key,
      figureOf(
        metric,
        months.map((month) => found.get(nameOf(key, month)) ?? {}),
        days.from,
        days.to,
      ),
    ]),
  );
}

/** Whether another formula asks for the same right now and has its answer in time; else this one is to ask. */
function isAnsweredElsewhere(mark: string, isThere: () => boolean): boolean {
  const cache = CacheService.getDocumentCache();
  if (cache === null) return false;
  for (let round = 0; cache.get(mark) !== null && round < 20; round++) {
    Utilities.sleep(500);
    if (isThere()) return true;
  }
  cache.put(mark, '1', 15);
  return false;
}

function serviceFor({ key, companyId }: Connection) {
  const clock = createAppsScriptClock(Utilities);
  const http = createAppsScriptHttp({ urlFetchApp: UrlFetchApp });
  return createService({ http, clock, deadline: clock.now() + WORKING_MS }, key, companyId);
}

/** The sums of each day of a month, by account. */
async function askMonth(connection: Connection, keys: readonly AccountKey[], month: string): Promise<Map<AccountKey, DayRows>> {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const [answer] = await serviceFor(connection).getAll('reports.query', [
    {
      ...{ accountIds: [...keys], startDate: `${month}-01`, endDate: `${month}-${last}` },
      ...{ metrics: [...SUMS], groupBy: ['accountId', 'day'], limit: 1000 },
    },
  ]);
  const found = new Map<AccountKey, DayRows>();
  for (const row of answer?.data ?? []) {
    const key = keys.find((each) => keysNamed(String(row.accountId)).includes(each));
    if (key === undefined || row.day === undefined) continue;
    const rows = found.get(key) ?? {};
    rows[row.day] = SUMS.map((name) => Number(row[name] ?? 0));
    found.set(key, rows);
  }
  return found;
}

/** UrlFetch takes 2,082 characters of address. */
const IDS_PER_REQUEST = 40;

/** Figures of just this range, remembered as such. */
function exact(
  connection: Connection,
  metric: MetricKey,
  keys: readonly AccountKey[],
  { from, to }: Days,
): Map<AccountKey, number | ''> {
  const cache = CacheService.getDocumentCache();
  const nameOf = (key: AccountKey): string => `${connection.companyId}|${metric}|${key}|${from}|${to}`.slice(0, 250);
  const known = cache?.getAll(keys.map(nameOf)) ?? {};
  const figures = new Map<AccountKey, number | ''>();
  for (const key of keys) {
    const text = known[nameOf(key)] as string | undefined;
    if (text !== undefined) figures.set(key, text === '' ? '' : Number(text));
  }
  const missing = keys.filter((key) => !figures.has(key));
  if (missing.length === 0) return figures;
  const groups = Array.from({ length: Math.ceil(missing.length / IDS_PER_REQUEST) }, (_, i) =>
    missing.slice(i * IDS_PER_REQUEST, (i + 1) * IDS_PER_REQUEST),
  );
  const answers = waitFor(
    serviceFor(connection).getAll(
      'reports.query',
      groups.map((accountIds) => ({
        ...{ accountIds, startDate: from, endDate: to },
        ...{ metrics: [metric], groupBy: ['accountId'], limit: 1000 },
      })),
    ),
  );
  const rows = answers.flatMap(({ data }) => data);
  // No delivery is no row: nothing was spent then, but a ratio of nothing is no number.
  const { made, type }: Metric = metrics[metric];
  const nothing = made.from === 'sum' ? 0 : '';
  for (const key of missing) {
    const figure = rows.find((row) => keysNamed(String(row.accountId)).includes(key))?.[metric];
    figures.set(key, figure === undefined || figure === null ? nothing : type === 'percent' ? figure / 100 : figure);
  }
  cache?.putAll(Object.fromEntries(missing.map((key) => [nameOf(key), String(figures.get(key))])), REMEMBERED.running);
  return figures;
}
