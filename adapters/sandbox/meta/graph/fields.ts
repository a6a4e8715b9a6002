import { GraphError } from './errors.ts';

/** `adsets.limit(2){id,ads{name}}` as a tree. */
export interface FieldChoice {
  readonly name: string;
  readonly alias?: string;
  /** `.limit(2).filtering([...])`: raw text. */
  readonly args: { readonly [name: string]: string };
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
  const reader = { source: source.replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, (_, quoted?: string) => quoted ?? ''), at: 0 };
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
  return { name, args: others, ...(alias === undefined ? {} : { alias }), ...(fields === undefined ? {} : { fields }) };
}

function readName(reader: Reader): string {
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

const syntax = (near: string): GraphError =>
  new GraphError({ code: 2500, message: `Syntax error in the fields parameter near "${near}"` });

/** For the links of an answer. */
export const formatFields = (fields: readonly FieldChoice[]): string =>
  fields
    .map(({ name, alias, args, fields: inner }) => {
      const modifiers = Object.entries({ ...args, ...(alias === undefined ? {} : { as: alias }) });
      return `${name}${modifiers.map(([key, value]) => `.${key}(${value})`).join('')}${inner === undefined ? '' : `{${formatFields(inner)}}`}`;
    })
    .join(',');
