import { invalid } from './refusals.ts';

/** Rest.li 2.0: `List(a,b)`, `(name:value)`, or text. */
export type Value = string | readonly Value[] | { readonly [name: string]: Value };
export type Query = { readonly [name: string]: Value };

const punctuation = /[(),:']/;

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

function plain(name: string, raw: string): string {
  if (punctuation.test(raw)) throw wrong(name);
  return decode(raw);
}

function decode(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw wrong(raw.slice(0, 40));
  }
}

const wrong = (name: string) =>
  invalid(`Invalid query parameters passed to request: ${name} is not encoded as Rest.li 2.0 asks.`);

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

export function text(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text.`, name);
  return value;
}

export function recordOf(query: Query, name: string): Query | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' || isList(value)) throw invalid(`${name} must be a record.`, name);
  return value as Query;
}
