import { SlipwayError } from '../../core/base/errors.ts';
import type { Document, Kind } from '../../core/ports/store.ts';
import { type IndexFields, type IndexKeys, indexFields, looseKeys } from './checks.ts';

/**
 * What a SQL database knows about a kind: the union of the fields that any version of the program ever
 * indexed. It is kept in the table `kinds`, every writer fills in all of them, and a version that adds a field
 * first fills it in for the documents that are there. So versions can run side by side, and no document
 * is missing from an index.
 */
export interface RegisteredKind {
  readonly fields: IndexFields;
  /** The fields as kept in the table; equal texts mean equal fields. */
  readonly text: string;
}

/** What the registration becomes when this program uses the kind too. */
export function registerKind(kind: Kind, registered: string | undefined): RegisteredKind & { readonly added: IndexFields } {
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

/** Whether this registration already covers what the program declares. */
export const covers = ({ fields }: RegisteredKind, kind: Kind): boolean =>
  Object.entries(indexFields(kind)).every(([field, type]) => fields[field] === type);

/**
 * The keys to store of a document, given as its text. Without `own`, the fields of every version are taken as
 * they are found; with the keys that this version made, only those of other versions are.
 */
export function registeredKeys({ fields }: RegisteredKind, text: string, own: IndexKeys = {}, kind?: Kind): IndexKeys {
  const missing = Object.entries(fields).filter(([field]) => kind === undefined || indexFields(kind)[field] === undefined);
  if (missing.length === 0) return own;
  return { ...looseKeys(Object.fromEntries(missing), JSON.parse(text) as Document), ...own };
}
