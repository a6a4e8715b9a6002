import { addDays, dayOf, daysFrom } from '../../kit/calendar.ts';
import { nothing } from '../../kit/metrics.ts';
import type { Json, JsonObject, Table } from '../../types.ts';
import { type Turn, words } from '../wire.ts';
import { camel } from './fields.ts';
import { figuresOf, writtenFigures } from './figures.ts';
import { isDate, judgeQuery, partsOf } from './judge.ts';
import { type Condition, parseQuery, type Query, type Value } from './parse.ts';
import { type SourceRow, sourceRows, today, valueAt } from './rows.ts';

interface FullRow {
  readonly resources: Table<JsonObject>;
  readonly metrics: JsonObject;
  readonly segments: JsonObject;
}

export function answerQuery(turn: Turn, text: string) {
  const query = parseQuery(text);
  judgeQuery(query, { manager: turn.customer.data.manager === true });
  const wanted = query.select
    .filter((field) => field.startsWith('segments.'))
    .map((field) => partsOf(field)[1]);
  const measured = [...query.select, ...query.where.map(({ field }) => field)].some((field) =>
    /^(metrics|segments)\./.test(field),
  );
  const days = measured ? daysOf(turn, query.where) : [];
  const rows = sourceRows(turn, query.from)
    .filter((row) =>
      query.where.every(
        (each) => isMeasured(each.field) || meets(resourceValue(row, each.field), each),
      ),
    )
    .flatMap((row) =>
      measured ? measuredRows(turn, row, days, wanted) : [{ ...row, metrics: {}, segments: {} }],
    )
    .filter((row) =>
      query.where.every(
        (each) =>
          !isMeasured(each.field) ||
          isDate(each.field) ||
          meets(figureValue(row, each.field), each),
      ),
    );
  const sorted = sortRows(rows, query);
  return {
    rows: (query.limit === undefined ? sorted : sorted.slice(0, query.limit)).map((row) =>
      selected(turn, row, query),
    ),
    fieldMask: query.select.map((field) => field.split('.').map(camel).join('.')).join(','),
  };
}

const isMeasured = (field: string) => /^(metrics|segments)\./.test(field);

function measuredRows(
  turn: Turn,
  row: SourceRow,
  days: readonly string[],
  wanted: readonly string[],
): readonly FullRow[] {
  const figures = figuresOf(turn, row, days, wanted);
  if (figures.length === 0 && wanted.length > 0) return [];
  const all = figures.length === 0 ? [{ segments: {}, measures: nothing }] : figures;
  return all.map(({ segments, measures }) => ({
    resources: row.resources,
    segments,
    metrics: writtenFigures(measures),
  }));
}

const resourceValue = (row: SourceRow | FullRow, field: string): Json | undefined => {
  const [head, rest] = partsOf(field);
  return valueAt(row.resources[camel(head)], rest.split('.').map(camel));
};

const figureValue = ({ metrics, segments }: FullRow, field: string): Json | undefined => {
  const [head, rest] = partsOf(field);
  return head === 'metrics' ? metrics[rest] : segments[rest];
};

function meets(value: Json | undefined, { operator, values }: Condition): boolean {
  const [first = '', second = ''] = values;
  const text = value === undefined || value === null ? '' : String(value);
  switch (operator) {
    case '=':
      return same(value, first);
    case '!=':
      return !same(value, first);
    case 'IN':
      return values.some((each) => same(value, each));
    case 'NOT IN':
      return !values.some((each) => same(value, each));
    case 'LIKE':
      return like(text, String(first));
    case 'NOT LIKE':
      return !like(text, String(first));
    case 'IS NULL':
      return value === undefined || value === null;
    case 'IS NOT NULL':
      return value !== undefined && value !== null;
    case 'BETWEEN':
      return compare(value, first) >= 0 && compare(value, second) <= 0;
    case '>':
      return compare(value, first) > 0;
    case '>=':
      return compare(value, first) >= 0;
    case '<':
      return compare(value, first) < 0;
    case '<=':
      return compare(value, first) <= 0;
    default: {
      const has = (each: Value) => Array.isArray(value) && value.includes(String(each));
      if (operator === 'CONTAINS ALL') return values.every(has);
      return operator === 'CONTAINS NONE' ? !values.some(has) : values.some(has);
    }
  }
}

/** Stored objects leave out false and zero. */
const same = (value: Json | undefined, wanted: Value) =>
  value === undefined
    ? /^(false|0)?$/i.test(String(wanted))
    : String(value).toLowerCase() === String(wanted).toLowerCase();

function compare(value: Json | undefined, wanted: Value) {
  const [a, b] = [Number(value ?? 0), Number(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(value) < String(wanted) ? -1 : String(value) > String(wanted) ? 1 : 0;
}

/** `%` stands for anything; brackets quote. */
function like(text: string, pattern: string) {
  const parts = pattern.replace(/\[([^\]])\]/g, '$1').split('%');
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    if (index === others.length - 1)
      return part === '' || (text.endsWith(part) && text.length - part.length >= at);
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length === at;
}

/** Default: 61 days back. */
function daysOf(turn: Turn, where: readonly Condition[]): readonly string[] {
  const now = today(turn);
  let [from, to] = ['', now];
  for (const { field, operator, values } of where) {
    if (!isDate(field)) continue;
    const [first = '', second = ''] = values.map(String);
    if (operator === 'DURING') [from, to] = namedRange(first.toUpperCase(), now);
    if (operator === '=' || operator === 'IN')
      [from, to] = [values.map(String).sort()[0] ?? '', [...values.map(String)].sort().pop() ?? ''];
    if (operator === 'BETWEEN') [from, to] = [first, second];
    if (operator === '>=') from = first;
    if (operator === '>') from = addDays(first, 1);
    if (operator === '<=') to = first;
    if (operator === '<') to = addDays(first, -1);
  }
  const zone = words(turn.customer.data.timeZone);
  const earliest = addDays(dayOf(turn.world.now(), zone), -400);
  return daysFrom(from < earliest ? earliest : from, to > now ? now : to);
}

function namedRange(name: string, now: string): [string, string] {
  const yesterday = addDays(now, -1);
  const last = /^LAST_(\d+)_DAYS$/.exec(name)?.[1];
  if (last !== undefined) return [addDays(now, -Number(last)), yesterday];
  if (name === 'TODAY') return [now, now];
  if (name === 'YESTERDAY') return [yesterday, yesterday];
  const month = `${now.slice(0, 7)}-01`;
  if (name === 'THIS_MONTH') return [month, now];
  if (name === 'LAST_MONTH') return [`${addDays(month, -1).slice(0, 7)}-01`, addDays(month, -1)];
  return [addDays(now, -7), now];
}

function sortRows(rows: readonly FullRow[], { order }: Query): readonly FullRow[] {
  if (order.length === 0) return rows;
  const sortedBy = (row: FullRow, field: string): Json | undefined =>
    isMeasured(field) ? figureValue(row, field) : resourceValue(row, field);
  return [...rows].sort((a, b) => {
    for (const { field, down } of order) {
      const by = compare(sortedBy(a, field), String(sortedBy(b, field) ?? ''));
      if (by !== 0) return down ? -by : by;
    }
    return 0;
  });
}

/** With resource names; zero, false and empty values are left out. */
function selected(turn: Turn, row: FullRow, { select, from }: Query): JsonObject {
  const answer: { [name: string]: Json } = {};
  const put = (path: readonly string[], value: Json): void => {
    let at = answer;
    for (const name of path.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as { [name: string]: Json }; // made here
    }
    at[path[path.length - 1] ?? ''] = value;
  };
  for (const resource of new Set([
    camel(from),
    ...select.map((field) => camel(partsOf(field)[0])),
  ])) {
    const name = row.resources[resource]?.resourceName;
    if (name !== undefined) put([resource, 'resourceName'], name);
  }
  for (const field of select) {
    const [head, rest] = partsOf(field);
    const value = isMeasured(field) ? figureValue(row, field) : resourceValue(row, field);
    const isNothing =
      value === undefined ||
      value === null ||
      value === '' ||
      value === '0' ||
      value === 0 ||
      (value === false && head !== 'campaign');
    if (!isNothing || (value !== undefined && turn.fired.has('zeros-told')))
      put([camel(head), ...rest.split('.').map(camel)], value ?? null);
  }
  return answer;
}
