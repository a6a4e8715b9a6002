import {
  countEvents,
  countsByHour,
  isRefusedId,
  objectsIn,
  stranger,
  unhashed,
} from '../../kit/conversions.ts';
import { textOf, within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  listed,
  type NodeType,
  newId,
  number,
  stored,
  string,
  type Turn,
} from '../graph/graph.ts';
import {
  formatTime,
  GraphError,
  invalid,
  isObject,
  json,
  lacking,
  list,
  part,
  refuse,
  required,
  setOf,
  text,
} from '../graph/params.ts';

const day = 86_400_000;
const twoDays = 2 * day;

export const pixelEdges: Table<Edge> = {
  adspixels: {
    ...listed('adspixels'),
    post(turn, account) {
      checkKnown(turn, setOf('name'));
      const data = { name: required(turn.params, 'name') };
      return {
        id: turn.world.add({ id: newId(turn.world), kind: 'adspixels', ...within(account), data })
          .id,
      };
    },
  },
  customconversions: {
    list: (turn, account) => ({ ids: turn.world.under('customconversions', account.id) }),
    post(turn, account) {
      checkKnown(
        turn,
        setOf(
          'name description event_source_id rule custom_event_type default_conversion_value action_source_type',
        ),
      );
      const rule = json(turn.params, 'rule');
      if (rule === undefined) throw lacking('rule');
      const conversion = turn.world.add({
        id: newId(turn.world),
        kind: 'customconversions',
        ...within(account),
        data: {
          name: required(turn.params, 'name'),
          rule: JSON.stringify(rule),
          pixel: text(turn.params, 'event_source_id') ?? '',
          custom_event_type: text(turn.params, 'custom_event_type') ?? 'OTHER',
        },
      });
      return { id: conversion.id };
    },
  },
};

export const pixelType: NodeType = {
  kind: 'adspixels',
  word: 'AdsPixel',
  fields: {
    ...stored('name'),
    code: (pixel) => `<script>fbq('init', '${pixel.id}');</script>`,
    last_fired_time: (pixel) =>
      number(pixel.data.last_event_at) === undefined
        ? undefined
        : formatTime(number(pixel.data.last_event_at) ?? 0),
    creation_time: (pixel) => formatTime(pixel.created),
    is_unavailable: () => false,
    owner_ad_account: (pixel) => ({
      id: pixel.parents[0] ?? '',
      account_id: (pixel.parents[0] ?? '').replace(/^act_/, ''),
    }),
  },
  edges: {
    events: { post: receiveEvents },
    stats: {
      list: (turn, pixel) => ({
        rows: statsOf(turn, pixel),
        known: setOf('start_time end_time data aggregation'),
      }),
    },
  },
};

export const conversionType: NodeType = {
  kind: 'customconversions',
  word: 'CustomConversion',
  fields: {
    ...stored('name rule custom_event_type'),
    pixel: (conversion) => ({ id: textOf(conversion.data.pixel) }),
    is_archived: () => false,
    creation_time: (conversion) => formatTime(conversion.created),
  },
};

/** Up to a thousand; one bad event refuses all. */
function receiveEvents(turn: Turn, pixel: Entity): JsonObject {
  checkKnown(
    turn,
    setOf('data test_event_code partner_agent namespace_id upload_id upload_tag upload_source'),
  );
  const events = objectsIn(list(turn.params, 'data')) ?? [];
  if (events.length === 0) throw lacking('data');
  if (events.length > 1000) throw invalid('At most 1000 events are taken at once', 'data');
  for (const event of events) checkEvent(turn, event);
  if (text(turn.params, 'test_event_code') === undefined) {
    const counted = events.map((event, at) => ({
      name: String(event.event_name),
      // Without an id each event is counted.
      id: string(event.event_id) ?? `none-${turn.world.sequence()}-${at}`,
      at: Number(event.event_time) * 1000,
      more: {
        lead_id: part(event, 'user_data').lead_id ?? null,
        value: part(event, 'custom_data').value ?? null,
      },
    }));
    countEvents(turn.world, pixel, counted, twoDays);
  }
  turn.world.change(pixel.id, { last_event_at: turn.world.now() });
  return { events_received: events.length, messages: [], fbtrace_id: `A${pixel.id.slice(-8)}` };
}

const eventFields = names(`
  event_name event_time action_source event_id event_source_url referrer_url opt_out user_data custom_data app_data
  data_processing_options original_event_data attribution_data messaging_channel
`);
const hashedFields = names('em ph fn ln ct st zp country external_id ge db');
const clearFields = names(
  'client_ip_address client_user_agent fbc fbp subscription_id lead_id madid anon_id',
);
const sources = names(
  'website app phone_call chat email physical_store system_generated business_messaging other',
);

function checkEvent(turn: Turn, event: JsonObject): void {
  const refused = (field: string) => refuse(2804003, 'data', field);
  const user = event.user_data;
  if (stranger(event, eventFields) !== undefined) throw refused(stranger(event, eventFields) ?? '');
  if (typeof event.event_name !== 'string') throw refused('event_name');
  const source = event.action_source ?? 'website';
  if (!sources.includes(String(source))) throw refused('action_source');
  const at = Number(event.event_time) * 1000;
  const now = turn.world.now();
  // Shop events may be two months old.
  const oldest = source === 'physical_store' ? 62 * day : 7 * day;
  if (!Number.isFinite(at) || at > now + 60_000 || at < now - oldest)
    throw new GraphError({
      code: 100,
      subcode: 2804003,
      title: 'Event time not valid',
      userMessage: 'The event_time is in the future or too long ago.',
      blame: [['data', 'event_time']],
    });
  if (!isObject(user) || Object.values(user).every((value) => value === null))
    throw refused('user_data');
  if (stranger(user, [...hashedFields, ...clearFields]) !== undefined) throw refused('user_data');
  if (unhashed(user, hashedFields) !== undefined)
    throw refused(`user_data.${unhashed(user, hashedFields)}`);
  if (
    event.action_source === 'website' &&
    (user.client_user_agent === undefined || event.event_source_url === undefined)
  )
    throw refused('event_source_url');
  if (isRefusedId(event.event_id)) throw refused('event_id');
}

function statsOf(turn: Turn, pixel: Entity): readonly JsonObject[] {
  const { params } = turn;
  const from = Number(text(params, 'start_time') ?? 0) * 1000;
  const to = Number(text(params, 'end_time') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000;
  return [...countsByHour(turn.world, turn.fired, pixel)]
    .filter(([hour]) => hour >= from && hour < to)
    .sort(([a], [b]) => a - b)
    .map(([hour, names]) => ({
      start_time: formatTime(hour),
      aggregation: 'event',
      data: Object.entries(names).map(([value, count]) => ({ value, count })),
    }));
}
