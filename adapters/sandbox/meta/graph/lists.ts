import { withoutTrailing } from '../../../../core/base/schema/trimmed.ts';
import { isTooNew } from '../../kit/faults.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { createFilter } from './filters.ts';
import type { Listing, Rows, Turn } from './graph.ts';
import { GraphError, integer, invalid, type Params, text } from './params.ts';

const defaultLimit = 25;
const highestLimit = 5000;

export interface AskedList {
  readonly params: Params;
  readonly choices: readonly FieldChoice[] | undefined;
  /** The path of links in the answer. */
  readonly edge: string;
}

/** `show` writes an object. */
export function answerList(
  turn: Turn,
  listing: Listing,
  asked: AskedList,
  show: (entity: Entity) => JsonObject,
): JsonObject {
  const { params, choices } = asked;
  const limit = limitOf(turn, params);
  const position = positionOf(turn, params);
  const page =
    'rows' in listing
      ? pageOfRows(listing, choices, limit, position)
      : pageOfIds(turn, listing, { params, limit, position }, show);
  const { data, first, last, more, before, total } = page;
  const link = (cursor: Table<string>) => linkTo(turn, asked, limit, cursor);
  const empty = turn.fired.has('paging-empty-page') && !more && data.length > 0;
  const cursors =
    first === undefined || last === undefined
      ? undefined
      : { before: cursorOf(first), after: cursorOf(last) };
  return {
    data,
    ...(cursors === undefined
      ? {}
      : {
          paging: {
            cursors,
            ...(more || empty ? { next: link({ after: cursors.after }) } : {}),
            ...(before ? { previous: link({ before: cursors.before }) } : {}),
          },
        }),
    ...('rows' in listing && listing.summary !== undefined
      ? { summary: listing.summary }
      : wantsTotal(params)
        ? { summary: { total_count: total() } }
        : {}),
  };
}

interface Page {
  readonly data: readonly Json[];
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly more: boolean;
  readonly before: boolean;
  total(): number;
}

interface Position {
  readonly after?: string;
  readonly before?: string;
}

function pageOfIds(
  turn: Turn,
  listing: Extract<Listing, { ids: readonly string[] }>,
  {
    params,
    limit,
    position,
  }: { readonly params: Params; readonly limit: number; readonly position: Position },
  show: (entity: Entity) => JsonObject,
): Page {
  const { ids, keep, order = 'newest' } = listing;
  const filter = createFilter(turn, params);
  const at = (index: number) => ids[order === 'newest' ? ids.length - 1 - index : index];
  const fits = (entity: Entity | undefined): entity is Entity =>
    entity !== undefined &&
    !isTooNew(turn, entity, 'list-lag') &&
    (keep?.(entity) ?? true) &&
    filter(entity);
  const indexOf = (id: string) => {
    const found = ids.indexOf(id);
    if (found < 0) throw expiredCursor();
    return order === 'newest' ? ids.length - 1 - found : found;
  };

  const backwards = position.before !== undefined;
  const start =
    position.after !== undefined
      ? indexOf(position.after) + 1
      : position.before !== undefined
        ? indexOf(position.before) - 1
        : 0;
  const step = backwards ? -1 : 1;
  const found: Entity[] = [];
  let beyond = false;
  for (let index = start; index >= 0 && index < ids.length; index += step) {
    const entity = turn.world.get(at(index) ?? '');
    if (!fits(entity)) continue;
    if (found.length === limit) {
      beyond = true;
      break;
    }
    found.push(entity);
  }
  if (backwards) found.reverse();
  if (turn.fired.has('unstable-order'))
    found.sort((left, right) => (scramble(left.id) < scramble(right.id) ? -1 : 1));
  return {
    data: found.map(show),
    first: found[0]?.id,
    last: found[found.length - 1]?.id,
    more: backwards ? true : beyond,
    before: backwards ? beyond : position.after !== undefined,
    total: () => ids.reduce((count, id) => (fits(turn.world.get(id)) ? count + 1 : count), 0),
  };
}

const scramble = (id: string) => [...id].reverse().join('');

function pageOfRows(
  listing: Extract<Listing, { rows: Rows }>,
  choices: readonly FieldChoice[] | undefined,
  limit: number,
  position: Position,
): Page {
  const { rows, known, defaults, always = [] } = listing;
  for (const { name } of choices ?? [])
    if (!known.has(name)) throw invalid(`Tried accessing nonexisting field (${name})`);
  const names = choices?.map(({ name }) => name) ?? defaults;
  const start =
    position.after !== undefined
      ? offsetOf(position.after) + 1
      : Math.max(0, position.before !== undefined ? offsetOf(position.before) - limit : 0);
  const page: JsonObject[] = [];
  for (let index = start; index < Math.min(rows.length, start + limit); index++) {
    const row = rows.at(index);
    if (row !== undefined) page.push(row);
  }
  const wanted = names === undefined ? undefined : [...new Set([...names, ...always])];
  return {
    data: wanted === undefined ? page : page.map((row) => pickRow(row, wanted)),
    first: page.length === 0 ? undefined : `row:${start}`,
    last: page.length === 0 ? undefined : `row:${start + page.length - 1}`,
    more: start + page.length < rows.length,
    before: start > 0,
    total: () => rows.length,
  };
}

function pickRow(row: JsonObject, names: readonly string[]): JsonObject {
  const picked: { [name: string]: Json } = {};
  for (const name of names) {
    const value = row[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function offsetOf(cursor: string) {
  const offset = Number(/^row:(\d+)$/.exec(cursor)?.[1]);
  if (!Number.isInteger(offset)) throw expiredCursor();
  return offset;
}

function limitOf(turn: Turn, params: Params): number {
  const limit = integer(params, 'limit') ?? defaultLimit;
  const allowed = Number(turn.fired.get('limit-lowered')?.limit ?? highestLimit);
  if (limit > allowed)
    throw new GraphError({
      code: 1,
      subcode: 99,
      message: "Please reduce the amount of data you're asking for, then retry your request",
    });
  return Math.max(1, limit);
}

function positionOf(turn: Turn, params: Params): Position {
  const after = text(params, 'after');
  const before = text(params, 'before');
  if ((after ?? before) !== undefined && turn.fired.has('cursor-expired')) throw expiredCursor();
  if (after !== undefined) return { after: uncursor(after) };
  return before === undefined ? {} : { before: uncursor(before) };
}

const expiredCursor = () =>
  invalid('The cursor is no longer valid. Start again from the first page');

/** Opaque to clients: base64 here. */
const cursorOf = (key: string) => withoutTrailing(btoa(key), '=');

function uncursor(cursor: string) {
  try {
    return atob(cursor);
  } catch {
    throw expiredCursor();
  }
}

const wantsTotal = (params: Params) => {
  const summary = text(params, 'summary');
  return summary === 'true' || summary === '1' || (summary?.includes('total_count') ?? false);
};

const rewritten = names('after before limit fields access_token id');

/** Official clients follow these: absolute, with token, fields and limit. */
function linkTo(
  turn: Turn,
  { params, choices, edge }: AskedList,
  limit: number,
  cursor: Table<string>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (rewritten.includes(name) || value === undefined || value === null) continue;
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  query.set('access_token', turn.call.token ?? '');
  if (choices !== undefined) query.set('fields', formatFields(choices));
  query.set('limit', String(limit));
  for (const [name, value] of Object.entries(cursor)) query.set(name, value);
  return `${turn.call.base}/${turn.call.version}/${edge}?${query}`;
}

/** `adsets.limit(2){id,ads{name}}` as a tree. */
export interface FieldChoice {
  readonly name: string;
  readonly alias?: string;
  /** `.limit(2).filtering([...])`: raw text. */
  readonly args: Table<string>;
  readonly fields?: readonly FieldChoice[];
}

/** A comma list with expansions, or a JSON array of such items. */
export function parseFields(value: unknown): readonly FieldChoice[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  let source = String(value);
  if (Array.isArray(value)) source = value.join(',');
  else if (source.trim().startsWith('[')) {
    try {
      const items: unknown = JSON.parse(source);
      source = Array.isArray(items) ? items.join(',') : source;
    } catch {
      throw syntax(source);
    }
  }
  const reader = {
    source: source.replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, (_, quoted?: string) => quoted ?? ''),
    at: 0,
  };
  const fields = readList(reader);
  if (reader.at < reader.source.length) throw syntax(reader.source.slice(reader.at));
  return fields;
}

interface Reader {
  readonly source: string;
  at: number;
}

function readList(reader: Reader): readonly FieldChoice[] {
  const fields: FieldChoice[] = [];
  while (reader.at < reader.source.length && reader.source[reader.at] !== '}') {
    if (reader.source[reader.at] === ',') {
      reader.at += 1;
      continue;
    }
    fields.push(readItem(reader));
  }
  return fields;
}

function readItem(reader: Reader): FieldChoice {
  const name = readName(reader);
  const args: { [name: string]: string } = {};
  let fields: readonly FieldChoice[] | undefined;
  for (;;) {
    const next = reader.source[reader.at];
    if (next === '.') {
      reader.at += 1;
      const modifier = readName(reader);
      args[modifier] = readArgument(reader);
    } else if (next === '{') {
      reader.at += 1;
      fields = readList(reader);
      if (reader.source[reader.at] !== '}') throw syntax('missing }');
      reader.at += 1;
    } else break;
  }
  const { as: alias, ...others } = args;
  return {
    name,
    args: others,
    ...(alias !== undefined && { alias }),
    ...(fields !== undefined && { fields }),
  };
}

function readName(reader: Reader) {
  const match = /^[\w-]+/.exec(reader.source.slice(reader.at, reader.at + 100));
  if (match === null) throw syntax(reader.source.slice(reader.at, reader.at + 20));
  reader.at += match[0].length;
  return match[0];
}

/** Brackets nest: `filtering([{"value":["a)"]}])` ends at its own bracket. */
function readArgument(reader: Reader): string {
  if (reader.source[reader.at] !== '(') throw syntax('missing (');
  let depth = 0;
  let quoted = false;
  for (let end = reader.at; end < reader.source.length; end++) {
    const char = reader.source[end];
    if (char === '"' && reader.source[end - 1] !== '\\') quoted = !quoted;
    if (quoted) continue;
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0) {
      const value = reader.source.slice(reader.at + 1, end);
      reader.at = end + 1;
      return value;
    }
  }
  throw syntax('missing )');
}

const syntax = (near: string) =>
  new GraphError({ code: 2500, message: `Syntax error in the fields parameter near "${near}"` });

/** For the links of an answer. */
const formatFields = (fields: readonly FieldChoice[]): string =>
  fields
    .map(({ name, alias, args, fields: inner }) => {
      const modifiers = Object.entries({ ...args, ...(alias !== undefined && { as: alias }) });
      return `${name}${modifiers.map(([key, value]) => `.${key}(${value})`).join('')}${inner === undefined ? '' : `{${formatFields(inner)}}`}`;
    })
    .join(',');
