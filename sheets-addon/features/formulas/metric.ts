import { createAppsScriptClock } from '../../../adapters/apps-script/clock.ts';
import { createAppsScriptHttp } from '../../../adapters/apps-script/http.ts';
import type { AccountKey } from '../../../core/base/account-key.ts';
import { dayAt, dayNumber } from '../../../core/base/time/days.ts';
import {
  type Metric,
  type MetricKey,
  metricByName,
  metricNames,
  metrics,
} from '../../../core/report/metrics.ts';
import { idIn } from '../../../core/sheet/cells.ts';
import type { AnswerOf, InputOf } from '../../../server/client/types.ts';
import { formulaAccounts } from '../../base/formula-accounts.ts';
import { keysNamed } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { createService } from '../../base/service.ts';
import { type Connection, requireConnection } from '../../base/settings.ts';
import { waitFor } from '../../base/wait.ts';
import { type DayRows, figureOf, monthsBetween, SUMS } from './figures.ts';

/** What a formula hands over: a value, or the values of a range, row by row. */
export type Argument = unknown;

/** Seconds. Figures of a running month change, those of others for some days. */
const REMEMBERED = { running: 900, over: 21_600 };

/** A custom function ends after 30 seconds, whatever it is doing. */
const WORKING_MS = 20_000;

/**
 * A metric of one account, or of each account of a range, in its shape. It asks for whole months of
 * all allowed accounts by day and remembers them, so that a sheet full of formulas asks a few
 * times. Formulas of the same moment wait for the first.
 */
export function metricOf(
  metricName: string,
  accounts: Argument,
  from: Argument,
  to: Argument,
): unknown {
  const metric = metricByName(String(metricName).trim());
  if (metric === undefined)
    throw new Error(say('noMetric', { name: metricName, known: metricNames.join(', ') }));
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const days = { from: dayOf(from, 'firstDayNoDate', zone), to: dayOf(to, 'lastDayNoDate', zone) };
  if (days.to < days.from) throw new Error(say('daysReversed', days));
  const connection = requireConnection({ properties: PropertiesService.getUserProperties() });
  const allowed = formulaAccounts();
  const shape = Array.isArray(accounts) ? (accounts as unknown[][]) : [[accounts]];
  const keys = shape.map((row) => row.map((cell) => accountIn(cell, allowed)));
  const wanted = [...new Set(keys.flat().flatMap((key) => key ?? []))];
  const refused = rememberedRefusals(connection, wanted);
  const open = wanted.filter((key) => !refused.has(key));
  const figures = isSummed(metric)
    ? daily(connection, metric, { wanted: open, allowed, days, refused })
    : exact(connection, metric, { wanted: open, days, refused });
  const answer = keys.map((row, r) =>
    row.map((key, c) =>
      key === undefined ? told(shape[r]?.[c]) : (refused.get(key) ?? figures.get(key) ?? ''),
    ),
  );
  if (Array.isArray(accounts)) return answer;
  // A single account says what is wrong as an error; in a range the others have their figures.
  const [[key] = []] = keys;
  if ((key === undefined || refused.has(key)) && answer[0]?.[0] !== '')
    throw new Error(String(answer[0]?.[0]));
  return answer[0]?.[0];
}

/** Why an account gave no figures. */
type Refusals = Map<AccountKey, string>;

/** Seconds. A sheet full of formulas would ask again for each of them. */
const REFUSED_FOR = 60;

const refusalName = ({ companyId }: Connection, key: AccountKey): string =>
  `${companyId}|${key}|refused`;

function rememberedRefusals(connection: Connection, keys: readonly AccountKey[]): Refusals {
  const known =
    CacheService.getDocumentCache()?.getAll(keys.map((key) => refusalName(connection, key))) ?? {};
  return new Map(
    keys.flatMap((key): [AccountKey, string][] => {
      const text = known[refusalName(connection, key)] as string | undefined;
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

/**
 * Asks for accounts together, and where the service refuses, for each of them alone: one that has
 * no figures keeps no other from its own. What is refused is remembered for a minute.
 *
 * @param named those whose refusals somebody asks about
 */
async function askApart(
  connection: Connection,
  keys: readonly AccountKey[],
  { named, refused }: { readonly named: readonly AccountKey[]; readonly refused: Refusals },
  queryOf: (accountIds: AccountKey[]) => InputOf<'reports.query'>,
): Promise<readonly Row[]> {
  const service = serviceFor(connection);
  const [together] = await service.tryAll('reports.query', [queryOf([...keys])]);
  if (together !== undefined && !(together instanceof Problem)) return together.data;
  if (together === undefined || !together.isAnswer)
    throw together ?? new Error(say('serviceSilent'));
  const asked =
    keys.length === 1
      ? [together]
      : await service.tryAll(
          'reports.query',
          named.map((key) => queryOf([key])),
        );
  asked.forEach((answer, i) => {
    const key = keys.length === 1 ? keys[0] : named[i];
    if (key === undefined || !(answer instanceof Problem)) return;
    refused.set(key, answer.message);
    CacheService.getDocumentCache()?.put(
      refusalName(connection, key),
      answer.message.slice(0, 1_000),
      REFUSED_FOR,
    );
  });
  return asked.flatMap((answer) => (answer instanceof Problem ? [] : [...answer.data]));
}

type Row = AnswerOf<'reports.query'>['data'][number];

interface Wanted {
  readonly wanted: readonly AccountKey[];
  readonly days: Days;
  /** Gets what is refused. */
  readonly refused: Refusals;
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
  { wanted, allowed, days, refused }: Wanted & { readonly allowed: readonly AccountKey[] },
): Map<AccountKey, number | ''> {
  const months = monthsBetween(days.from, days.to);
  if (months.length > MOST_MONTHS) return exact(connection, metric, { wanted, days, refused });
  const nameOf = (key: AccountKey, month: string): string =>
    `${connection.companyId}|${key}|${month}`;
  const found = new Map<string, DayRows>();
  const read = (names: readonly string[]): string[] => {
    const known = CacheService.getDocumentCache()?.getAll([...names]) ?? {};
    for (const [name, text] of Object.entries(known))
      found.set(name, JSON.parse(text as string) as DayRows);
    return names.filter((name) => !found.has(name));
  };
  const groupsOf = (names: readonly string[]): { month: string; keys: readonly AccountKey[] }[] =>
    months.flatMap((month) => {
      const missing = wanted.filter((key) => names.includes(nameOf(key, month)));
      const at = [...new Set(missing.map((key) => Math.floor(allowed.indexOf(key) / GROUP)))];
      return at.map((group) => ({
        month,
        keys: allowed.slice(group * GROUP, (group + 1) * GROUP),
      }));
    });
  const names = wanted.flatMap((key) => months.map((month) => nameOf(key, month)));
  for (const { month, keys } of groupsOf(read(names))) {
    const named = keys.filter((key) => wanted.includes(key));
    const own = named.map((key) => nameOf(key, month));
    if (
      isAnsweredElsewhere(
        `${nameOf(keys[0] ?? ('' as AccountKey), month)}|asked`,
        () => read(own).length === 0,
      )
    )
      continue;
    const { found: fresh, isWhole } = waitFor(
      askMonth(connection, keys, month, { named, refused }),
    );
    const known = (isWhole ? keys : named).filter((key) => !refused.has(key));
    const entries = known.map((key): [string, DayRows] => [
      nameOf(key, month),
      fresh.get(key) ?? {},
    ]);
    for (const [name, rows] of entries) found.set(name, rows);
    const seconds =
      month === new Date().toISOString().slice(0, 7) ? REMEMBERED.running : REMEMBERED.over;
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

/** Whether another formula asks for the same and has its answer in time. */
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

/** Sums of each day of a month by account; of the named ones alone where some account refused. */
async function askMonth(
  connection: Connection,
  keys: readonly AccountKey[],
  month: string,
  apart: { readonly named: readonly AccountKey[]; readonly refused: Refusals },
): Promise<{ readonly found: Map<AccountKey, DayRows>; readonly isWhole: boolean }> {
  const last = new Date(
    Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
  ).getUTCDate();
  let questions = 0;
  const data = await askApart(connection, keys, apart, (accountIds) => {
    questions += 1;
    return {
      accountIds,
      startDate: `${month}-01`,
      endDate: `${month}-${last}`,
      metrics: [...SUMS],
      groupBy: ['accountId', 'day'],
      limit: 1000,
    };
  });
  const found = new Map<AccountKey, DayRows>();
  for (const row of data) {
    const key = keys.find((each) => keysNamed(String(row.accountId)).includes(each));
    if (key === undefined || row.day === undefined) continue;
    const rows = found.get(key) ?? {};
    rows[row.day] = SUMS.map((name) => Number(row[name] ?? 0));
    found.set(key, rows);
  }
  return { found, isWhole: questions === 1 };
}

/** UrlFetch takes 2,082 characters of address. */
const IDS_PER_REQUEST = 40;

/** Figures of just this range, remembered as such. */
function exact(
  connection: Connection,
  metric: MetricKey,
  { wanted, days: { from, to }, refused }: Wanted,
): Map<AccountKey, number | ''> {
  const cache = CacheService.getDocumentCache();
  const nameOf = (key: AccountKey): string =>
    `${connection.companyId}|${metric}|${key}|${from}|${to}`.slice(0, 250);
  const known = cache?.getAll(wanted.map(nameOf)) ?? {};
  const figures = new Map<AccountKey, number | ''>();
  for (const key of wanted) {
    const text = known[nameOf(key)] as string | undefined;
    if (text !== undefined) figures.set(key, text === '' ? '' : Number(text));
  }
  const missing = wanted.filter((key) => !figures.has(key));
  const rows: Row[] = [];
  for (let at = 0; at < missing.length; at += IDS_PER_REQUEST) {
    const named = missing.slice(at, at + IDS_PER_REQUEST);
    const query = (accountIds: AccountKey[]) => ({
      accountIds,
      startDate: from,
      endDate: to,
      metrics: [metric],
      groupBy: ['accountId'] as ['accountId'],
      limit: 1000,
    });
    rows.push(...waitFor(askApart(connection, named, { named, refused }, query)));
  }
  // No delivery is no row: nothing was spent then, but a ratio of nothing is no number.
  const { made, type }: Metric = metrics[metric];
  const nothing = made.from === 'sum' ? 0 : '';
  const fresh = missing.filter((key) => !refused.has(key));
  for (const key of fresh) {
    const figure = rows.find((row) => keysNamed(String(row.accountId)).includes(key))?.[metric];
    figures.set(
      key,
      figure === undefined || figure === null
        ? nothing
        : type === 'percent'
          ? figure / 100
          : figure,
    );
  }
  if (fresh.length > 0)
    cache?.putAll(
      Object.fromEntries(fresh.map((key) => [nameOf(key), String(figures.get(key))])),
      REMEMBERED.running,
    );
  return figures;
}
