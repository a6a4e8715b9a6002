import { PlatformError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, defined, text } from '../../kit/json.ts';
import type {
  Access,
  EntityFacts,
  EntityType,
  Fault,
  FieldChange,
  Json,
  Learning,
  Params,
  Patch,
  PatchField,
  PreparedUpdate,
  Row,
  Standing,
  UpdateRequest,
  Updating,
} from '../../types.ts';
import { weekdaysOf } from '../read/pace.ts';
import type { Calls } from '../wire/calls.ts';
import { amountOf, isoTime, minorOf, msOf } from '../wire/params.ts';

export type Reading = (
  access: Access,
  type: EntityType,
  id: string,
  fields: readonly string[],
) => Promise<{ readonly object: EntityFacts; readonly row: Row }>;

interface Kind {
  readonly type: EntityType;
  readonly idField: string;
  readonly fields: UpdateFields;
  /** Read, not changed. */
  readonly also?: readonly string[];
  /** Where it depends on what was read. */
  wanted?(request: UpdateRequest, row: Row, access: Access): Wanted;
}

interface Wanted {
  readonly values: { readonly [field: string]: unknown };
  readonly faults?: readonly Fault[];
  readonly warnings?: readonly Warning[];
  readonly liftsBid?: PreparedUpdate['liftsBid'];
}

export function updatingFields(
  calls: Calls,
  reading: Reading,
  kind: Kind,
): Omit<Updating, 'check'> {
  const { type, idField, fields, also = [] } = kind;
  const wires = [...new Set([...Object.values(fields).map(({ wire }) => wire), ...also])];
  return {
    async prepare(access, request) {
      const id = (request as unknown as { readonly [field: string]: string })[idField] ?? '';
      const { object, row } = await reading(access, type, id, wires);
      const {
        values,
        faults = [],
        warnings = [],
        liftsBid,
      } = kind.wanted?.(request, row, access) ?? { values: { ...request } };
      const found = Object.entries(fields).flatMap(([field, form]) => {
        const value = values[field];
        return value === undefined
          ? []
          : (difference(field, form, { row, wanted: form.sent(value, access), access }) ?? []);
      });
      return {
        object,
        faults,
        warnings,
        liftsBid,
        changes: found.map(({ change }) => change),
        weekdays:
          weekdaysOf({
            ...row,
            ...Object.fromEntries(found.map(({ patch }) => [patch.wire, patch.after])),
          }) ?? 7,
        settle: async () => found.map(({ patch }) => patch),
      } satisfies PreparedUpdate;
    },
    async standing(access, id, patch) {
      const row = await calls.read(access, id, { fields: patch.map(({ wire }) => wire).join() });
      return standings(fields, row, patch, access);
    },
    async write(access, id, patch) {
      await writeOne(calls, access, id, paramsOf(fields, patch));
    },
  };
}

export async function writeOne(calls: Calls, access: Access, id: string, params: Params) {
  const [answer] = await calls.writeMany(
    access,
    [{ method: 'POST', path: id, params }],
    harmlessTwice,
  );
  if (answer !== undefined && !answer.ok) throw new PlatformError(answer.failure);
}

/** With these no bid goes above an amount; a least return is no such limit. */
const CAPPED = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];

/** Another strategy takes the cap on bids away, whatever becomes of its amount. */
export function liftedBid(
  request: { readonly bidStrategy?: string | undefined },
  row: Row,
  from: number | null,
) {
  const { bidStrategy } = request;
  const isLifted =
    bidStrategy !== undefined &&
    !CAPPED.includes(bidStrategy) &&
    CAPPED.includes(text(row.bid_strategy) ?? '');
  return isLifted ? { field: 'bidStrategy', from } : undefined;
}

/** Other operations change these, behind the limits of the company. */
export function ownOperations(request: object): Fault[] {
  const owners: { readonly [field: string]: string } = {
    status: 'manage.updateStatus',
    dailyBudget: 'manage.updateBudget',
    lifetimeBudget: 'manage.updateBudget',
    budgetSchedules: 'manage.createAdSet',
  };
  const given = request as { readonly [field: string]: unknown };
  return Object.entries(owners).flatMap(([field, owner]) =>
    given[field] === undefined
      ? []
      : [
          {
            path: sentName(request, field),
            code: 'other_operation',
            message: `${field} is not changed here: the operation ${owner} takes it.`,
          },
        ],
  );
}

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
  sent: (value, access) => minorOf(access, Number(value)),
  shown: (read, access) => amountOf(access, read) || null,
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
function difference(
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
      ...(isFinal && {
        final: 'it had no value before, and the platform has no way to take it away.',
      }),
    },
    patch: {
      field,
      wire: form.wire,
      before: before === null ? null : asJson(row[form.wire]),
      after: wanted,
    },
  };
}

/** In what was read of the object. */
export const standings = (
  fields: UpdateFields,
  row: Row,
  patch: Patch,
  access: Access,
): readonly Standing[] =>
  patch.map(({ field, wire, before, after }) => {
    const shown = (value: unknown): Json => fields[field]?.shown(value, access) ?? null;
    const now = shown(row[wire]);
    if (same(now, shown(before))) return 'before';
    return contains(now, shown(after)) ? 'after' : 'other';
  });

const paramsOf = (fields: UpdateFields, patch: Patch): { readonly [wire: string]: Json } =>
  Object.fromEntries(
    patch.map(({ field, wire, after }) => [wire, after ?? fields[field]?.none ?? null]),
  );

/** The platform writes numbers as text, and its lists have no order. */
export const same = (a: unknown, b: unknown) => canonical(a) === canonical(b);

function canonical(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  const row = asRow(value);
  if (row === undefined) return JSON.stringify(String(value));
  const members = Object.entries(row).filter(
    ([, member]) => member !== undefined && member !== null,
  );
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
