/** How names of campaigns, ad sets or ads are built from fields, and read back. */
export interface Convention {
  readonly level: 'campaign' | 'adSet' | 'ad';
  readonly separator: string;
  readonly fields: readonly NameField[];
}

export interface NameField {
  readonly key: string;
  readonly label?: string | undefined;
  /** `token`: something a launch knows (`mediaName`, `date`). */
  readonly source: 'option' | 'token' | 'free';
  readonly options?: readonly string[] | undefined;
  readonly token?: string | undefined;
  readonly kind?: ValueKind | undefined;
  /** Before the value, so that the field is known wherever it stands: `h-`. */
  readonly marker?: string | undefined;
  readonly required?: boolean | undefined;
  readonly case?: 'keep' | 'lower' | 'upper' | undefined;
  /**
   * Takes one part of a longer text: the second of `hook_blue_v2` split by `_`. Counted from 1,
   * from the end where negative.
   */
  readonly split?: { readonly by: string; readonly part: number } | undefined;
}

/** `date` is YYYYMMDD. */
export type ValueKind = 'text' | 'number' | 'date';

export type NameValues = { readonly [key: string]: string };

export const isRequired = ({ required }: NameField) => required !== false;

export function isOfKind(text: string, kind: ValueKind = 'text'): boolean {
  if (text === '') return false;
  if (kind === 'text') return true;
  return kind === 'number'
    ? /^\d+$/.test(text)
    : /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text);
}
