import type { Entity, Json, JsonObject, Table } from '../../entity.ts';
import { dayOf } from '../../kit/calendar.ts';
import { textOf } from '../../kit/json.ts';
import { choices } from '../../kit/names.ts';
import { type Edge, newId, string, type Turn } from '../graph/graph.ts';
import { formatTime, isObject, oneOf, type Params, setOf, text, time, words } from '../graph/params.ts';
import { appId } from '../graph/tokens.ts';
import { zoneFor } from '../objects/accounts.ts';

/** Older names of the levels. */
const objectTypes: Table<string> = {
  campaigns: 'CAMPAIGN_GROUP',
  adsets: 'CAMPAIGN',
  ads: 'ADGROUP',
  adaccounts: 'ACCOUNT',
  adimages: 'ACCOUNT',
};

/** `at` may lie ahead: the entry shows from then on. */
export function log(
  turn: Pick<Turn, 'world' | 'company' | 'token'>,
  event: string,
  {
    object,
    extra,
    at,
  }: { readonly object: Entity; readonly extra: JsonObject | readonly Json[]; readonly at?: number | undefined },
): void {
  const account = object.kind === 'adaccounts' ? object.id : (object.parents[0] ?? '');
  turn.world.add({
    id: newId(turn.world),
    kind: 'activities',
    company: object.company,
    parents: [account, object.id],
    ...(at !== undefined && { created: at }),
    data: {
      event_type: event,
      object_id: object.kind === 'adaccounts' ? account.replace(/^act_/, '') : object.id,
      object_name: textOf(object.data.name),
      object_type: objectTypes[object.kind] ?? 'ACCOUNT',
      actor_id: turn.token.data.user ?? '',
      actor_name: turn.token.data.name ?? '',
      extra_data: JSON.stringify(extra),
    },
  });
}

const week = 7 * 86_400_000;

const fields = setOf(
  'event_time event_type actor_id actor_name application_id application_name date_time_in_timezone extra_data object_id object_name object_type translated_event_type tool',
);

const categories = choices('ACCOUNT AD AD_KEYWORDS AD_SET AUDIENCE BID BUDGET CAMPAIGN DATE STATUS TARGETING');

/** Default: the last week. Campaigns and ads by `oid`. */
export const historyEdge: Edge = {
  list(turn, node, params) {
    const zone = zoneFor(turn, node);
    const now = turn.world.now();
    const until = time(params, 'until', zone) ?? now;
    const since = time(params, 'since', zone) ?? until - week;
    const category = oneOf(params, 'category', categories);
    const actor = text(params, 'uid');
    const entries = entriesOf(turn, node, params).filter(
      ({ created, data }) =>
        created >= since &&
        created <= Math.min(until, now) &&
        (actor === undefined || data.actor_id === actor) &&
        (category === undefined || categoryOf(data) === category),
    );
    // Of two entries of a moment the later comes first.
    const rows = entries
      .reverse()
      .sort((left, right) => right.created - left.created)
      .map((entry) => rowOf(turn, entry, zone));
    return { rows, known: fields, defaults: ['event_time', 'event_type'] };
  },
};

function entriesOf(turn: Turn, node: Entity, params: Params): Entity[] {
  const oid = text(params, 'oid');
  const wanted = [...(oid === undefined ? [node.id] : [oid]), ...(words(params, 'extra_oids') ?? [])];
  const children =
    text(params, 'add_children') === 'true'
      ? wanted.flatMap((id) => ['adsets', 'ads'].flatMap((kind) => turn.world.under(kind, id)))
      : [];
  const ids = new Set([...wanted, ...children].flatMap((id) => turn.world.under('activities', id)));
  return [...ids].flatMap((id) => {
    const entry = turn.world.get(id);
    return entry !== undefined && entry.company === turn.company ? [entry] : [];
  });
}

function categoryOf(data: JsonObject): string {
  const event = textOf(data.event_type);
  if (event.includes('budget') || event.includes('spend_cap')) return 'BUDGET';
  if (event.includes('run_status')) return 'STATUS';
  if (event.includes('target')) return 'TARGETING';
  if (event.includes('bid')) return 'BID';
  if (event.includes('duration') || event.includes('schedule')) return 'DATE';
  return { CAMPAIGN_GROUP: 'CAMPAIGN', CAMPAIGN: 'AD_SET', ADGROUP: 'AD' }[textOf(data.object_type)] ?? 'ACCOUNT';
}

function rowOf(turn: Turn, entry: Entity, zone: string): JsonObject {
  const event = textOf(entry.data.event_type);
  return {
    ...entry.data,
    event_time: formatTime(entry.created),
    date_time_in_timezone: localTime(entry.created, zone),
    application_id: appId,
    application_name: 'Slipway Sandbox',
    translated_event_type: translated(event, text(turn.params, 'locale')),
    extra_data: extraData(turn, event, string(entry.data.extra_data) ?? '{}'),
    ...(turn.call.major >= 26 && { tool: 'API' }),
  };
}

const localTime = (at: number, zone: string) => {
  const [year, month, day] = dayOf(at, zone).split('-');
  return `${month}/${day}/${year} at ${formatTime(at, zone).slice(11, 16)}`;
};

/** One other language shows that the platform translates. */
const translated = (event: string, locale: string | undefined) => {
  const words = event.replace(/_/g, ' ');
  return locale?.startsWith('de') ? `Ereignis: ${words}` : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};

/** Faults choose the rarer shapes. */
function extraData(turn: Turn, event: string, plain: string): string {
  if (turn.fired.has('activity-bad-json')) return `${plain.slice(0, -1)}`;
  const value = JSON.parse(plain) as Json;
  if (turn.fired.has('activity-numeric-status') && event.includes('run_status'))
    return JSON.stringify({ run_status: { old_value: 17, new_value: 1 } });
  if (turn.fired.has('activity-bare-amount') && event.includes('budget') && isObject(value)) {
    const after = isObject(value.new_value) ? (value.new_value.new_value ?? 0) : 0;
    return JSON.stringify({ amount: after });
  }
  return plain;
}
