import { SlipwayError } from '../../core/base/errors.ts';
import type { Document, Kind } from '../../core/ports/store.ts';
import { type IndexFields, type IndexKeys, indexFields, looseKeys } from './checks.ts';

/**
 * The union of the fields that any version of the program indexed, kept in the table `kinds`. Every
 * writer fills in all of them, and a version that adds a field first fills it in for existing
 * documents. So versions run side by side, and indexes miss no document.
 */
export interface RegisteredKind {
  readonly fields: IndexFields;
  /** The fields as kept in the table; equal texts mean equal fields. */
  readonly text: string;
}

/** The registration with the fields of this program added. */
export function registerKind(
  kind: Kind,
  registered: string | undefined,
): RegisteredKind & { readonly added: IndexFields } {
  const known = registered === undefined ? {} : (JSON.parse(registered) as IndexFields);
  const added: { [field: string]: IndexFields[string] } = {};
  for (const [field, type] of Object.entries(indexFields(kind))) {
    if (known[field] === undefined) added[field] = type;
    else if (known[field] !== type)
      throw new SlipwayError(
        'storage_unusable',
        `The database indexes ${kind.name}.${field} as ${known[field]}, this version of Slipway as ${type}. Give the field another name.`,
      );
  }
  const fields = { ...known, ...added };
  return { fields, added, text: JSON.stringify(fields, Object.keys(fields).sort()) };
}

export const covers = ({ fields }: RegisteredKind, kind: Kind): boolean =>
  Object.entries(indexFields(kind)).every(([field, type]) => fields[field] === type);

/**
 * The keys of a document, given as its text. With `own`, only fields of other versions are read
 * from the text.
 */
export function registeredKeys(
  { fields }: RegisteredKind,
  text: string,
  own: IndexKeys = {},
  kind?: Kind,
): IndexKeys {
  const missing = Object.entries(fields).filter(
    ([field]) => kind === undefined || indexFields(kind)[field] === undefined,
  );
  if (missing.length === 0) return own;
  return { ...looseKeys(Object.fromEntries(missing), JSON.parse(text) as Document), ...own };
}
