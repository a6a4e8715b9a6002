import {
  type Convention,
  isOfKind,
  isRequired,
  type NameField,
  type ValueKind,
} from './convention.ts';
import { inCase, optionsOf } from './value.ts';

/**
 * Names are segments with separators between. An option stands for the segments of its text, any
 * other value for one, a field that is left out for none.
 */
export type Segment =
  | { readonly text: string }
  | { readonly marker: string; readonly kind: ValueKind; readonly case: NameField['case'] };

export interface Alternative {
  readonly segments: readonly Segment[];
  readonly option?: string;
}

export function alternativesOf(
  { separator }: Convention,
  field: NameField,
): readonly Alternative[] {
  const { marker = '', kind = 'text', case: letters } = field;
  // A marker may hold the separator: all before the last one are segments of their own.
  const before = marker.split(separator);
  const last = before.pop() ?? '';
  const own: readonly Alternative[] =
    field.source === 'option'
      ? optionsOf(field).map((option) => ({
          option,
          segments: (marker + option).split(separator).map((text) => ({ text })),
        }))
      : [
          {
            segments: [...before.map((text) => ({ text })), { marker: last, kind, case: letters }],
          },
        ];
  return isRequired(field) ? own : [...own, { segments: [] }];
}

/** Undefined where the text does not fit the segment. */
export function valueIn(segment: Segment, text: string): string | undefined {
  if ('text' in segment) return segment.text === text ? text : undefined;
  if (!text.startsWith(segment.marker)) return undefined;
  const value = text.slice(segment.marker.length);
  const isClean = value === value.trim() && value === inCase(segment, value);
  return isClean && isOfKind(value, segment.kind) ? value : undefined;
}

export function common(a: Segment, b: Segment, separator: string): string | undefined {
  if ('text' in a) return valueIn(b, a.text) === undefined ? undefined : a.text;
  if ('text' in b) return valueIn(a, b.text) === undefined ? undefined : b.text;
  const [short, long] = a.marker.length <= b.marker.length ? [a, b] : [b, a];
  if (!long.marker.startsWith(short.marker)) return undefined;
  // The field with the shorter marker reads the rest of the longer one as the beginning of its
  // value.
  const begun = short.kind === 'date' ? long.marker.length - short.marker.length : 0;
  return samples(separator, [a.kind, b.kind].includes('date'))
    .map((sample) => long.marker + sample.slice(begun))
    .find(
      (text) =>
        !text.includes(separator) &&
        valueIn(a, text) !== undefined &&
        valueIn(b, text) !== undefined,
    );
}

/**
 * Fields that share a value share one of these: a letter, which people read more easily, or a
 * digit, which is a text in every case. Every month and day of a year without a digit of the
 * separator stand for all dates.
 */
function samples(separator: string, dates: boolean): readonly string[] {
  const digit = '1234567890'.split('').find((each) => !separator.includes(each)) ?? '';
  if (!dates) return ['x', digit];
  const two = (most: number) =>
    Array.from({ length: most }, (_, index) => String(index + 1).padStart(2, '0'));
  const days = two(31);
  return [
    '20260101',
    ...two(12).flatMap((month) => days.map((day) => digit.repeat(4) + month + day)),
  ];
}
