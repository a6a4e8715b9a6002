import { type Convention, isOfKind, isRequired, type NameField, type ValueKind } from './convention.ts';
import { inCase, optionsOf } from './value.ts';

/**
 * A name is a row of segments with separators between. A field stands for a row of segments too: an option for those of
 * its text, any other value for one, a field that is left out for none.
 */
export type Segment =
  | { readonly text: string }
  | { readonly marker: string; readonly kind: ValueKind; readonly case: NameField['case'] };

export interface Alternative {
  readonly segments: readonly Segment[];
  /** The option; undefined where the value is read from the name. */
  readonly option?: string;
}

/** Everything one field can stand for. */
export function alternativesOf({ separator }: Convention, field: NameField): readonly Alternative[] {
  const { marker = '', kind = 'text', case: letters } = field;
  // A marker may hold the separator: what stands before the last one are segments of their own.
  const before = marker.split(separator);
  const last = before.pop() ?? '';
  const own: readonly Alternative[] =
    field.source === 'option'
      ? optionsOf(field).map((option) => ({
          option,
          segments: (marker + option).split(separator).map((text) => ({ text })),
        }))
      : [{ segments: [...before.map((text) => ({ text })), { marker: last, kind, case: letters }] }];
  return isRequired(field) ? own : [...own, { segments: [] }];
}

/** The value that a segment of a name gives, or undefined where it does not fit. */
export function valueIn(segment: Segment, text: string): string | undefined {
  if ('text' in segment) return segment.text === text ? text : undefined;
  if (!text.startsWith(segment.marker)) return undefined;
  const value = text.slice(segment.marker.length);
  const isClean = value === value.trim() && value === inCase(segment, value);
  return isClean && isOfKind(value, segment.kind) ? value : undefined;
}

/** A text that both segments fit and that does not hold the separator, or undefined where there is none. */
export function common(a: Segment, b: Segment, separator: string): string | undefined {
  if ('text' in a) return valueIn(b, a.text) === undefined ? undefined : a.text;
  if ('text' in b) return valueIn(a, b.text) === undefined ? undefined : b.text;
  const [short, long] = a.marker.length <= b.marker.length ? [a, b] : [b, a];
  if (!long.marker.startsWith(short.marker)) return undefined;
  // The field with the shorter marker reads what is left of the longer one as the beginning of its value.
  const begun = short.kind === 'date' ? long.marker.length - short.marker.length : 0;
  return samples(separator, [a.kind, b.kind].includes('date'))
    .map((sample) => long.marker + sample.slice(begun))
    .find((text) => !text.includes(separator) && valueIn(a, text) !== undefined && valueIn(b, text) !== undefined);
}

/**
 * If two fields share a value, they share one of these: a letter is there for people who read it, a digit is a text in every
 * case. Every month and day of a year that the separator has no digit of stand for all dates.
 */
function samples(separator: string, dates: boolean): readonly string[] {
  const digit = '1234567890'.split('').find((each) => !separator.includes(each)) ?? '';
  if (!dates) return ['x', digit];
  const two = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1).padStart(2, '0'));
  const days = two(31);
  return ['20260101', ...two(12).flatMap((month) => days.map((day) => digit.repeat(4) + month + day))];
}
