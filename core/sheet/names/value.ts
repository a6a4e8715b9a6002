import type { Fault } from '../../base/errors.ts';
import {
  type Convention,
  isOfKind,
  isRequired,
  type NameField,
  type NameValues,
} from './convention.ts';

/**
 * A value as names hold it: its part, in its case, without blanks around it, and without the
 * separator, which would end it too early. Doing it twice changes nothing.
 */
export function cleaned(convention: Convention, field: NameField, given: string): string {
  if (field.source === 'option') return inCase(field, given.trim());
  const { separator } = convention;
  // The case and the blanks first: either may make a separator.
  const spaced = inCase(field, partOf(field, given.trim())).replace(
    /\s+/g,
    separator.trim() === '' ? stand(separator) : ' ',
  );
  return withoutEdges(spaced.split(separator).join(stand(separator)), separator);
}

/**
 * A separator of several characters would be read too early after an end that looks like its
 * beginning.
 */
export const edgesOf = (separator: string) => (separator.length > 1 ? separator : '');

function withoutEdges(text: string, separator: string): string {
  const isEdge = (character: string | undefined) =>
    character !== undefined && (character.trim() === '' || edgesOf(separator).includes(character));
  let [start, end] = [0, text.length];
  while (start < end && isEdge(text[start])) start += 1;
  while (end > start && isEdge(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Replaces the separator: a character that it does not have. */
const stand = (separator: string) =>
  '-._+~='.split('').find((each) => !separator.includes(each)) ?? '';

function partOf({ split }: NameField, given: string): string {
  if (split === undefined || !given.includes(split.by)) return given;
  const parts = given.split(split.by);
  return parts[split.part > 0 ? split.part - 1 : parts.length + split.part]?.trim() ?? '';
}

export const inCase = ({ case: form }: Pick<NameField, 'case'>, text: string) => {
  if (form === 'lower') return text.toLowerCase();
  return form === 'upper' ? text.toUpperCase() : text;
};

export const optionsOf = (field: NameField): readonly string[] =>
  (field.options ?? []).map((option) => inCase(field, option.trim()));

/** Paths of faults are the keys. */
export function cleanValues(
  convention: Convention,
  given: { readonly [key: string]: string | undefined },
): { readonly values: NameValues; readonly faults: readonly Fault[] } {
  const values: { [key: string]: string } = {};
  const faults: Fault[] = [];
  const known = new Set(convention.fields.map(({ key }) => key));
  for (const key of Object.keys(given))
    if (!known.has(key))
      faults.push({
        path: key,
        code: 'unknown_field',
        message: `The convention has no field ${key}.`,
      });
  for (const field of convention.fields) {
    const value = cleaned(convention, field, given[field.key] ?? '');
    const fault = faultOf(field, value);
    if (fault !== undefined) faults.push({ path: field.key, ...fault });
    else if (value !== '') values[field.key] = value;
  }
  return { values, faults };
}

function faultOf(field: NameField, value: string): Omit<Fault, 'path'> | undefined {
  const name = field.label ?? field.key;
  if (value === '')
    return isRequired(field)
      ? { code: 'missing_field', message: `${name} is needed in every name of this convention.` }
      : undefined;
  if (field.source === 'option')
    return optionsOf(field).includes(value)
      ? undefined
      : { code: 'unknown_option', message: `${name} is one of ${optionsOf(field).join(', ')}.` };
  if (isOfKind(value, field.kind)) return undefined;
  const what = field.kind === 'date' ? 'a date as YYYYMMDD' : 'a whole number';
  return { code: 'wrong_kind', message: `${name} is ${what}.` };
}

export const render = ({ fields, separator }: Convention, values: NameValues) =>
  fields
    .flatMap(({ key, marker = '' }) => (values[key] === undefined ? [] : [marker + values[key]]))
    .join(separator);
