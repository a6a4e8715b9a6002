import type { Entity, JsonObject } from '../../world.ts';
import { GraphError, invalid, refuse } from '../graph/errors.ts';
import { type Edge, type NodeType, newId, number, stored, string, type Turn } from '../graph/graph.ts';
import { isObject, json, list, part, required, setOf, text } from '../graph/params.ts';
import { formatTime } from '../graph/times.ts';
import { checkKnown } from '../graph/writes.ts';

const week = 7 * 86_400_000;

export const pixelEdges: { readonly [name: string]: Edge } = {
  adspixels: { list: (turn, account) => ({ ids: turn.world.under('adspixels', account.id), order: 'oldest' }) },
  customconversions: {
    list: (turn, account) => ({ ids: turn.world.under('customconversions', account.id) }),
    post(turn, account) {
      checkKnown(
        turn,
        setOf('name description event_source_id rule custom_event_type default_conversion_value action_source_type'),
      );
      const rule = json(turn.call.params, 'rule');
      if (rule === undefined) throw invalid('The parameter rule is required', 'rule');
      const conversion = turn.world.add({
        id: newId(turn.world),
        kind: 'customconversions',
        company: account.company,
        parents: [account.id],
        data: {
          name: required(turn.call.params, 'name'),
          rule: JSON.stringify(rule),
          pixel: text(turn.call.params, 'event_source_id') ?? '',
          custom_event_type: text(turn.call.params, 'custom_event_type') ?? 'OTHER',
        },
      });
      return { id: conversion.id };
    },
  },
};

export const pixelType: NodeType = {
  kind: 'adspixels',
  word: 'AdsPixel',
  defaults: ['id'],
  fields: {
    ...stored('name'),
    last_fired_time: (pixel) =>
      number(pixel.data.last_event_at) === undefined ? undefined : formatTime(number(pixel.data.last_event_at) ?? 0),
    creation_time: (pixel) => formatTime(pixel.created),
    is_unavailable: () => false,
    owner_ad_account: (pixel) => ({ id: pixel.parents[0] ?? '', account_id: (pixel.parents[0] ?? '').replace(/^act_/, '') }),
  },
  edges: {
    events: { post: receiveEvents },
    stats: {
      list: (turn, pixel) => ({ rows: statsOf(turn, pixel), known: setOf('start_time data aggregation') }),
    },
  },
};

export const conversionType: NodeType = {
  kind: 'customconversions',
  word: 'CustomConversion',
  defaults: ['id'],
  fields: {
    ...stored('name rule custom_event_type'),
    pixel: (conversion) => ({ id: string(conversion.data.pixel) ?? '' }),
    is_archived: () => false,
    creation_time: (conversion) => formatTime(conversion.created),
  },
};

/** Server events: up to a thousand, none older than a week; one bad event refuses them all. */
function receiveEvents(turn: Turn, pixel: Entity): JsonObject {
  const events = list(turn.call.params, 'data') ?? [];
  if (events.length === 0) throw invalid('The parameter data is required', 'data');
  if (events.length > 1000) throw invalid('At most 1000 events are taken at once', 'data');
  for (const event of events) checkEvent(turn, event);
  const test = text(turn.call.params, 'test_event_code') !== undefined;
  const counts: { [name: string]: number } = {};
  for (const [name, count] of Object.entries(part(pixel.data, 'events'))) counts[name] = Number(count);
  for (const event of events) {
    const name = isObject(event) ? String(event.event_name) : '';
    if (!test) counts[name] = (counts[name] ?? 0) + 1;
  }
  turn.world.change(pixel.id, { events: counts, last_event_at: turn.world.now() });
  return { events_received: events.length, messages: [], fbtrace_id: `A${pixel.id.slice(-8)}` };
}

function checkEvent(turn: Turn, event: unknown): void {
  if (!isObject(event) || typeof event.event_name !== 'string') throw refuse(2804003, { blame: [['data', 'event_name']] });
  const at = Number(event.event_time) * 1000;
  const now = turn.world.now();
  if (!Number.isFinite(at) || at > now + 60_000 || at < now - week)
    throw new GraphError({
      code: 100,
      subcode: 2804003,
      title: 'Event time not valid',
      userMessage: 'The event_time is in the future or more than seven days ago.',
      blame: [['data', 'event_time']],
    });
  if (!isObject(event.user_data) || Object.values(event.user_data).every((value) => value === null))
    throw refuse(2804003, { blame: [['data', 'user_data']] });
}

function statsOf(turn: Turn, pixel: Entity): readonly JsonObject[] {
  const events = isObject(pixel.data.events) ? pixel.data.events : {};
  const at = number(pixel.data.last_event_at) ?? turn.world.now();
  return [
    {
      start_time: formatTime(at),
      aggregation: 'event',
      data: Object.entries(events).map(([value, count]) => ({ value, count })),
    },
  ];
}
