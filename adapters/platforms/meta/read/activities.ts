import { asRow, parse, said, text } from '../../kit/json.ts';
import type { ChangeEvent, HistoryCapability, Row } from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { edgeOf, msOf } from '../wire/params.ts';

const fields =
  'event_time,event_type,translated_event_type,object_id,object_name,object_type,actor_id,actor_name,extra_data';

/** Without `since` the platform goes back one week. Only the account has this edge. */
export function createHistory(calls: Calls): HistoryCapability {
  return {
    budgetFields: ['budget'],
    async changes(access, query) {
      const page = await calls.page(access, edgeOf(access, 'activities'), {
        fields,
        limit: query.limit,
        oid: query.objectId,
        since: query.since === undefined ? undefined : Math.floor(query.since / 1000),
        until: query.until === undefined ? undefined : Math.floor(query.until / 1000),
        after: query.after,
      });
      return { ...page, data: page.rows.map(changeEvent) };
    },
  };
}

const objectTypes: { readonly [legacy: string]: string } = {
  CAMPAIGN_GROUP: 'campaign',
  CAMPAIGN: 'adset',
  AD_SET: 'adset',
  ADGROUP: 'ad',
  AD: 'ad',
  ACCOUNT: 'account',
};

function changeEvent(row: Row): ChangeEvent {
  const type = said(row.object_type);
  const eventType = said(row.event_type);
  return {
    eventTime: Math.floor((msOf(row.event_time) ?? 0) / 1000),
    eventType,
    translatedEventType: text(row.translated_event_type) ?? eventType,
    objectId: said(row.object_id),
    objectName: said(row.object_name),
    objectType: objectTypes[type] ?? type.toLowerCase(),
    actorId: said(row.actor_id),
    actorName: said(row.actor_name),
    changes: changesOf(eventType, row.extra_data),
  };
}

/**
 * A JSON text in several shapes: old and new side by side, wrapped with a currency, under the
 * field's name, or an amount alone. Unknown shapes are kept.
 */
export function changesOf(eventType: string, extra: unknown): ChangeEvent['changes'] {
  if (extra === undefined || extra === null || extra === '') return {};
  const field = fieldOf(eventType);
  const data = typeof extra === 'string' ? parse(extra) : extra;
  const row = asRow(data);
  if (row === undefined) return { [field]: { old: null, new: data ?? extra } };
  if ('old_value' in row || 'new_value' in row) {
    return { [field]: { old: unwrapped(row.old_value), new: unwrapped(row.new_value) } };
  }
  if ('amount' in row) return { [field]: { old: null, new: row.amount } };
  const changes: { [name: string]: { old: unknown; new: unknown } } = {};
  for (const [name, value] of Object.entries(row)) {
    const inner = asRow(value);
    const isPair = inner !== undefined && ('old_value' in inner || 'new_value' in inner);
    if (isPair)
      changes[name] = { old: unwrapped(inner.old_value), new: unwrapped(inner.new_value) };
    else if (name !== 'type') changes[name] = { old: null, new: value };
  }
  return changes;
}

/** `{ type: "payment_amount", currency, old_value: 75000 }` repeats the name inside. */
function unwrapped(value: unknown) {
  const row = asRow(value);
  if (row === undefined) return value ?? null;
  return row.old_value ?? row.new_value ?? row.amount ?? value;
}

/** `update_ad_set_budget` is about the budget. */
function fieldOf(eventType: string) {
  const named = eventType
    .replace(/^(update|create|add|remove|delete)_/, '')
    .replace(/^(ad_set|campaign|ad_account|ad|account)_/, '');
  return { run_status: 'status', target_spec: 'targeting' }[named] ?? named;
}
