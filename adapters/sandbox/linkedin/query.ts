import { fieldsOf, isObject } from '../kit/json.ts';
import type { Answer, Json, JsonObject, Table } from '../types.ts';
import { invalid } from './refusals.ts';

/**
 * Rest.li 2.0: `List(a,b)`, `(name:value)`, or text. Rest.li 1.0, where no protocol is named:
 * `a[0]=…`, `a.b=…`.
 */
type Value = string | readonly Value[] | { readonly [name: string]: Value };
export type Query = Table<Value>;

const punctuation = /[(),:']/;

export type Protocol = '1.0.0' | '2.0.0';

/** Rest.li 1.0: names say where a value belongs. Throws `Refusal`. */
export function parseFirst(raw: string): Query {
  const query: { [name: string]: Value } = {};
  for (const [path, value] of new URLSearchParams(raw)) {
    const steps = path.split(/\.|\[(\d+)\]/).filter((step) => step !== undefined && step !== '');
    if (steps.length > 6 || steps.some((step) => step in Object.prototype))
      throw wrong(path.slice(0, 40));
    const [name = ''] = steps;
    query[name] = name === 'fields' ? value.split(',') : placed(query[name], steps.slice(1), value);
  }
  return query;
}

/** `value` at its place in what came before. */
function placed(
  before: Value | undefined,
  [step, ...below]: readonly string[],
  value: string,
): Value {
  if (step === undefined) return value;
  if (/^\d+$/.test(step))
    return [...(isList(before) ? before : []), placed(undefined, below, value)];
  const held =
    before === undefined || typeof before === 'string' || isList(before) ? {} : (before as Query);
  return { ...held, [step]: placed(held[step], below, value) };
}

/** Bare punctuation is syntax, percent-encoded punctuation is text. Throws `Refusal`. */
export function parseQuery(raw: string): Query {
  const query: { [name: string]: Value } = {};
  for (const pair of raw.split('&').filter((each) => each !== '')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    query[name] = parseValue(name, at < 0 ? '' : pair.slice(at + 1));
  }
  return query;
}

function parseValue(name: string, raw: string): Value {
  // The one list without `List`.
  if (name === 'fields') return raw.split(',').map((each) => plain(name, each));
  if (!raw.startsWith('(') && !raw.startsWith('List(')) return plain(name, raw);
  const { value, rest } = structure(name, raw);
  if (rest !== '') throw wrong(name);
  return value;
}

interface Read {
  readonly value: Value;
  readonly rest: string;
}

function structure(name: string, raw: string): Read {
  if (raw.startsWith('List(')) return list(name, raw.slice(5));
  if (raw.startsWith('(')) return record(name, raw.slice(1));
  const [text = ''] = /^[^(),:']*/.exec(raw) ?? [];
  return { value: decode(text), rest: raw.slice(text.length) };
}

function list(name: string, raw: string): Read {
  const values: Value[] = [];
  let rest = raw;
  if (rest.startsWith(')')) return { value: values, rest: rest.slice(1) };
  for (;;) {
    const read = structure(name, rest);
    values.push(read.value);
    if (read.rest.startsWith(')')) return { value: values, rest: read.rest.slice(1) };
    if (!read.rest.startsWith(',')) throw wrong(name);
    rest = read.rest.slice(1);
  }
}

function record(name: string, raw: string): Read {
  const value: { [name: string]: Value } = {};
  let rest = raw;
  for (;;) {
    const [, key, behind] = /^([^(),:']+):(.*)$/s.exec(rest) ?? [];
    if (key === undefined || behind === undefined) throw wrong(name);
    const read = structure(name, behind);
    value[decode(key)] = read.value;
    if (read.rest.startsWith(')')) return { value, rest: read.rest.slice(1) };
    if (!read.rest.startsWith(',')) throw wrong(name);
    rest = read.rest.slice(1);
  }
}

function plain(name: string, raw: string) {
  if (punctuation.test(raw)) throw wrong(name);
  return decode(raw);
}

function decode(raw: string) {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw wrong(raw.slice(0, 40));
  }
}

const wrong = (name: string) =>
  invalid(
    `Invalid query parameters passed to request: ${name} is not encoded as Rest.li 2.0 asks.`,
  );

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

export function texts(query: Query, name: string): readonly string[] | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!isList(value)) throw invalid(`${name} must be a List.`, name);
  return value.map((each) => {
    if (typeof each !== 'string') throw invalid(`${name} must be a List of texts.`, name);
    return each;
  });
}

export function text(query: Query, name: string) {
  const value = query[name];
  if (value !== undefined && typeof value !== 'string')
    throw invalid(`${name} must be a text.`, name);
  return value;
}

export function recordOf(query: Query, name: string): Query | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' || isList(value)) throw invalid(`${name} must be a record.`, name);
  return value as Query;
}

const numberIn = (query: Query, name: string, fallback: number) => {
  const given = text(query, name);
  const value = given === undefined ? fallback : Number(given);
  if (!Number.isInteger(value) || value < 0) throw invalid(`${name} must be a whole number.`, name);
  return value;
};

/** Collections of ads page by token. */
export function byToken(query: Query, rows: readonly Json[], most: number): JsonObject {
  const size = numberIn(query, 'pageSize', Math.min(100, most));
  if (size < 1 || size > most) throw invalid(`pageSize must be between 1 and ${most}.`, 'pageSize');
  const token = text(query, 'pageToken');
  const start = token === undefined ? 0 : Number(/^DgG(\d+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('pageToken is not valid.', 'pageToken');
  const end = start + size;
  return {
    elements: rows.slice(start, end),
    metadata: end < rows.length ? { nextPageToken: `DgG${end}` } : {},
    paging: { start: 0, count: size, links: [] },
  };
}

/** Posts and files page by position. */
export function byPlace(query: Query, rows: readonly Json[], most: number): JsonObject {
  const [start, count] = [numberIn(query, 'start', 0), numberIn(query, 'count', 10)];
  if (count < 1 || count > most) throw invalid(`count must be between 1 and ${most}.`, 'count');
  const hasMore = start + count < rows.length;
  return {
    elements: rows.slice(start, start + count),
    paging: {
      start,
      count,
      total: rows.length,
      links: hasMore ? [{ rel: 'next', type: 'application/json', href: '' }] : [],
    },
  };
}

/** Found rows, and errors for other keys. */
export function byKeys(
  keys: readonly string[],
  rowOf: (key: string) => JsonObject | undefined,
): JsonObject {
  const rows = keys.map((key) => [key, rowOf(key)] as const);
  return {
    results: Object.fromEntries(
      rows.flatMap(([key, row]) => (row === undefined ? [] : [[key, row]])),
    ),
    statuses: Object.fromEntries(rows.map(([key, row]) => [key, row === undefined ? 404 : 200])),
    errors: Object.fromEntries(
      rows.flatMap(([key, row]) =>
        row === undefined ? [[key, { status: 404, message: `${key} was not found.` }]] : [],
      ),
    ),
  };
}

/** `fields` limits an entity, those of a list, or those of a batch by id. */
export function projected({ fields }: Query, answer: Answer): Answer {
  if (!Array.isArray(fields) || !isObject(answer.body)) return answer;
  const project = (row: Json): Json =>
    isObject(row) ? fieldsOf(row, (name) => fields.includes(name)) : row;
  const { elements, results } = answer.body;
  if (Array.isArray(elements))
    return { ...answer, body: { ...answer.body, elements: elements.map(project) } };
  if (!isObject(results)) return { ...answer, body: project(answer.body) };
  const rows = Object.entries(results).map(([id, row]) => [id, project(row)] as const);
  return { ...answer, body: { ...answer.body, results: Object.fromEntries(rows) } };
}
