import { defined } from '../../../../core/base/defined.ts';
import { fromMinor, toMinor } from '../../../../core/base/money.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { FieldChange, Learning, Patch, PatchField, Standing } from '../../../../core/ports/platform-update.ts';
import type { Json } from '../../../../core/ports/store.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import { asRow, type Row } from '../../kit/json.ts';
import { isoTime, msOf } from '../wire/params.ts';

export interface UpdateField {
  readonly wire: string;
  /** Published: targeting, creative and bid strategy always reset it, amounts by their size. */
  readonly learning: Learning;
  /** As the platform takes it. */
  sent(value: unknown, access: Access): Json;
  /** As requests would give it; null for none. */
  shown(wire: unknown, access: Access): Json;
  /** Removes the value, where the platform can. */
  readonly none?: Json;
}

export type UpdateFields = { readonly [field: string]: UpdateField };

// Requests and answers are JSON.
const asJson = (value: unknown): Json => (value === undefined ? null : (value as Json));

export const plain = (wire: string, learning: Learning = 'unknown', none?: Json): UpdateField => ({
  wire,
  learning,
  sent: asJson,
  shown: asJson,
  ...defined({ none }),
});

/** The platform writes 0 for none. */
export const money = (wire: string, learning: Learning = 'unknown', none?: Json): UpdateField => ({
  wire,
  learning,
  sent: (value, access) => toMinor(usualCurrencies, access.currency, Number(value)),
  shown: (read, access) => fromMinor(usualCurrencies, access.currency, read) || null,
  ...defined({ none }),
});

export const time = (wire: string, none?: Json): UpdateField => ({
  wire,
  learning: 'unknown',
  sent: (value) => isoTime(Number(value)),
  shown: (read) => {
    const ms = msOf(read);
    return ms === undefined || ms === 0 ? null : new Date(ms).toISOString();
  },
  ...defined({ none }),
});

interface Difference {
  readonly change: FieldChange;
  readonly patch: PatchField;
}

/** Undefined where the object has the value. */
export function difference(
  field: string,
  form: UpdateField,
  { row, wanted, access }: { readonly row: Row; readonly wanted: Json; readonly access: Access },
): Difference | undefined {
  const before = form.shown(row[form.wire], access);
  const after = form.shown(wanted, access);
  if (same(before, after)) return undefined;
  const isFinal = before === null && form.none === undefined;
  return {
    change: {
      field,
      before,
      after,
      learning: form.learning,
      ...(isFinal && { final: 'it had no value before, and the platform has no way to take it away.' }),
    },
    patch: { field, wire: form.wire, before: before === null ? null : asJson(row[form.wire]), after: wanted },
  };
}

/** In what was read of the object. */
export const standings = (fields: UpdateFields, row: Row, patch: Patch, access: Access): readonly Standing[] =>
  patch.map(({ field, wire, before, after }) => {
    const shown = (value: unknown): Json => fields[field]?.shown(value, access) ?? null;
    const now = shown(row[wire]);
    if (same(now, shown(before))) return 'before';
    return contains(now, shown(after)) ? 'after' : 'other';
  });

export const paramsOf = (fields: UpdateFields, patch: Patch): { readonly [wire: string]: Json } =>
  Object.fromEntries(patch.map(({ field, wire, after }) => [wire, after ?? fields[field]?.none ?? null]));

/** The platform writes numbers as text, and its lists have no order. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

function canonical(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  const row = asRow(value);
  if (row === undefined) return JSON.stringify(String(value));
  const members = Object.entries(row).filter(([, member]) => member !== undefined && member !== null);
  return `{${members
    .map(([name, member]) => `${name}:${canonical(member)}`)
    .sort()
    .join()}}`;
}

/** The platform adds members of its own. */
function contains(read: unknown, written: unknown): boolean {
  const [there, wanted] = [asRow(read), asRow(written)];
  if (there === undefined || wanted === undefined) return same(read, written);
  return Object.entries(wanted).every(([name, member]) => contains(there[name], member));
}
