import { names } from '../../kit/names.ts';
import { invalid, isObject, type Params } from '../wire.ts';

/** A member of a request: its type, the words it takes, a list, or an object. */
type Member = 'text' | 'number' | 'flag' | readonly string[] | ListOf | Fields;

interface ListOf {
  readonly each: Member;
  readonly least: number;
  readonly most: number;
}

export interface Fields {
  readonly [name: string]: Member;
}

export const listOf = (each: Member, most: number, least = 0): ListOf => ({ each, least, most });

/** Several members of one type. */
export const all = (member: Member, text: string): Fields =>
  Object.fromEntries(names(text).map((name) => [name, member]));

const isList = (member: ListOf | Fields): member is ListOf => typeof member.most === 'number';

/**
 * Refuses unknown members, wrong types and words, and lists of another length. `isLenient`: unknown
 * members are let through.
 */
export function checkShape(fields: Fields, given: Params, where = '', isLenient = false): void {
  for (const [name, value] of Object.entries(given)) {
    const member = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (member === undefined && isLenient) continue;
    if (member === undefined) throw invalid(`${where}${name}: Unknown field.`);
    if (value !== null && value !== undefined) checkMember(member, value, `${where}${name}`);
  }
}

function checkMember(member: Member, value: unknown, at: string): void {
  if (typeof member === 'string') {
    if (!simple[member].fits(value)) throw invalid(`${at}: Not a valid ${simple[member].word}.`);
  } else if (isWords(member)) {
    if (typeof value !== 'string' || !member.includes(value))
      throw invalid(
        `Invalid value for ${at}: it must be one of ${member.map((word) => `'${word}'`).join(', ')}.`,
      );
  } else if (isList(member)) checkList(member, value, at);
  else if (isObject(value)) checkShape(member, value, `${at}.`);
  else throw invalid(`${at}: Not a valid object.`);
}

const simple = {
  text: { word: 'string', fits: (value: unknown) => typeof value === 'string' },
  number: { word: 'number', fits: (value: unknown) => Number.isFinite(value) },
  flag: { word: 'boolean', fits: (value: unknown) => typeof value === 'boolean' },
} as const;

const isWords = (member: Member): member is readonly string[] => Array.isArray(member);

function checkList({ each, least, most }: ListOf, value: unknown, at: string): void {
  if (!Array.isArray(value)) throw invalid(`${at}: Not a valid list.`);
  if (value.length < least || value.length > most)
    throw invalid(`${at}: The length of the list must be between ${least} and ${most}.`);
  for (const [index, item] of value.entries()) checkMember(each, item, `${at}.${index}`);
}
