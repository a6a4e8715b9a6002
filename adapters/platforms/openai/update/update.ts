import { sentName } from '../../../../core/base/schema/aliases.ts';
import { amountFaults } from '../../../../core/manage/amounts.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, at, isoTime, said } from '../../kit/json.ts';
import { type UpdatedField, type UpdatedKind, updatingOf } from '../../kit/updates.ts';
import type { Api, EntityType, Fault, Json, UpdateCapability } from '../../types.ts';
import { bidFor, bidOf } from '../money.ts';
import { factsOf, readRow } from '../read/rows.ts';
import { msOf, placeOf, toSeconds } from '../wire/values.ts';
import type { AdSetUpdate, CampaignUpdate } from './schema.ts';

const name: UpdatedField = { wire: 'name', sent: (value) => String(value), shown: (read) => said(read) };

const time = (wire: string): UpdatedField => ({
  wire,
  sent: (value) => toSeconds(Number(value)),
  shown: (read) => isoTime(msOf(read)) || null,
});

/** Nested objects are written whole. */
const bid: UpdatedField = {
  wire: 'bidding_config',
  sent: (value, row) => ({
    ...(asRow(row.bidding_config) as { readonly [member: string]: Json }),
    ...bidFor(Number(value), billingOf(row.bidding_config)),
  }),
  shown: (read) => bidOf(at(read, 'max_bid_micros'), billingOf(read)) ?? null,
  refusal: ({ bidding_config }) =>
    said(bidding_config, 'strategy').startsWith('maximize_')
      ? {
          code: 'no_bid',
          message: 'The platform bids by itself here: an ad group that maximizes clicks or conversions has no bid.',
        }
      : undefined,
};

const billingOf = (config: unknown) => said(config, 'billing_event_type');

export const createUpdate = (api: Api): UpdateCapability => ({
  campaign: {
    ...updating(api, 'campaign', 'campaignId', { name, startTime: time('start_time'), endTime: time('end_time') }),
    check: (request, _account, now) => windowFaults(request as CampaignUpdate, now),
  },
  adSet: {
    money: { bidAmount: 'bid' },
    ...updating(api, 'adset', 'adSetId', { name, bidAmount: bid }),
    check: (request, account) => amountFaults(account, request as AdSetUpdate, ['bidAmount']),
  },
});

const updating = ({ calls, wire }: Api, type: EntityType, idField: UpdatedKind['idField'], fields: UpdatedKind['fields']) =>
  updatingOf({
    idField,
    fields,
    async read(access, id) {
      const row = await readRow(calls, access, type, id);
      if (row === undefined) throw wire.notFound(id);
      return row;
    },
    factsOf: (access, id, row) => factsOf(access, type, id, row),
    async write(access, id, patch) {
      const body = Object.fromEntries(patch.map(({ wire: member, after }) => [member, after]));
      await calls.write(access, placeOf(type, id), body, harmlessTwice);
    },
  });

function windowFaults(request: CampaignUpdate, now: number): Fault[] {
  const { startTime, endTime } = request;
  if (endTime === undefined) return [];
  const path = sentName(request, 'endTime');
  if (endTime <= now) return [{ path, code: 'end_in_past', message: 'The end lies in the past. Give one in the future.' }];
  if (startTime !== undefined && endTime <= startTime)
    return [{ path, code: 'end_before_start', message: 'The end must come after the start.' }];
  return [];
}
