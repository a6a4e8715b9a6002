import { SlipwayError } from '../errors.ts';
import { breaks } from '../refusal.ts';
import { join } from './faults.ts';

/**
 * Bounds of any request, far above what the schemas take, so that checking a request stays cheap.
 */
export const MAX_DEPTH = 64;
const MAX_FIELDS = 500;
const MAX_FIELD_NAME = 200;
const MAX_ITEMS = 50_000;
const MAX_TEXT = 50_000;
/** In all: items and fields, the fields among them, whose names cost most, and texts. */
const MAX_VALUES = 120_000;
const MAX_ALL_FIELDS = 52_000;
const MAX_ALL_TEXTS = 60_000;

/**
 * Refuses what no request may hold: too deep, too many, too long. It stops at the first such place,
 * so that its cost is that of one look at each value at most. Throws `bad_request` for the depth
 * and `unprocessable_entity` for all else.
 *
 * @param room how many times more it may hold in all, where an installation takes larger launches
 */
export function refuseOversized(value: unknown, room = 1): void {
  // Places are named only for what is refused: naming each costs more than looking at it.
  if (!isWithin(value, { values: 0, fields: 0, room }, MAX_DEPTH))
    look(value, '', { values: 0, fields: 0, room }, MAX_DEPTH);
}

/** Whether `look` would let a value pass. */
function isWithin(value: unknown, seen: Seen, depth: number): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  let members = 0;
  if (Array.isArray(value)) {
    members = value.length;
    if (members > MAX_ITEMS) return false;
    for (const item of value)
      if (isWorthALook(item) && !isWithin(item, seen, depth - 1)) return false;
  } else {
    const fields = value as { readonly [name: string]: unknown };
    for (const name in fields) {
      members += 1;
      if (members > MAX_FIELDS || name.length > MAX_FIELD_NAME) return false;
      if (isWorthALook(fields[name]) && !isWithin(fields[name], seen, depth - 1)) return false;
    }
    seen.fields += members;
  }
  seen.values += members;
  return seen.values <= MAX_VALUES * seen.room && seen.fields <= MAX_ALL_FIELDS * seen.room;
}

/** Counted from a text of JSON without parsing it. */
export interface Crowd {
  /** Items of lists and fields of objects, and fields alone. */
  readonly values: number;
  readonly fields: number;
  /** Without names of fields. */
  readonly texts: number;
  readonly longestList: number;
  readonly largestObject: number;
  readonly depth: number;
}

/** The same before parsing. */
export function refuseCrowd(
  { values, fields, texts, longestList, largestObject, depth }: Crowd,
  room = 1,
): void {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (longestList > MAX_ITEMS) throw tooManyItems('', longestList);
  if (largestObject > MAX_FIELDS) throw tooManyFields('');
  if (values > MAX_VALUES * room || fields > MAX_ALL_FIELDS * room || texts > MAX_ALL_TEXTS * room)
    throw tooManyValues(room);
}

function look(value: unknown, path: string, seen: Seen, depth: number): void {
  if (typeof value === 'string' && value.length > MAX_TEXT)
    throw breaks(
      path,
      'text_too_long',
      `A text has at most ${MAX_TEXT} characters; this one has ${value.length}.`,
    );
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw tooDeep();
  if (Array.isArray(value)) lookIntoList(value, path, seen, depth);
  else lookIntoObject(value as { readonly [name: string]: unknown }, path, seen, depth);
}

function lookIntoList(list: readonly unknown[], path: string, seen: Seen, depth: number): void {
  if (list.length > MAX_ITEMS) throw tooManyItems(path, list.length);
  count(seen, list.length, 0);
  // Paths are made only where something is inside, which spares long lists of texts and numbers.
  for (let i = 0; i < list.length; i++)
    if (isWorthALook(list[i])) look(list[i], join(path, i), seen, depth - 1);
}

function lookIntoObject(
  fields: { readonly [name: string]: unknown },
  path: string,
  seen: Seen,
  depth: number,
): void {
  let members = 0;
  for (const name in fields) {
    members += 1;
    if (members > MAX_FIELDS) throw tooManyFields(path);
    if (name.length > MAX_FIELD_NAME) throw nameTooLong(path, name.length);
    if (isWorthALook(fields[name])) look(fields[name], join(path, name), seen, depth - 1);
  }
  count(seen, members, members);
}

const isWorthALook = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > MAX_TEXT : typeof value === 'object' && value !== null;

interface Seen {
  values: number;
  fields: number;
  readonly room: number;
}

function count(seen: Seen, values: number, fields: number): void {
  seen.values += values;
  seen.fields += fields;
  if (seen.values > MAX_VALUES * seen.room || seen.fields > MAX_ALL_FIELDS * seen.room)
    throw tooManyValues(seen.room);
}

const tooDeep = (): SlipwayError =>
  new SlipwayError('bad_request', `The body is nested more than ${MAX_DEPTH} levels deep.`);

const tooManyItems = (path: string, length: number): SlipwayError =>
  breaks(
    path,
    'list_too_long',
    `A list holds at most ${MAX_ITEMS} items; this one holds ${length}.`,
  );

const tooManyFields = (path: string): SlipwayError =>
  breaks(
    path,
    'too_many_fields',
    `An object has at most ${MAX_FIELDS} fields. Leave out fields the API does not have.`,
  );

const nameTooLong = (path: string, length: number): SlipwayError =>
  breaks(
    path,
    'field_name_too_long',
    `The name of a field has at most ${MAX_FIELD_NAME} characters; one here has ${length}.`,
  );

const tooManyValues = (room: number): SlipwayError =>
  breaks(
    '',
    'too_many_values',
    `A request holds at most ${MAX_VALUES * room} values in all, ${MAX_ALL_FIELDS * room} fields and ${MAX_ALL_TEXTS * room} texts. Send fewer at a time.`,
  );
