/** How names of campaigns, ad sets or ads are built from fields, and read back. */
export interface Convention {
  readonly level: 'campaign' | 'adSet' | 'ad';
  /** Stands between the parts of a name. */
  readonly separator: string;
  readonly fields: readonly NameField[];
}

export interface NameField {
  readonly key: string;
  /** For people. */
  readonly label?: string | undefined;
  /** `option`: one of a list. `token`: something a launch knows (`mediaName`, `date`). `free`: whatever is given. */
  readonly source: 'option' | 'token' | 'free';
  /** Of `option`. */
  readonly options?: readonly string[] | undefined;
  /** Of `token`: which one. */
  readonly token?: string | undefined;
  /** What values of `token` and `free` look like. Default `text`. */
  readonly kind?: ValueKind | undefined;
  /** Stands before the value, so that the field is known wherever it stands: `h-`. */
  readonly marker?: string | undefined;
  /** Default true. A field that is not required may be left out of a name. */
  readonly required?: boolean | undefined;
  readonly case?: 'keep' | 'lower' | 'upper' | undefined;
  /** Takes one part of a longer text: the second of `hook_blue_v2` split by `_`. Counted from 1, from the end where negative. */
  readonly split?: { readonly by: string; readonly part: number } | undefined;
}

/** `date` is YYYYMMDD. */
export type ValueKind = 'text' | 'number' | 'date';

export type NameValues = { readonly [key: string]: string };

export const isRequired = ({ required }: NameField): boolean => required !== false;

/** Whether a text may stand for a value of the kind. Parts of a name never hold the separator. */
export function isOfKind(text: string, kind: ValueKind = 'text'): boolean {
  if (text === '') return false;
  if (kind === 'text') return true;
  return kind === 'number' ? /^\d+$/.test(text) : /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text);
}
