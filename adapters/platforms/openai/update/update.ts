import { sentName } from '../../../../core/base/schema/aliases.ts';
import { amountFaults } from '../../../../core/manage/amounts.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, at, isoTime, said } from '../../kit/json.ts';
import type {
  Access,
  Api,
  EntityType,
  Fault,
  FieldChange,
  Json,
  PatchField,
  Row,
  UpdateCapability,
  UpdateRequest,
  Updating,
} from '../../types.ts';
import { bidFor, bidOf } from '../money.ts';
import { factsOf, readRow } from '../read/rows.ts';
import { msOf, placeOf, toSeconds } from '../wire/values.ts';
import type { AdSetUpdate, CampaignUpdate } from './schema.ts';

interface Field {
  readonly wire: string;
  /** What the platform is sent; `row`: the object as it is. */
  sent(value: unknown, row: Row): Json;
  /** As requests give it. */
  shown(wire: unknown): Json;
  /** Why this object does not have it. */
  refusal?(row: Row): string | undefined;
}

const name: Field = { wire: 'name', sent: (value) => String(value), shown: (read) => said(read) };

const time = (wire: string): Field => ({
  wire,
  sent: (value) => toSeconds(Number(value)),
  shown: (read) => isoTime(msOf(read)) || null,
});

/** Nested objects are written whole. */
const bid: Field = {
  wire: 'bidding_config',
  sent: (value, row) => ({
    ...(asRow(row.bidding_config) as { readonly [member: string]: Json }),
    ...bidFor(Number(value), billingOf(row.bidding_config)),
  }),
  shown: (read) => bidOf(at(read, 'max_bid_micros'), billingOf(read)) ?? null,
  refusal: ({ bidding_config }) =>
    said(bidding_config, 'strategy').startsWith('maximize_')
      ? 'The platform bids by itself here: an ad group that maximizes clicks or conversions has no bid.'
      : undefined,
};

const billingOf = (config: unknown) => said(config, 'billing_event_type');

interface Kind {
  readonly type: EntityType;
  readonly idField: 'campaignId' | 'adSetId';
  readonly fields: { readonly [field: string]: Field };
}

export const createUpdate = (api: Api): UpdateCapability => ({
  campaign: {
    ...updating(api, {
      type: 'campaign',
      idField: 'campaignId',
      fields: { name, startTime: time('start_time'), endTime: time('end_time') },
    }),
    check: (request, _account, now) => windowFaults(request as CampaignUpdate, now),
  },
  adSet: {
    money: { bidAmount: 'bid' },
    ...updating(api, { type: 'adset', idField: 'adSetId', fields: { name, bidAmount: bid } }),
    check: (request, account) => amountFaults(account, request as AdSetUpdate, ['bidAmount']),
  },
});

function updating({ calls, wire }: Api, { type, idField, fields }: Kind): Omit<Updating, 'check'> {
  const read = async (access: Access, id: string): Promise<Row> => {
    const row = await readRow(calls, access, type, id);
    if (row === undefined) throw wire.notFound(id);
    return row;
  };
  return {
    async prepare(access, request) {
      const values = request as UpdateRequest & { readonly [field: string]: unknown };
      const id = String(values[idField]);
      const row = await read(access, id);
      const given = Object.entries(fields).filter(([field]) => values[field] !== undefined);
      const found = given.flatMap(([field, form]) => difference(field, form, values[field], row));
      return {
        object: factsOf(access, type, id, row),
        warnings: [],
        faults: given.flatMap(([field, { refusal }]): Fault[] => {
          const message = refusal?.(row);
          return message === undefined ? [] : [{ path: sentName(request, field), code: 'no_bid', message }];
        }),
        changes: found.map(({ change }) => change),
        settle: async () => found.map(({ patch }) => patch),
      };
    },
    async standing(access, id, patch) {
      const row = await read(access, id);
      return patch.map(({ field, wire: member, before, after }) => {
        const shown = (value: unknown) => fields[field]?.shown(value) ?? null;
        const now = shown(row[member]);
        return now === shown(after) ? 'after' : now === shown(before) ? 'before' : 'other';
      });
    },
    async write(access, id, patch) {
      const body = Object.fromEntries(patch.map(({ wire: member, after }) => [member, after]));
      await calls.write(access, placeOf(type, id), body, harmlessTwice);
    },
  };
}

function difference(
  field: string,
  form: Field,
  value: unknown,
  row: Row,
): readonly { readonly change: FieldChange; readonly patch: PatchField }[] {
  const after = form.sent(value, row);
  const [was, is] = [form.shown(row[form.wire]), form.shown(after)];
  if (was === is) return [];
  const before = was === null ? null : (row[form.wire] as Json);
  return [
    {
      change: { field, before: was, after: is, learning: field === 'name' ? 'keeps' : 'unknown' },
      patch: { field, wire: form.wire, before, after },
    },
  ];
}

function windowFaults(request: CampaignUpdate, now: number): Fault[] {
  const { startTime, endTime } = request;
  if (endTime === undefined) return [];
  const path = sentName(request, 'endTime');
  if (endTime <= now) return [{ path, code: 'end_in_past', message: 'The end lies in the past. Give one in the future.' }];
  if (startTime !== undefined && endTime <= startTime)
    return [{ path, code: 'end_before_start', message: 'The end must come after the start.' }];
  return [];
}
