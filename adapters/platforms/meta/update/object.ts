import { type Fault, PlatformError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts } from '../../../../core/ports/platform-reads.ts';
import type { PreparedUpdate, UpdateRequest, Updating } from '../../../../core/ports/platform-update.ts';
import type { Json } from '../../../../core/ports/store.ts';
import type { Row } from '../../kit/json.ts';
import { weekdaysOf } from '../read/pace.ts';
import type { Calls } from '../wire/calls.ts';
import { difference, paramsOf, standings, type UpdateField, type UpdateFields } from './fields.ts';

/** One call. */
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
  wanted?(request: UpdateRequest, row: Row): Wanted;
}

interface Wanted {
  readonly values: { readonly [field: string]: unknown };
  readonly faults?: readonly Fault[];
  readonly warnings?: readonly Warning[];
}

/** Fields written straight to the object. */
export function updatingFields(calls: Calls, reading: Reading, kind: Kind): Omit<Updating, 'check'> {
  const { type, idField, fields, also = [] } = kind;
  const wires = [...new Set([...Object.values(fields).map(({ wire }) => wire), ...also])];
  return {
    async prepare(access, request) {
      const id = (request as unknown as { readonly [field: string]: string })[idField] ?? '';
      const { object, row } = await reading(access, type, id, wires);
      const { values, faults = [], warnings = [] } = kind.wanted?.(request, row) ?? { values: { ...request } };
      const found = Object.entries(fields).flatMap(([field, form]) => {
        const value = values[field];
        return value === undefined ? [] : (difference(field, form, { row, wanted: wantedOf(form, value, access), access }) ?? []);
      });
      return {
        object,
        faults,
        warnings,
        changes: found.map(({ change }) => change),
        weekdays: weekdaysOf({ ...row, ...Object.fromEntries(found.map(({ patch }) => [patch.wire, patch.after])) }) ?? 7,
        settle: async () => found.map(({ patch }) => patch),
      } satisfies PreparedUpdate;
    },
    async standing(access, id, patch) {
      const row = await calls.read(access, id, { fields: patch.map(({ wire }) => wire).join() });
      return standings(fields, row, patch, access);
    },
    async write(access, id, patch) {
      const [answer] = await calls.writeMany(access, [{ method: 'POST', path: id, params: paramsOf(fields, patch) }], {
        harmlessTwice: true,
      });
      if (answer !== undefined && !answer.ok) throw new PlatformError(answer.failure);
    },
  };
}

const wantedOf = (form: UpdateField, value: unknown, access: Access): Json => form.sent(value, access);

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
