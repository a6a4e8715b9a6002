import { sentName } from '../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../core/base/schema/unknown-fields.ts';
import { amountFaults } from '../../../core/manage/amounts.ts';
import { isoTime, numeric, type Row, said, text } from './json.ts';
import type {
  Access,
  Clock,
  EntityFacts,
  EntityType,
  Fault,
  FieldChange,
  Json,
  Patch,
  PatchField,
  UpdateRequest,
  Updating,
} from './ports.ts';
import type { TimesAndBid } from './update-schema.ts';

/** A field of a request, and where the object has it. */
export interface UpdatedField {
  /** The member of the object as `read` gives it. */
  readonly wire: string | ((row: Row) => string);
  /** What the platform is sent; `row`: the object as it is. */
  sent(value: unknown, row: Row): Json;
  /** As requests give it. */
  shown(wire: unknown): Json;
  readonly learning?: FieldChange['learning'];
  /** Why an object that had no value keeps the new one. */
  readonly final?: string;
  /** Why this object does not take it. */
  refusal?(row: Row, value: unknown): Said | undefined;
  /** What else the change does. */
  warns?(row: Row): Said | undefined;
}

interface Said {
  readonly code: string;
  readonly message: string;
}

export interface UpdatedFields {
  readonly [field: string]: UpdatedField;
}

/** How a platform reads and writes its objects, alike on every level. */
interface Handling {
  /** Throws class 'missing'. */
  read(access: Access, type: EntityType, id: string): Promise<Row>;
  factsOf(access: Access, type: EntityType, row: Row, id: string): EntityFacts;
  /**
   * Makes what the change refers to, where fields are parts of another object (a creative).
   * Default: the patch as it is.
   */
  settle?(access: Access, row: Row, patch: Patch): Promise<Patch>;
  /** Harmless when repeated. */
  write(access: Access, type: EntityType, id: string, patch: Patch): Promise<void>;
}

const levels = {
  campaign: ['campaign', 'campaignId'],
  adSet: ['adset', 'adSetId'],
  ad: ['ad', 'adId'],
} as const;

/**
 * The capability of platforms that change objects field by field: the fields of each level that has
 * some.
 */
export const updateOf = <L extends keyof typeof levels>(
  fields: { readonly [Level in L]: UpdatedFields },
  handling: Handling,
): { readonly [Level in L]: Updating } =>
  // The names of an object lose their types.
  Object.fromEntries(
    (Object.keys(fields) as L[]).map((level) => [
      level,
      updatingOf(level, fields[level], handling),
    ]),
  ) as {
    readonly [Level in L]: Updating;
  };

function updatingOf(
  level: keyof typeof levels,
  fields: UpdatedFields,
  { read, factsOf, settle, write }: Handling,
): Updating {
  const [type, idField] = levels[level];
  return {
    ...(fields.bidAmount && { money: { bidAmount: 'bid' } }),
    check: timesAndBid,
    async prepare(access, request) {
      const values = request as UpdateRequest & { readonly [field: string]: unknown };
      const id = String(values[idField]);
      const row = await read(access, type, id);
      const given = Object.entries(fields).filter(([field]) => values[field] !== undefined);
      const about = (field: string, words: Said | undefined): (Fault & Warning)[] =>
        words === undefined ? [] : [{ path: sentName(request, field), ...words }];
      const found = given.flatMap(([field, form]) => difference(field, form, values[field], row));
      const changed = given.filter(([field]) => found.some(({ change }) => change.field === field));
      const patch = found.map((each) => each.patch);
      return {
        object: factsOf(access, type, row, id),
        warnings: changed.flatMap(([field, { warns }]) => about(field, warns?.(row))),
        faults: changed.flatMap(([field, { refusal }]) =>
          about(field, refusal?.(row, values[field])),
        ),
        changes: found.map(({ change }) => change),
        settle: () =>
          patch.length > 0 && settle !== undefined
            ? settle(access, row, patch)
            : Promise.resolve(patch),
      };
    },
    async standing(access, id, patch) {
      const row = await read(access, type, id);
      return patch.map(({ field, wire: member, before, after }) => {
        const shown = (value: unknown) =>
          JSON.stringify((fields[field]?.shown ?? text)(value) ?? null);
        const now = shown(row[member]);
        return now === shown(after) ? 'after' : now === shown(before) ? 'before' : 'other';
      });
    },
    write: (access, id, patch) => write(access, type, id, patch),
  };
}

function difference(
  field: string,
  { wire, sent, shown, learning, final }: UpdatedField,
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
      change: {
        field,
        before: was,
        after: is,
        learning: learning ?? (field === 'name' ? 'keeps' : 'unknown'),
        ...(final !== undefined && was === null && { final }),
      },
      patch: { field, wire: member, before, after },
    },
  ];
}

/**
 * For rows that have their fields by the names and in the units of requests: `read` brings them
 * there, `write` back.
 */
type OwnField =
  | 'name'
  | 'startTime'
  | 'endTime'
  | 'bidAmount'
  | 'link'
  | 'primaryTexts'
  | 'headlines';

/** Several platforms keep whole seconds. */
const time: Pick<UpdatedField, 'sent' | 'shown'> = {
  sent: (ms) => Math.floor(Number(ms) / 1_000) * 1_000,
  shown: (ms) => isoTime(numeric(ms)) || null,
};
const words: Pick<UpdatedField, 'sent' | 'shown'> = {
  sent: String,
  shown: (held) => text(held) ?? null,
};
const list: Pick<UpdatedField, 'sent' | 'shown'> = {
  sent: (value) => (Array.isArray(value) ? value.map(String) : [String(value)]),
  shown: (held) => (Array.isArray(held) ? held.map((each) => said(each)) : []),
};

const ownForms: { readonly [F in OwnField]: Pick<UpdatedField, 'sent' | 'shown'> } = {
  name: words,
  startTime: time,
  endTime: time,
  bidAmount: { sent: Number, shown: (amount) => numeric(amount) || null },
  link: words,
  primaryTexts: list,
  headlines: list,
};

export const own = (field: OwnField, more: Partial<UpdatedField> = {}): UpdatedField => ({
  wire: field,
  ...ownForms[field],
  ...more,
});

/** A start that has passed stands: it says when delivery began. */
export const startField = (clock: Pick<Clock, 'now'>): UpdatedField =>
  own('startTime', {
    refusal({ startTime }, wanted) {
      const now = clock.now();
      if ((numeric(startTime) ?? now + 1) <= now)
        return {
          code: 'has_started',
          message: 'It has started already, so its start cannot be changed any more.',
        };
      return Number(wanted) < now
        ? { code: 'start_in_past', message: 'This start has passed. Give one to come.' }
        : undefined;
    },
  });

/** What was made, read back: nothing that is not as wanted is put on an ad. */
export function keptOrFail(
  { error }: { error(kind: 'rule', message: string, fix: string): Error },
  members: readonly (readonly [name: string, held: unknown, wanted: unknown])[],
): void {
  const lost = members.filter(
    ([, held, wanted]) => JSON.stringify(held ?? null) !== JSON.stringify(wanted ?? null),
  );
  if (lost.length === 0) return;
  const names = lost.map(([name]) => name).join(', ');
  throw error(
    'rule',
    `The platform made the new creative with another value of ${names} than was asked for, so the ad keeps its present one.`,
    'Nothing was changed. Change the ad in the ads manager.',
  );
}

/** What a patch sets, by the names of requests. */
export const patched = (patch: Patch): { readonly [field: string]: Json | undefined } =>
  Object.fromEntries(patch.map(({ wire, after }) => [wire, after]));

export function windowFaults(
  request: { readonly startTime?: number | undefined; readonly endTime?: number | undefined },
  now: number,
): Fault[] {
  const { startTime, endTime } = request;
  if (endTime === undefined) return [];
  const path = sentName(request, 'endTime');
  if (endTime <= now)
    return [
      { path, code: 'end_in_past', message: 'The end lies in the past. Give one in the future.' },
    ];
  if (startTime !== undefined && endTime <= startTime)
    return [{ path, code: 'end_before_start', message: 'The end must come after the start.' }];
  return [];
}

const timesAndBid: Updating['check'] = (request, account, now) => [
  ...amountFaults(account, request as TimesAndBid, ['bidAmount']),
  ...windowFaults(request as TimesAndBid, now),
];
