import { sentName } from '../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../core/base/schema/unknown-fields.ts';
import type { Row } from './json.ts';
import type { Access, EntityFacts, Fault, FieldChange, Json, Patch, PatchField, UpdateRequest, Updating } from './ports.ts';

/** A field of a request, and where the object has it. */
export interface UpdatedField {
  /** The member of the object as `read` gives it. */
  readonly wire: string | ((row: Row) => string);
  /** What the platform is sent; `row`: the object as it is. */
  sent(value: unknown, row: Row): Json;
  /** As requests give it. */
  shown(wire: unknown): Json;
  readonly learning?: FieldChange['learning'];
  /** Why this object does not take it. */
  refusal?(row: Row, value: unknown): { readonly code: string; readonly message: string } | undefined;
  /** What else the change does. */
  warns?(row: Row): { readonly code: string; readonly message: string } | undefined;
}

export interface UpdatedKind {
  readonly idField: 'campaignId' | 'adSetId' | 'adId';
  readonly fields: { readonly [field: string]: UpdatedField };
  /** Throws class 'missing'. */
  read(access: Access, id: string): Promise<Row>;
  factsOf(access: Access, id: string, row: Row): EntityFacts;
  /** Harmless when repeated. */
  write(access: Access, id: string, patch: Patch): Promise<void>;
}

/** `Updating` for platforms that change objects field by field. */
export function updatingOf({ idField, fields, read, factsOf, write }: UpdatedKind): Omit<Updating, 'check'> {
  return {
    async prepare(access, request) {
      const values = request as UpdateRequest & { readonly [field: string]: unknown };
      const id = String(values[idField]);
      const row = await read(access, id);
      const given = Object.entries(fields).filter(([field]) => values[field] !== undefined);
      const about = (
        field: string,
        said: { readonly code: string; readonly message: string } | undefined,
      ): (Fault & Warning)[] => (said === undefined ? [] : [{ path: sentName(request, field), ...said }]);
      const found = given.flatMap(([field, form]) => difference(field, form, values[field], row));
      const changed = given.filter(([field]) => found.some(({ change }) => change.field === field));
      return {
        object: factsOf(access, id, row),
        warnings: changed.flatMap(([field, { warns }]) => about(field, warns?.(row))),
        faults: given.flatMap(([field, { refusal }]) => about(field, refusal?.(row, values[field]))),
        changes: found.map(({ change }) => change),
        settle: async () => found.map(({ patch }) => patch),
      };
    },
    async standing(access, id, patch) {
      const row = await read(access, id);
      return patch.map(({ field, wire: member, before, after }) => {
        const shown = (value: unknown) => JSON.stringify(fields[field]?.shown(value) ?? null);
        const now = shown(row[member]);
        return now === shown(after) ? 'after' : now === shown(before) ? 'before' : 'other';
      });
    },
    write,
  };
}

function difference(
  field: string,
  { wire, sent, shown, learning }: UpdatedField,
  value: unknown,
  row: Row,
): readonly { readonly change: FieldChange; readonly patch: PatchField }[] {
  const member = typeof wire === 'string' ? wire : wire(row);
  const after = sent(value, row);
  const [was, is] = [shown(row[member]), shown(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const before = was === null ? null : (row[member] as Json);
  return [
    {
      change: { field, before: was, after: is, learning: learning ?? (field === 'name' ? 'keeps' : 'unknown') },
      patch: { field, wire: member, before, after },
    },
  ];
}
