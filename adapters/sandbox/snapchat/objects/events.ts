import { countEvents, isRefusedId, objectsIn, stranger, unhashed } from '../../kit/conversions.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject } from '../../types.ts';
import {
  checkKnown,
  type Endpoint,
  type Endpoints,
  invalid,
  isObject,
  kinds,
  notFound,
  owned,
  type Turn,
} from '../wire.ts';
import { paged } from './lists.ts';

/** One pixel per account. */
export const pixelId = (accountId: string) => `91e1${accountId.slice(4)}`;

/** Our choice: Snapchat does not state how long an id is counted once. */
const twoDays = 48 * 3_600_000;
const oldest = 37 * 86_400_000;
const eventFields = names(
  'event_name event_time event_id action_source event_source_url user_data custom_data',
);
const userFields = names(
  'em ph external_id client_ip_address client_user_agent sc_click_id sc_cookie1 madid',
);

const receiving = (counts: boolean): Endpoint => ({
  query: ['access_token'],
  takes: 'json',
  run(turn) {
    checkKnown(turn.params, ['data']);
    const pixel = ownerOf(turn, turn.ids.pixel ?? '');
    const events = objectsIn(turn.params.data);
    if (events === undefined || events.length === 0 || events.length > 2_000)
      throw invalid('data must hold 1 to 2000 events.');
    for (const event of events) checkEvent(event, turn.world.now());
    if (counts)
      countEvents(
        turn.world,
        pixel,
        events.map((event) => ({
          name: String(event.event_name),
          id: String(event.event_id),
          at: Number(event.event_time) * 1_000,
        })),
        twoDays,
      );
    return { status: 'VALID' };
  },
});

export const eventEndpoints: Endpoints = {
  'GET adaccounts/{id}/pixels': {
    query: ['limit', 'cursor'],
    run(turn) {
      const account = owned(turn, kinds.account, 'AdAccount', turn.ids.id ?? '');
      const pixel = {
        id: pixelId(account.id),
        name: 'Sandbox pixel',
        ad_account_id: account.id,
        status: 'ACTIVE',
      };
      return paged(turn, 'pixels', `adaccounts/${account.id}/pixels`, [
        { sub_request_status: 'SUCCESS', pixel },
      ]);
    },
  },
  'POST v3/{pixel}/events': receiving(true),
  'POST v3/{pixel}/events/validate': receiving(false),
};

function ownerOf({ world, company }: Turn, id: string) {
  const found = world
    .entities(kinds.account)
    .find((account) => account.company === company && pixelId(account.id) === id);
  if (found === undefined) throw notFound('Pixel', id);
  return found;
}

/** One bad event refuses all. */
function checkEvent(event: JsonObject, now: number): void {
  const { user_data: user } = event;
  if (!isObject(user)) throw invalid('user_data is required.');
  const unknown = stranger(event, eventFields) ?? stranger(user, userFields);
  if (unknown !== undefined) throw invalid(`${unknown} is not a supported field.`);
  if (typeof event.event_name !== 'string' || !/^[A-Z0-9_]+$/.test(event.event_name))
    throw invalid('event_name is not supported.');
  if (!['WEB', 'OFFLINE'].includes(String(event.action_source)))
    throw invalid('action_source is not supported.');
  const at = Number(event.event_time) * 1_000;
  if (!Number.isInteger(event.event_time) || at > now + 600_000)
    throw invalid('event_time is not valid.');
  if (at < now - oldest) throw invalid('event_time is more than 37 days ago.');
  const clear = unhashed(user, ['em', 'ph', 'external_id']);
  if (clear !== undefined) throw invalid(`${clear} must be hashed.`);
  if (
    ![user.em, user.ph, user.sc_click_id, user.madid].some(Boolean) &&
    !(user.client_ip_address && user.client_user_agent)
  )
    throw invalid('user_data has no identifier.');
  if (isRefusedId(event.event_id)) throw invalid('An event was refused.');
}
