import { type Convention, isOfKind, isRequired, type NameField, type ValueKind } from './convention.ts';
import { optionsOf } from './value.ts';

/**
 * A name is a row of segments with separators between. A field stands for a row of segments too: an option for those of
 * its text, any other value for one, a field that is left out for none.
 */
export type Segment =
  | { readonly text: string }
  | { readonly marker: string; readonly kind: ValueKind; readonly form: NameField['case'] };

export interface Alternative {
  readonly segments: readonly Segment[];
  /** The option; undefined where the value is read from the name. */
  readonly option?: string;
}

/** Everything one field can stand for. */
export function alternativesOf({ separator }: Convention, field: NameField): readonly Alternative[] {
  const { marker = '', kind = 'text', case: form } = field;
  // A marker may hold the separator: what stands before the last one are segments of their own.
  const before = marker.split(separator);
  const last = before.pop() ?? '';
  const own: readonly Alternative[] =
    field.source === 'option'
      ? optionsOf(field).map((option) => ({
          option,
          segments: (marker + option).split(separator).map((text) => ({ text })),
        }))
      : [{ segments: [...before.map((text) => ({ text })), { marker: last, kind, form }] }];
  return isRequired(field) ? own : [...own, { segments: [] }];
}

/** The value that a segment of a name gives, or undefined where it does not fit. */
export function valueIn(segment: Segment, text: string): string | undefined {
  if ('text' in segment) return segment.text === text ? text : undefined;
  if (!text.startsWith(segment.marker)) return undefined;
  const value = text.slice(segment.marker.length);
  const isClean = value === value.trim() && value === inForm(segment.form, value);
  return isClean && isOfKind(value, segment.kind) ? value : undefined;
}

const inForm = (form: NameField['case'], text: string): string => {
  if (form === 'lower') return text.toLowerCase();
  return form === 'upper' ? text.toUpperCase() : text;
};

const samples = ['x', 'X', '1', '11', '20260101', '0101', '260101', '60101', '101', '01'];

/** A text that both segments fit, or undefined. */
export function common(a: Segment, b: Segment): string | undefined {
  if ('text' in a) return valueIn(b, a.text) === undefined ? undefined : a.text;
  if ('text' in b) return valueIn(a, b.text) === undefined ? undefined : b.text;
  const [short, long] = a.marker.length <= b.marker.length ? [a, b] : [b, a];
  if (!long.marker.startsWith(short.marker)) return undefined;
  return samples
    .map((sample) => long.marker + sample)
    .find((text) => valueIn(a, text) !== undefined && valueIn(b, text) !== undefined);
}
