import { countEvents, isRefusedId, objectsIn, stranger, unhashed } from '../../kit/conversions.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject, Table } from '../../types.ts';
import { pixelId } from '../seed/ids.ts';
import { type Endpoints, isObject, notFound, objectBody, required, ruled, words } from '../wire.ts';

/** Our choice: for how long an id is counted once is not stated. */
const twoDays = 48 * 3_600_000;
const oldest = 7 * 86_400_000;
const ahead = 600_000;

const eventFields = names(
  'id type timestamp_ms action_source source_url oppref opt_out custom_event_name user data',
);
const hashed = names(
  'emails_sha256 phone_numbers_sha256 external_ids_sha256 first_names_sha256 last_names_sha256',
);
const userFields = [
  ...hashed,
  ...names(
    'regions cities postal_codes countries ip_address user_agent obref android_advertising_id',
  ),
];
const contentFields = names('id group_id name content_type quantity amount currency variant_dict');
const sources = names('web mobile_app offline physical_store phone_call email other');
const shapes: Table<readonly string[]> = {
  contents: names('order_created items_added checkout_started contents_viewed page_viewed'),
  customer_action: names(
    'lead_created registration_completed appointment_scheduled app_installed app_opened',
  ),
  plan_enrollment: names('subscription_created trial_started'),
  custom: ['custom'],
};

/** Another host, with another key. One bad event refuses all. */
export const eventEndpoints: Endpoints = {
  'POST bzr/events': {
    query: ['pid'],
    events: true,
    run(turn) {
      const { world, account } = turn;
      if (required(turn.query, 'pid') !== pixelId(account.id)) throw notFound();
      const { validate_only, events } = objectBody(turn);
      const list = objectsIn(events);
      if (list === undefined || list.length === 0 || list.length > 1_000)
        throw ruled('events must hold 1 to 1000 events.');
      for (const event of list) checkEvent(event, world.now());
      if (validate_only !== true)
        countEvents(
          world,
          account,
          list.map(({ type, id, timestamp_ms }) => ({
            name: words(type),
            id: words(id),
            at: Number(timestamp_ms),
          })),
          twoDays,
        );
      return { accepted_events: list.length };
    },
  },
};

function checkEvent(event: JsonObject, now: number): void {
  const { user, data, id, type, timestamp_ms: at } = event;
  const unknown =
    stranger(event, eventFields) ?? (isObject(user) ? stranger(user, userFields) : undefined);
  if (unknown !== undefined) throw ruled(`${unknown} is not a known field.`);
  if (typeof id !== 'string' || id === '' || !Number.isInteger(at))
    throw ruled('id and timestamp_ms are required.');
  if (Number(at) < now - oldest || Number(at) > now + ahead)
    throw ruled('timestamp_ms is out of range.');
  if (!isObject(data) || !shapes[words(data.type)]?.includes(words(type)))
    throw ruled('type does not go with data.type.');
  if (!sources.includes(words(event.action_source))) throw ruled('action_source is not known.');
  if (event.action_source === 'web' && words(event.source_url) === '')
    throw ruled('source_url is required for web events.');
  if (data.amount !== undefined && !Number.isInteger(data.amount))
    throw ruled('amount must be an integer in minor units.');
  const items = objectsIn(data.contents ?? []);
  if (items === undefined || (items.length > 0 && data.type !== 'contents'))
    throw ruled('contents do not go with data.type.');
  for (const item of items) {
    const other = stranger(item, contentFields);
    if (other !== undefined) throw ruled(`contents.${other} is not a known field.`);
    if ([item.amount, item.quantity].some((each) => each !== undefined && !Number.isInteger(each)))
      throw ruled('contents.amount and contents.quantity must be integers.');
  }
  if (isObject(user) && unhashed(user, hashed) !== undefined)
    throw ruled('Identifiers must be SHA-256 hashes.');
  if (isRefusedId(id)) throw ruled('An event was refused.');
}
